"""The queue of background work, kept in the same database: a job is queued in the transaction that makes it needed."""

from __future__ import annotations

import procrastinate
import psycopg
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException

from memo.store.queries import Connection

QUEUE = "captures"
CAPTURE = "capture"
"""The task that reads one capture; its only argument is `capture_id`."""

# Never opened: jobs are queued on the caller's connection.
_app = procrastinate.App(connector=procrastinate.SyncPsycopgConnector())


def queue_capture(conn: Connection, capture_id: int) -> None:
    """Queue the reading of a capture; nothing happens when it is queued already."""
    job = _app.configure_task(
        CAPTURE, queue=QUEUE, queueing_lock=f"capture:{capture_id}", connection=conn, allow_unknown=True
    )
    try:
        with conn.transaction():
            job.defer(capture_id=capture_id)
    except AlreadyEnqueued:
        return
    except ConnectorException as exc:
        if isinstance(exc.__cause__, psycopg.Error):
            raise exc.__cause__ from exc
        raise
