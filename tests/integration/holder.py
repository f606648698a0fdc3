"""A process that holds the embedded database of a folder: `python holder.py HOME GRACE [ignore-sigint] [raise]`.

Prints the address when it has it, then waits for a line on its input and ends, well or by an exception.
"""

import signal
import sys
from pathlib import Path

from memo.store.embedded import EmbeddedDatabase, install_signal_handlers

if __name__ == "__main__":
    home, grace, *how = sys.argv[1:]
    install_signal_handlers()
    if "ignore-sigint" in how:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    print(EmbeddedDatabase(Path(home), grace=float(grace)).start(), flush=True)
    sys.stdin.readline()
    if "raise" in how:
        raise RuntimeError("on purpose")
