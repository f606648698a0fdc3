"""The line under a record that says how it came about: how much was read, by whom, and for how much."""

from __future__ import annotations

import streamlit as st

from memo.models import CaptureRecord, CostEstimate, Coverage
from memo.ui.plain import plain
from memo.ui.words import count, money

BY_RULES = "found by rules (no model)"


def draw_receipt(record: CaptureRecord) -> None:
    """Draw how much of the transcript was read and what it cost; gaps and warnings stand out."""
    st.caption(plain(receipt(record)))
    if record.coverage is not None and record.coverage.gaps:
        st.warning(plain(missing(record.coverage), lines=True), icon=":material/warning:")
    for warning in record.warnings:
        st.caption(f":material/info: {plain(warning)}")
    if record.carried_over or record.not_carried_over:
        with st.expander("What was carried over from the earlier reading", icon=":material/history:", type="compact"):
            for line in record.carried_over:
                st.markdown(f"- Kept: {plain(line)}")
            for line in record.not_carried_over:
                st.markdown(f"- Not kept: {plain(line)}")


def receipt(record: CaptureRecord) -> str:
    """ "weekly.vtt · all 11,424 characters and 111 turns read · found by rules (no model), free"."""
    return " · ".join(filter(None, (record.file_name, _read(record.coverage), _by(record))))


def estimate_line(estimate: CostEstimate) -> str:
    """ "18,420 characters, 214 turns · about $0.02 with claude-sonnet-5-5"."""
    size = f"{count(estimate.chars, 'character')}, {count(estimate.turns, 'turn')}"
    parts = f" in {count(estimate.parts, 'part')}" if estimate.parts > 1 else ""
    if not estimate.input_tokens:
        return f"{size}{parts} · {BY_RULES}, free"
    cost = "price not known" if estimate.microdollars is None else f"about {money(estimate.microdollars)}"
    return f"{size}{parts} · {cost} with {estimate.model}"


def missing(coverage: Coverage) -> str:
    """Which stretches could not be read, and why."""
    lines = [f"{count(len(coverage.gaps), 'part')} of {coverage.parts} could not be read:"]
    lines += [f"characters {gap.start:,} to {gap.end:,}: {gap.why}" for gap in coverage.gaps]
    return "\n".join(lines)


def _read(coverage: Coverage | None) -> str:
    if coverage is None:
        return ""
    if coverage.chars_read >= coverage.chars:
        return f"all {count(coverage.chars, 'character')} and {count(coverage.turns, 'turn')} read"
    return f"{coverage.chars_read:,} of {count(coverage.chars, 'character')} read"


def _by(record: CaptureRecord) -> str:
    if record.extractor == "offline":
        return f"{BY_RULES}, free"
    if record.model is None:
        return ""
    return f"found by {record.model}, {money(record.cost_microdollars)}"
