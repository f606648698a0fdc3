"""What each role may do: one table over everything that the service offers, enforced in one place.

What a person may *see* is the database's to decide (row-level security, by audience); this is what a person may *do*.
Importing `memo.service` fails when a public method has no right here, or a right no method.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, TypeVar

from memo.errors import NotAllowed
from memo.models import Role
from memo.service.core import Core

RANK: dict[Role, int] = {"reader": 0, "member": 1, "admin": 2}
"""Whoever has a role may do what the lower ones may."""

RIGHTS: dict[str, Role] = {
    # Reading: what is seen is cut to the reader's audience.
    "search": "reader",
    "query_facts": "reader",
    "facts": "reader",
    "newer_cursor": "reader",
    "fact_counts": "reader",
    "fact_counts_up_to": "reader",
    "fact": "reader",
    "fact_story": "reader",
    "successors": "reader",
    "fact_weeks": "reader",
    "newest_meetings": "reader",
    "export": "reader",
    "ask": "reader",
    "answers": "reader",
    "answer": "reader",
    "conversation": "reader",
    "concerned": "reader",
    "answer_feedback": "reader",
    "home": "reader",
    "activity": "reader",
    "status": "reader",
    "worker_alive": "reader",
    "capture_progress": "reader",
    "recent_captures": "reader",
    "capture_record": "reader",
    "meeting_record": "reader",
    "transcript": "reader",
    "notes": "reader",
    "people": "reader",
    "clients": "reader",
    "projects": "reader",
    "aliases": "reader",
    "name_uses": "reader",
    "name_receipts": "reader",
    "pending_names": "reader",
    "with_lately": "reader",
    "resolve_name": "reader",
    "meeting_audience": "reader",
    "outbox_failures": "reader",
    # Writing.
    "inspect": "member",
    "receive": "member",
    "capture": "member",
    "digest": "member",
    "retry_capture": "member",
    "accept_rejected": "member",
    "add_note": "member",
    "pulse": "member",
    "edit_fact": "member",
    "mark_wrong": "member",
    "unmark_wrong": "member",
    "decide_link": "member",
    "supersede": "member",
    "set_action_status": "member",
    "confirm_name": "member",
    "confirm_names": "member",
    "dismiss_name": "member",
    "undo_name": "member",
    "revoke_alias": "member",
    "merge_people": "member",
    "split_person": "member",
    "retry_message": "member",
    "audiences": "member",
    "set_audience": "member",  # of what one has handed in; of everything that one sees for an administrator
    # What cannot be taken back, concerns everybody, or reads the server's own files.
    "delete_fact": "admin",
    "preview_forget": "admin",
    "forget_meeting": "admin",
    "import_facts": "admin",
    "sync_notes": "admin",
    "backfill": "admin",
    "backup": "admin",
    "restore": "admin",
    "members": "admin",
    "add_member": "admin",
    "change_member": "admin",
    "remove_member": "admin",
}

NOT_OF_THE_TEAM = frozenset({"open", "revive", "close", "acting_as", "may", "sign_in"})
"""What is not done on behalf of a member: opening, keeping alive, closing, and saying who asks."""

_WHO: dict[Role, str] = {"reader": "a reader", "member": "a member", "admin": "an administrator"}

M = TypeVar("M", bound=type[Core])


def may(role: Role, method: str) -> bool:
    """Whether a role may call a method of the service."""
    return RANK[role] >= RANK[RIGHTS[method]]


def guarded(service: M) -> M:
    """The same class, each of whose methods first asks whether the role of `who` may call it (`NotAllowed`).

    Raises `TypeError` when a public method has no right, or a right stands for no method.
    """
    offered = dict(_public(service))
    if wrong := offered.keys() ^ RIGHTS.keys():
        raise TypeError(f"methods of the service and rights in {__name__} that do not match: {sorted(wrong)}")
    for name, method in offered.items():
        setattr(service, name, _asking(name, method))
    return service


def _public(service: type[Core]) -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in dir(service):
        method = getattr(service, name)
        if not name.startswith("_") and name not in NOT_OF_THE_TEAM and isinstance(method, FunctionType):
            yield name, method


def _asking(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def asked(self: Core, *args: Any, **kwargs: Any) -> Any:
        if not may(self.who.role, name):
            raise NotAllowed(f"Only {_WHO[RIGHTS[name]]} of this memory may do that.")
        return method(self, *args, **kwargs)

    return asked
