"""The states of a capture: the database allows the steps that make sense and no other, whoever writes."""

from __future__ import annotations

from itertools import product
from typing import get_args

import psycopg
import pytest

from memo.capture.receive import receive
from memo.models import LOCAL_USER, CaptureState
from memo.store.pool import Database
from tests.integration.capturing import STANDUP, settings

STATES: tuple[CaptureState, ...] = get_args(CaptureState)
ALLOWED = {
    "received": {"extracting", "failed_retryable", "failed_final"},
    "extracting": {"received", "stored", "partial", "failed_retryable", "failed_final"},
    "stored": {"received"},
    "partial": {"received", "extracting"},
    "failed_retryable": {"received", "extracting", "failed_final"},
    "failed_final": {"received"},
}


def test_no_capture_takes_a_step_that_makes_no_sense(db: Database) -> None:
    capture_id = receive(db, LOCAL_USER, settings(), STANDUP, "standup.txt").capture_id
    with db.owner() as conn:
        for old, new in product(STATES, STATES):
            with conn.transaction(force_rollback=True):
                conn.execute("ALTER TABLE captures DISABLE TRIGGER captures_state")
                conn.execute("UPDATE captures SET state = %s WHERE id = %s", (old, capture_id))
                conn.execute("ALTER TABLE captures ENABLE TRIGGER captures_state")
                if new == old or new in ALLOWED[old]:
                    conn.execute("UPDATE captures SET state = %s WHERE id = %s", (new, capture_id))
                    continue
                with pytest.raises(psycopg.errors.CheckViolation, match=f"from {old} to {new}"), conn.transaction():
                    conn.execute("UPDATE captures SET state = %s WHERE id = %s", (new, capture_id))
