"""What a person asked before, read and judged by that person alone."""

from __future__ import annotations

from uuid import UUID

from memo.models import Principal
from memo.store import answers as store
from memo.store.answers import KeptAnswer
from memo.store.pool import Database
from memo.transcripts.decode import clean

MAX_FEEDBACK_CHARS = 2_000


def answers(db: Database, who: Principal, limit: int = 20, *, before: int | None = None) -> list[KeptAnswer]:
    """The answers that `who` got, newest first, older than answer `before` when given."""
    with db.read(who) as conn:
        return store.my_answers(conn, who, limit, before=before)


def get_answer(db: Database, who: Principal, answer_id: int) -> KeptAnswer:
    """One answer as it was shown; raises `NotFound` for what somebody else asked."""
    with db.read(who) as conn:
        return store.my_answer(conn, who, answer_id)


def conversation_answers(db: Database, who: Principal, conversation: UUID, limit: int = 20) -> list[KeptAnswer]:
    """The last answers that `who` got in a conversation, oldest first."""
    with db.read(who) as conn:
        return store.my_conversation(conn, who, conversation, limit)


def answer_feedback(db: Database, who: Principal, answer_id: int, text: str) -> None:
    """Keep what `who` says is wrong with an answer; blank takes it back. Raises `NotFound` for somebody else's."""
    with db.write(who) as conn:
        store.set_feedback(conn, who, answer_id, clean(text).strip()[:MAX_FEEDBACK_CHARS] or None)
