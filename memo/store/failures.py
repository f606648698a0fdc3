"""The one place where psycopg's errors become Memo's, and where a transaction that lost is tried again."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import psycopg
from psycopg import errors
from psycopg_pool import PoolClosed

from memo.errors import Conflict, NotAllowed, ProvenanceViolation, SchemaOutdated, StoreError, StoreUnavailable

T = TypeVar("T")

TRIES = 3
BUSY = "Memo is busy: try again in a moment."
UNREACHABLE = "The database cannot be reached."
TOO_SLOW = "The database took too long to answer: try again, or ask for less."


@contextmanager
def translated() -> Iterator[None]:
    """Raise Memo's error for a psycopg error that a person can meet; a mistake in our SQL stays what it is."""
    try:
        yield
    except psycopg.Error as exc:
        error = _translation(exc)
        if error is None:
            raise
        raise error from exc


def _translation(exc: psycopg.Error) -> StoreError | NotAllowed | None:
    constraint = exc.diag.constraint_name or ""
    error: StoreError | NotAllowed | None = None
    match exc:
        case errors.UndefinedTable() | errors.UndefinedColumn() | errors.UndefinedObject():
            error = SchemaOutdated()
        case errors.CheckViolation() if "provenance" in constraint:
            error = ProvenanceViolation()
        case errors.UniqueViolation() | errors.ExclusionViolation():
            error = Conflict(f"Somebody else was first ({constraint}).")
        case errors.InsufficientPrivilege():
            error = NotAllowed()
        case errors.QueryCanceled():
            error = StoreUnavailable(TOO_SLOW)
        case errors.LockNotAvailable() | errors.SerializationFailure() | errors.DeadlockDetected():
            error = StoreUnavailable(BUSY)
        case errors.TooManyConnections():
            error = StoreUnavailable(BUSY)
        case errors.FeatureNotSupported() if "cached plan" in str(exc):
            error = StoreUnavailable(BUSY)
        case PoolClosed() | psycopg.OperationalError() | errors.IdleInTransactionSessionTimeout():
            error = StoreUnavailable(UNREACHABLE)
    return error


def retrying(work: Callable[[], T], *, tries: int = TRIES) -> T:
    """The result of `work`, a whole transaction, done again when it lost against another one (40001, 40P01).

    The waits between are random, 10 to 50 ms and twice that, so that two losers do not meet again.
    """
    for attempt in range(1, tries):
        try:
            return work()
        except StoreUnavailable as exc:
            if not isinstance(exc.__cause__, errors.SerializationFailure | errors.DeadlockDetected):
                raise
            time.sleep(random.uniform(0.01, 0.05) * attempt)
    return work()
