"""Notes that people write about a client or a project: facts of their own, found like any other."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

from memo.errors import InputError
from memo.models import Fact, Principal
from memo.store import contexts, meetings
from memo.store.pool import Database
from memo.store.provenance import Provenance
from memo.transcripts.decode import clean

MAX_NOTE_CHARS = 10_000


def add_note(
    db: Database,
    who: Principal,
    text: str,
    *,
    client: str | None = None,
    project: str | None = None,
    happened_on: date | None = None,
) -> Fact:
    """Keep a note about a client or a project (made when new); about the project when both are named.

    Raises `InputError` when neither is named, when they do not belong together, or when the note is empty or longer
    than `MAX_NOTE_CHARS`.
    """
    text, client, project = clean(text).strip(), clean(client or "").strip(), clean(project or "").strip()
    if not text:
        raise InputError("The note is empty.")
    if len(text) > MAX_NOTE_CHARS:
        raise InputError(f"The note has {len(text):,} characters; the limit is {MAX_NOTE_CHARS:,}.")
    if not client and not project:
        raise InputError("Say which client or project the note is about.")
    source = Provenance.of(who, "note", f"note:written:{uuid4()}")
    with db.write(who) as conn:
        client_id = meetings.named_client(conn, client) if client else None
        project_id = None
        if project:
            project_id, its_client = meetings.named_project(conn, project, client_id)
            if client and its_client != client_id:
                raise InputError(f"The project “{project}” is not one of {client}'s.")
            client_id = its_client
            kept = contexts.insert_project_context(conn, project_id, text, source, happened_on=happened_on)
        else:
            assert client_id is not None
            kept = contexts.insert_client_context(conn, client_id, text, source, happened_on=happened_on)
    return Fact(
        fact_type="project_context" if project_id is not None else "client_context",
        fact_id=kept.id,
        text=text,
        client_id=client_id,
        client=client or None,
        project_id=project_id,
        project=project or None,
        source_type=source.source_type,
        source_id=source.source_id,
        happened_on=happened_on,
        captured_at=kept.captured_at,
        triggered_by_user_id=source.triggered_by_user_id,
        triggered_by_agent=source.triggered_by_agent,
        status="active",
        searchable=False,
    )
