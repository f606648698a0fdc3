"""`memo members` and `memo capture --audience`, as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memo.models import Principal
from memo.service import Memo
from tests.integration.app_process import memo
from tests.integration.capturing import STANDUP


@pytest.fixture
def team(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A MEMO_HOME whose commands use this test's database."""
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setenv("MEMO_EMBEDDER", "off")
    return tmp_path


def test_the_roll_is_kept(team: Path) -> None:
    assert "No members" in memo(team, "members", "list").stdout
    added = memo(team, "members", "add", "Ana@Example.com", "--role", "admin", "--group", "legal", "--json")
    assert added.returncode == 0, added.stderr
    ana = json.loads(added.stdout)
    assert (ana["email"], ana["role"], ana["groups"]) == ("ana@example.com", "admin", ["group:legal"])
    changed = memo(team, "members", "role", "ana@example.com", "reader")
    assert changed.stdout == "ana@example.com · reader · group:legal · has not signed in yet\n"
    removed = memo(team, "members", "remove", "ana@example.com")
    assert "removed" in removed.stdout
    assert "removed" in memo(team, "members", "list").stdout


def test_what_is_no_member_or_role_is_refused(team: Path) -> None:
    for arguments in (("remove", "eve@example.com"), ("add", "nobody"), ("add", "a@b.org", "--role", "king")):
        done = memo(team, "members", *arguments)
        assert done.returncode == 2, arguments


def test_a_transcript_is_captured_for_some(team: Path, tmp_path: Path) -> None:
    file = tmp_path / "weekly.txt"
    file.write_bytes(STANDUP)
    done = memo(team, "capture", file, "--audience", "group:legal", "--audience", "member:7", "--json")
    assert done.returncode == 0, done.stderr
    with Memo.open() as opened:
        assert len(opened.facts().facts) >= 3
        for who, sees in (
            (Principal(name="Lea", member_id=1, audience=("group:legal",)), True),
            (Principal(name="Ada", member_id=7), True),
            (Principal(name="Ben", member_id=8, role="admin"), False),
        ):
            assert bool(opened.acting_as(who).facts().facts) is sees
