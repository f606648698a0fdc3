"""The pydantic models that cross module borders, one file per noun; all are frozen values and none does I/O."""

from __future__ import annotations

from memo.models.answers import Answer, Citation, NearMiss, Searched
from memo.models.base import FACT_TYPES, CaptureState, EntityType, FactType, Model, Role
from memo.models.captures import (
    ActionItemOut,
    CaptureProgress,
    CaptureRecord,
    DecisionOut,
    EarlierCapture,
    Preview,
    Received,
    SyncedNote,
    SyncReport,
)
from memo.models.extraction import (
    CheckedAction,
    CheckedDecision,
    CostEstimate,
    Coverage,
    Draft,
    DraftAction,
    DraftDecision,
    Evidence,
    Extraction,
    Gap,
    Rejected,
)
from memo.models.facts import BackfillReport, Fact, FactFilter, FactPage, ImportReport, ScoredFact
from memo.models.names import Alias, Candidate, Named, NameReceipt, NameUse, PendingName, Recent, Resolution
from memo.models.runs import ModelRun
from memo.models.status import Status
from memo.models.transcripts import Transcript, Turn
from memo.models.who import LOCAL_USER, Principal

__all__ = [
    "FACT_TYPES",
    "LOCAL_USER",
    "ActionItemOut",
    "Alias",
    "Answer",
    "BackfillReport",
    "Candidate",
    "CaptureProgress",
    "CaptureRecord",
    "CaptureState",
    "CheckedAction",
    "CheckedDecision",
    "Citation",
    "CostEstimate",
    "Coverage",
    "DecisionOut",
    "Draft",
    "DraftAction",
    "DraftDecision",
    "EarlierCapture",
    "EntityType",
    "Evidence",
    "Extraction",
    "Fact",
    "FactFilter",
    "FactPage",
    "FactType",
    "Gap",
    "ImportReport",
    "Model",
    "ModelRun",
    "NameReceipt",
    "NameUse",
    "Named",
    "NearMiss",
    "PendingName",
    "Preview",
    "Principal",
    "Received",
    "Recent",
    "Rejected",
    "Resolution",
    "Role",
    "ScoredFact",
    "Searched",
    "Status",
    "SyncReport",
    "SyncedNote",
    "Transcript",
    "Turn",
]
