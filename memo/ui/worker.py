"""A worker for pages that are served without one: `memo app` runs its own, `streamlit run app.py` does not."""

from __future__ import annotations

import threading

import streamlit as st

from memo.jobs import work
from memo.service import Memo
from memo.ui.frame import memory


class OwnWorker:
    """Background work in a thread of the pages' process, until it is stopped or the process ends."""

    def __init__(self, memo: Memo) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=work, args=(memo,), kwargs={"stop": self._stop}, name="memo-worker", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End the work; what is being read is given back."""
        self._stop.set()
        self._thread.join()


def ensure_worker(memo: Memo) -> None:
    """See to it that somebody reads what waits: when no worker has given a sign of life, one is started here.

    It works for everybody, and so on the memory of the machine's owner.
    """
    if not memo.worker_alive():
        _own_worker(memory())


@st.cache_resource(show_spinner=False, on_release=OwnWorker.stop)
def _own_worker(_memo: Memo) -> OwnWorker:
    return OwnWorker(_memo)
