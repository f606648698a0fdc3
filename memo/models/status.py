"""What runs where."""

from __future__ import annotations

from memo.models.base import Model


class Status(Model):
    """What runs where: versions, database, embedder, counts and limits."""

    version: str
    database: str
    database_version: str
    schema_version: str
    model: str
    embedder: str
    embedding_model: str
    facts: dict[str, int]
    meetings: int
    not_searchable: int
    pending_names: int
    captures: dict[str, int]
    limits: dict[str, int | str]
