"""What the other tests rely on: no setting from outside and no way out."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from memo.settings import load_settings
from tests.conftest import NetworkForbiddenError


def test_no_setting_comes_from_outside(memo_home: Path) -> None:
    assert {name for name in os.environ if name.startswith(("MEMO_", "ANTHROPIC_", "SLACK_", "CLOUDFLARE_"))} == {
        "MEMO_HOME"
    }
    assert "DATABASE_URL" not in os.environ
    assert load_settings().home == memo_home


@pytest.mark.parametrize("address", [("192.0.2.1", 443), ("example.com", 80)])
def test_nothing_beyond_this_machine_is_reached(address: tuple[str, int]) -> None:
    with socket.socket() as sock, pytest.raises(NetworkForbiddenError):
        sock.connect(address)


def test_this_machine_is_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname(), timeout=5):
        pass
