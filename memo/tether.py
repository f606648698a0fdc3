"""A child process that cannot outlive its parent: `python -m memo.tether MODULE [ARGUMENT...]` runs MODULE as a script.

The parent holds the other end of this process's standard input. When the parent ends - also by SIGKILL, when it can
tell nobody - that pipe closes, and the module is asked to stop (SIGTERM), then made to.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
import threading
import time

GRACE_SECONDS = 10.0
"""How long a module may take to stop after its parent is gone."""


def main() -> None:
    """Runs the module named by the first argument, tied to standard input."""
    threading.Thread(target=_end_with_parent, name="tether", daemon=True).start()
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


def _end_with_parent() -> None:
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_SECONDS)
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


if __name__ == "__main__":
    main()
