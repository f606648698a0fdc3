"""The parts of the Activity page: each is a sentence, and a table where there are many."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from memo.activity import Activity
from memo.addresses import is_loopback
from memo.models import BackfillReport, CaptureProgress, Status
from memo.service import Memo
from memo.store.runs import DayCost, RunRow
from memo.ui.frame import reporting
from memo.ui.plain import plain
from memo.ui.progress import draw_recent
from memo.ui.words import SOURCE_LABELS, count, long_date, moment, money, up_to

COUNTED = 10_000
"""Facts are counted up to this; `memo status` counts all."""
_BACKFILLED = "activity_backfilled"

_CALLS = {
    "memo_capture": "reading a transcript",
    "memo_digest": "reading a note",
    "ask_filter": "understanding a question",
    "ask_rewrite": "understanding a question",
    "ask": "answering",
}
_SETTINGS = {
    "MEMO_MAX_TRANSCRIPT_CHARS": "Longest transcript, in characters",
    "MEMO_MAX_UPLOAD_BYTES": "Largest file, in bytes",
}


def draw_searchable(memo: Memo, status: Status) -> None:
    """Draw how many facts cannot be found by meaning yet, with a button that changes that."""
    if report := st.session_state.pop(_BACKFILLED, None):
        st.success(_backfilled(report), icon=":material/check:")
    many = any(number > COUNTED for number in status.facts.values())
    total = sum(min(number, COUNTED) for number in status.facts.values())
    told = f"{up_to(total, more=many)} {'fact' if total == 1 else 'facts'}"
    waiting = f"{up_to(status.not_searchable, COUNTED)} {'fact' if status.not_searchable == 1 else 'facts'}"
    if not status.not_searchable:
        everything = f"All {told} can be found by meaning and by words."
        st.markdown(everything if total else "There are no facts yet.")
        return
    if status.embedder == "off":
        st.info(
            f"{waiting} of {up_to(total, more=many)} can be found by words only: MEMO_EMBEDDER is off.",
            icon=":material/info:",
        )
        return
    with st.container(border=True):
        st.markdown(f"**{waiting} not searchable by meaning yet**, of {up_to(total, more=many)}. Words find them.")
        if memo.may("backfill") and st.button("Make them searchable", type="primary", icon=":material/bolt:"):
            with reporting(), st.spinner("Making them searchable ...", show_time=True):
                st.session_state[_BACKFILLED] = memo.backfill()
                st.rerun()


def draw_costs(activity: Activity, status: Status) -> None:
    """Draw what each day cost, as a chart and as a table."""
    st.subheader("Cost a day", anchor=False)
    if not activity.days:
        rules = " Transcripts are read by rules (no model), which is free." if status.model == "offline" else ""
        st.markdown(f"No model was called in the last 30 days.{rules}")
        return
    spent = sum(day.cost_microdollars for day in activity.days)
    unpriced = sum(day.unpriced for day in activity.days)
    not_counted = f" The price of {count(unpriced, 'call')} is not known." if unpriced else ""
    st.markdown(plain(f"Spent in the last 30 days: {money(spent)}.{not_counted}"))
    frame = _cost_frame(activity.days)
    alt = f"Cost a day by kind of call: {money(spent)} in all. The table says the same."
    st.bar_chart(frame, y_label="US dollars", height=220, alt=alt)
    with st.expander("As a table", icon=":material/table:", type="compact"):
        st.table(_cost_table(activity.days), border="horizontal", hide_index=True)


def draw_captures(memo: Memo, captures: Sequence[CaptureProgress]) -> None:
    """Draw the newest captures."""
    st.subheader("Captures", anchor=False)
    if not captures:
        st.markdown("Nothing was handed in yet.")
    draw_recent(memo, captures, here=False)


def draw_runs(memo: Memo, activity: Activity) -> None:
    """Draw the newest calls to models."""
    st.subheader("Calls to models", anchor=False)
    if not activity.runs:
        st.markdown("There was none.")
        return
    rows = [_run(run, memo.settings.timezone) for run in activity.runs]
    failed = sum(run.error_class is not None for run in activity.runs)
    st.markdown(f"The newest {count(len(rows), 'call')}, {failed:,} of which failed.")
    st.dataframe(pd.DataFrame(rows), hide_index=True, alt="The newest calls to models, one a row")


def draw_status(memo: Memo, status: Status) -> None:
    """Draw versions, database, model, embedder, counts and limits."""
    st.subheader("This Memo", anchor=False)
    reader = "rules (no model)" if status.model == "offline" else status.model
    facts = ", ".join(f"{label} {up_to(status.facts.get(kind, 0), COUNTED)}" for kind, label in SOURCE_LABELS.items())
    told = {
        "Version": f"{status.version}, schema {status.schema_version}",
        "Database": f"{status.database_version}, {status.database}",
        "Transcripts are read by": reader,
        "Vectors are made by": f"{status.embedding_model} ({status.embedder})",
        "Facts": facts,
        "Time zone": memo.settings.timezone,
        "Who may see this": _reached_by(memo),
        **{_SETTINGS.get(name, name): f"{limit:,} ({name})" for name, limit in status.limits.items()},
        "Background worker": "running" if memo.worker_alive() else "not running",
    }
    frame = pd.DataFrame([{"What": what, "Is": plain(str(is_))} for what, is_ in told.items()])
    st.table(frame, border="horizontal", hide_index=True, hide_header=True)


def _reached_by(memo: Memo) -> str:
    if memo.who.member_id is not None:
        return "members who have signed in"
    address = st.get_option("server.address") or "0.0.0.0"
    who = "this machine only" if is_loopback(address) else "everybody who can reach this machine"
    return f"{who}; there is no sign-in"


def _backfilled(report: BackfillReport) -> str:
    told = f"{count(report.done, 'fact')} can be found by meaning now."
    if report.left:
        told += f" {report.left:,} are left: the embedder could not be reached for them."
    return told


def _run(run: RunRow, timezone: str) -> dict[str, str]:
    outcome = run.outcome if run.error_class is None else f"{run.outcome} ({run.error_class})"
    return {
        "When": moment(run.started_at, timezone),
        "For": call(run.trigger_detail),
        "Model": run.model,
        "Tokens in": f"{run.input_tokens + run.cache_read_tokens + run.cache_write_tokens:,}",
        "Tokens out": f"{run.output_tokens:,}",
        "Cost": _dollars(run.cost_microdollars),
        "Took": f"{run.latency_ms / 1000:.1f} s",
        "Outcome": outcome,
    }


def call(trigger_detail: str) -> str:
    """What a call to a model was for, in words."""
    return _CALLS.get(trigger_detail, trigger_detail.replace("_", " "))


def _cost_frame(days: Sequence[DayCost]) -> pd.DataFrame:
    """Dollars by day and kind of call; a day without calls has none."""
    rows = [(day.day, call(day.trigger_detail), day.cost_microdollars / 1_000_000) for day in days]
    frame = pd.DataFrame(rows, columns=["day", "for", "dollars"])
    return frame.pivot_table(index="day", columns="for", values="dollars", aggfunc="sum", fill_value=0.0)


def _cost_table(days: Sequence[DayCost]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "Day": long_date(day.day),
                "For": plain(call(day.trigger_detail)),
                "Calls": f"{day.calls:,}",
                "Tokens in": f"{day.input_tokens:,}",
                "Tokens out": f"{day.output_tokens:,}",
                "Cost": plain(_dollars(day.cost_microdollars)),
            }
            for day in days
        ]
    )


def _dollars(microdollars: int | None) -> str:
    """ "$0.0123" for comparing calls, or that the price is not known."""
    return "not known" if microdollars is None else f"${microdollars / 1_000_000:.4f}"
