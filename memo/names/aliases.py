"""Other names of people, clients and projects: which hold, and that one holds no longer."""

from __future__ import annotations

from memo.errors import NotFound
from memo.models import Alias, NameReceipt, Principal
from memo.names.receipts import may_decide, receipt_of
from memo.store import names as store
from memo.store.pool import Database


def aliases(db: Database, who: Principal) -> list[Alias]:
    """Every alias that holds, the newest first."""
    with db.read(who) as conn:
        return store.aliases(conn)


def revoke_alias(db: Database, who: Principal, alias_id: int) -> NameReceipt:
    """Let an alias hold no longer; what it named keeps its name. Raises `NotFound` when it held no more."""
    may_decide(who)
    with db.write(who) as conn:
        revoked = store.revoke_alias(conn, alias_id)
        if revoked is None:
            raise NotFound("This alias was revoked already.")
        name = next((e.name for e in store.known_of_type(conn, revoked.type) if e.id == revoked.entity_id), None)
        receipt = store.insert_receipt(
            conn,
            kind="revoke",
            entity_type=revoked.type,
            mention=revoked.alias,
            alias_key=revoked.alias_key,
            entity_id=revoked.entity_id,
            meeting_ids=(),
            changes=store.Changes(name=name, retired_alias=alias_id),
            done_by=who.name,
        )
    return receipt_of(receipt)
