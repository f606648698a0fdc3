"""What the lines of an import name: clients, projects, meetings and people, found or made by name."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Self

from memo.models import Principal
from memo.names.directory import certain_people
from memo.store import imports as store
from memo.store.pool import Connection

if TYPE_CHECKING:
    from memo.retrieval.imports import ImportLine

_TITLE_CHARS = 80


class Names:
    """The ids behind the names of one batch of lines."""

    def __init__(
        self,
        clients: dict[str, int],
        projects: dict[str, int],
        people: dict[str, int],
        meetings: Sequence[store.FoundMeeting],
    ) -> None:
        self._clients = clients
        self._projects = projects
        self._people = people
        self._meetings = list(meetings)
        self._next_turn = {meeting.id: meeting.last_turn + 1 for meeting in meetings}

    @classmethod
    def of(cls, conn: Connection, who: Principal, lines: Sequence[ImportLine]) -> Self:
        """Look everything up that `lines` name and make what is missing; people are never made."""
        clients = _clients(conn, lines)
        projects = _projects(conn, lines, clients)
        mentioned = [name for line in lines for name in (*line.decided_by, line.assignee) if name]
        people = certain_people(conn, mentioned) if mentioned else {}
        return cls(clients, projects, people, _meetings(conn, who, lines, clients, projects))

    def row(self, line: ImportLine) -> dict[str, Any]:
        """The row of one line, with ids for names and its place in its meeting."""
        client = self._clients.get(line.client.lower()) if line.client else None
        project = self._projects.get(line.project.lower()) if line.project else None
        row = line.model_dump() | {
            "client_id": client,
            "project_id": project,
            "source_id": line.source,
            "audience": list(line.audience) if line.audience else None,
        }
        if line.fact_type == "meeting":
            title = line.meeting or line.text[:_TITLE_CHARS]
            return row | {"title": title, "held_on": line.happened_on, "summary": line.text}
        if line.fact_type in ("decision", "action_item"):
            meeting = _match(self._meetings, line) if line.meeting else None
            row |= {"meeting_id": meeting.id if meeting else None, "turn": None}
            if meeting:
                row |= {"turn": self._next_turn[meeting.id], "happened_on": line.happened_on or meeting.held_on}
                self._next_turn[meeting.id] += 1
        row["decided_by"] = [(name, self._people.get(name.lower())) for name in line.decided_by]
        assignee = line.assignee or next(iter(line.decided_by), None)
        return row | {"assignee": assignee, "assignee_id": self._people.get(assignee.lower()) if assignee else None}

    def unsummed(self, line: ImportLine) -> int | None:
        """The meeting that a meeting line is about when so far only its title was known; it is taken once."""
        meeting = _match(self._meetings, line) if line.meeting and line.fact_type == "meeting" else None
        if meeting is None or meeting.summary or meeting.source_type != "import":
            return None
        self._meetings.remove(meeting)
        return meeting.id


def owner(row: dict[str, Any], line: ImportLine) -> tuple[int | str | None, ...]:
    """What a new row will belong to, as `ImportedFact.owner` says it of a stored one."""
    match line.fact_type:
        case "decision" | "action_item":
            return (row["meeting_id"], row["client_id"], row["project_id"], None)
        case "meeting":
            return (None, None, None, row["title"].lower())
        case "client_context":
            return (None, row["client_id"], None, None)
        case "project_context":
            return (None, None, row["project_id"], None)
    return (None, None, None, str(line.happened_on))


def _clients(conn: Connection, lines: Sequence[ImportLine]) -> dict[str, int]:
    names = {line.client.lower(): line.client for line in reversed(lines) if line.client}
    if not names:
        return {}
    found = store.find_named(conn, "client", list(names.values()))
    missing = [name for key, name in names.items() if key not in found]
    if missing:
        store.add_clients(conn, missing)
        found = store.find_named(conn, "client", list(names.values()))
    return found


def _projects(conn: Connection, lines: Sequence[ImportLine], clients: dict[str, int]) -> dict[str, int]:
    names = {line.project.lower(): line for line in reversed(lines) if line.project}
    wanted = [line.project for line in names.values() if line.project]
    if not wanted:
        return {}
    found = store.find_named(conn, "project", wanted)
    missing = [line for key, line in names.items() if key not in found]
    if missing:
        owners = [clients.get(line.client.lower()) if line.client else None for line in missing]
        store.add_projects(conn, [line.project or "" for line in missing], owners)
        found = store.find_named(conn, "project", wanted)
    return found


def _meetings(
    conn: Connection, who: Principal, lines: Sequence[ImportLine], clients: dict[str, int], projects: dict[str, int]
) -> list[store.FoundMeeting]:
    """The meetings that lines name, made where a fact needs one; a meeting is one title on one day."""
    titles = [line.meeting for line in lines if line.meeting]
    if not titles:
        return []
    attached = [line for line in lines if line.meeting and line.fact_type in ("decision", "action_item")]
    found = store.find_meetings(conn, titles)
    missing: dict[tuple[str, date | None], dict[str, Any]] = {}
    for line in attached:
        title = line.meeting or ""
        if _match(found, line) is None:
            missing.setdefault(
                (title.lower(), line.happened_on),
                {
                    "title": title,
                    "held_on": line.happened_on,
                    "summary": "",
                    "client_id": clients.get(line.client.lower()) if line.client else None,
                    "project_id": projects.get(line.project.lower()) if line.project else None,
                    "audience": list(line.audience) if line.audience else None,
                    "source_id": f"import:{title.lower()}:{line.happened_on or ''}",
                },
            )
    if missing:
        store.add_meetings(conn, who, list(missing.values()))
        found = store.find_meetings(conn, titles)
    return found


def _match(meetings: Sequence[store.FoundMeeting], line: ImportLine) -> store.FoundMeeting | None:
    """The meeting a line belongs to: same title and day; a line without a day takes the newest of that title."""
    title = (line.meeting or "").lower()
    same = [meeting for meeting in meetings if meeting.key == title]
    if line.happened_on is None:
        return same[0] if same else None
    return next((meeting for meeting in same if meeting.held_on == line.happened_on), None)
