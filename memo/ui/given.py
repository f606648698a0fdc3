"""What a person hands in on the Capture page: files, pasted text or the sample, looked at before anything is kept."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import streamlit as st

from memo.errors import MemoError
from memo.models import Preview
from memo.samples import sample
from memo.service import Memo
from memo.transcripts.kinds import ACCEPTED_EXTENSIONS

_UPLOADS = "capture_uploads"
_PASTED = "capture_pasted"
_SEEN = "capture_seen"


@dataclass(frozen=True)
class Given:
    """One thing handed in, with what Memo sees in it, or the error that says why it cannot be used."""

    key: str
    name: str | None
    data: bytes
    seen: Preview | MemoError


def take(memo: Memo) -> list[Given]:
    """Draw the ways to hand something in; what was handed in, each looked at once."""
    files = st.file_uploader(
        "Transcripts",
        type=[extension.removeprefix(".") for extension in ACCEPTED_EXTENSIONS],
        accept_multiple_files=True,
        max_upload_size=-(-memo.settings.max_upload_bytes // 1_000_000),
        key=f"{_UPLOADS}-{st.session_state.setdefault(_UPLOADS, 0)}",
        help="Exports of Zoom, Teams, Google Meet, Otter, Fathom, Granola, WhisperX; chat logs; plain “Name: words”.",
    )
    _draw_paste()
    handed = [(file.name, file.getvalue()) for file in files]
    pasted: tuple[str | None, bytes] | None = st.session_state.get(_PASTED)
    if pasted is not None and not files:
        handed = [pasted]
    return _looked_at(memo, handed)


def forget() -> None:
    """Empty the ways to hand something in."""
    st.session_state[_UPLOADS] = st.session_state.get(_UPLOADS, 0) + 1
    st.session_state.pop(_PASTED, None)
    st.session_state.pop(_SEEN, None)


def use_sample() -> None:
    """Hand in the sample meeting."""
    st.session_state[_PASTED] = sample()


def _draw_paste() -> None:
    with st.expander("Or paste the text", icon=":material/content_paste:", type="compact"):
        with st.form("paste", border=False):
            text = st.text_area("Text of the transcript", height=200)
            used = st.form_submit_button("Use this text")
        if used:
            st.session_state[_PASTED] = (None, text.encode("utf-8", "surrogatepass"))


def _looked_at(memo: Memo, handed: list[tuple[str | None, bytes]]) -> list[Given]:
    """Each thing with what Memo sees in it; a rerun looks at nothing twice."""
    before: dict[str, Given] = st.session_state.get(_SEEN, {})
    now = {}
    for name, data in handed:
        key = hashlib.sha256(f"{name}\0".encode() + data).hexdigest()[:16]
        now[key] = before.get(key) or _look(memo, key, name, data)
    st.session_state[_SEEN] = now
    return list(now.values())


def _look(memo: Memo, key: str, name: str | None, data: bytes) -> Given:
    try:
        with st.spinner("Looking at it ..."):
            return Given(key, name, data, memo.inspect(data, name))
    except MemoError as exc:
        return Given(key, name, data, exc)
