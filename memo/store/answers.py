"""Answers and what a question may name. One function per query of answers.sql."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from psycopg.types.json import Jsonb

from memo.errors import NotFound
from memo.models import Answer, EntityType, Model, Principal
from memo.store import scope
from memo.store.pool import Connection
from memo.store.queries import Q


class KnownName(Model):
    """A client, project or person that a question may name."""

    type: EntityType
    id: int
    name: str
    nicknames: tuple[str, ...] = ()
    email: str | None = None


class KnownAlias(Model):
    """Another name, in its normalised form, of a client, project or person."""

    type: EntityType
    alias_key: str
    id: int


class CalledMeeting(Model):
    """A meeting that a question may mean."""

    id: int
    title: str
    held_on: date | None


class AskedBefore(Model):
    """One turn of a conversation; `asked` is the question as it was understood."""

    question: str
    asked: str | None
    answer: str


class KeptAnswer(Model):
    """An answer as it was shown, with what the one who asked said about it."""

    id: int
    conversation: UUID
    question: str
    asked: str | None
    answer: Answer
    feedback: str | None
    asked_at: datetime


def known_names(conn: Connection) -> list[KnownName]:
    """Every client, project and person."""
    return Q["known_names"].all(conn, KnownName)


def known_aliases(conn: Connection) -> list[KnownAlias]:
    """Their other names."""
    return Q["known_aliases"].all(conn, KnownAlias)


def person_of_member(conn: Connection, who: Principal) -> KnownName | None:
    """The person who `who` is; None when nobody is signed in, or nobody known is surely that member."""
    return Q["person_of_member"].maybe(conn, KnownName, member_id=who.member_id)


def meetings_called(
    conn: Connection, words: str, limit: int, since: date | None = None, until: date | None = None
) -> list[CalledMeeting]:
    """The meetings whose title holds all of `words` ("" is in any) and that were held in these days, newest first.

    With `since` none without a day.
    """
    return Q["meetings_called"].all(conn, CalledMeeting, words=words, limit=limit, since=since, until=until)


def save_answer(
    conn: Connection, who: Principal, question: str, answer: Answer, conversation: UUID | None
) -> tuple[int, UUID]:
    """Keep an answer for the one who asked; its id and its conversation, a new one if none is given."""
    row = Q["save_answer"].rows(
        conn,
        conversation=conversation,
        question=question,
        asked=answer.asked,
        answer=Jsonb(answer.model_dump(mode="json")),
        abstained=answer.abstained,
        asked_by=scope.asker(who),
        cost_microdollars=answer.cost_microdollars,
    )[0]
    return row["id"], row["conversation"]


def conversation_turns(conn: Connection, who: Principal, conversation: UUID, limit: int) -> list[AskedBefore]:
    """The last turns of a conversation of `who`, oldest first."""
    return Q["conversation_turns"].all(
        conn, AskedBefore, conversation=conversation, asked_by=scope.asker(who), limit=limit
    )


def my_answers(conn: Connection, who: Principal, limit: int, *, before: int | None = None) -> list[KeptAnswer]:
    """What `who` asked, newest first, older than answer `before` when given."""
    return Q["my_answers"].all(conn, KeptAnswer, asked_by=scope.asker(who), limit=limit, before=before)


def my_answer(conn: Connection, who: Principal, answer_id: int) -> KeptAnswer:
    """One answer that `who` asked for; raises `NotFound` for anybody else's."""
    return Q["my_answer"].one(conn, KeptAnswer, asked_by=scope.asker(who), answer_id=answer_id)


def my_conversation(conn: Connection, who: Principal, conversation: UUID, limit: int) -> list[KeptAnswer]:
    """The last answers that `who` got in a conversation, oldest first."""
    return Q["my_conversation"].all(conn, KeptAnswer, conversation=conversation, asked_by=scope.asker(who), limit=limit)


def set_feedback(conn: Connection, who: Principal, answer_id: int, feedback: str | None) -> None:
    """Keep what `who` says about an answer of theirs; raises `NotFound` for anybody else's."""
    changed = Q["set_feedback"].run(conn, answer_id=answer_id, feedback=feedback, asked_by=scope.asker(who))
    if changed != 1:
        raise NotFound
