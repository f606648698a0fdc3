"""The system account the embedded PostgreSQL runs as: ours, or one of its own when Memo runs as root.

PostgreSQL refuses to run as root. The account made for it has to walk to its programs and its data, which may lie below
a private folder such as /root. Opening those folders to everybody would be too much, so each gets the search
permission for its own group only, and the server runs with that group.
"""

from __future__ import annotations

import os
import pwd
import stat
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memo.errors import ConfigError

SYSTEM_USER = "memo_postgres"


@dataclass(frozen=True)
class Account:
    """Whom the server runs as; `uid` is None when it is simply the user who runs Memo."""

    uid: int | None = None
    gid: int = 0
    groups: frozenset[int] = field(default_factory=frozenset)

    @property
    def popen(self) -> dict[str, Any]:
        """The keyword arguments of `subprocess` that run a program as this account."""
        if self.uid is None:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": sorted(self.groups)}

    def own(self, path: Path) -> None:
        """Give `path` to this account."""
        if self.uid is not None:
            os.chown(path, self.uid, self.gid)


def account_for(data: Path, programs: Path) -> Account:
    """The account that the server of `data` runs as, able to walk to `data` and to run `programs`.

    Existing data keep their owner. Raises `ConfigError` when that is impossible or no account can be made.
    """
    owner = data.stat() if data.exists() else None
    if os.geteuid() != 0:
        if owner and owner.st_uid != os.geteuid():
            raise ConfigError(f"The database in {data} belongs to another user of this machine.")
        return Account()
    if owner and owner.st_uid == 0:
        raise ConfigError(f"The database in {data} belongs to root; give it back with: chown -R {SYSTEM_USER} {data}")
    if owner:
        uid, gid = owner.st_uid, owner.st_gid
    else:
        entry = _system_user()
        uid, gid = entry.pw_uid, entry.pw_gid
    groups = _let_read(programs) | _let_walk(data.parent, uid) | _let_walk(programs, uid)
    return Account(uid, gid, frozenset(groups))


def _system_user() -> pwd.struct_passwd:
    for _ in range(50):
        try:
            return pwd.getpwnam(SYSTEM_USER)
        except KeyError:
            made = _add_system_user()
        if made is not None and "lock" not in made:  # another useradd at work right now: look again
            raise ConfigError(
                f"PostgreSQL does not run as root and no user could be made for it ({made}). "
                "Run Memo as an ordinary user, or set DATABASE_URL."
            )
        time.sleep(0.1)
    raise ConfigError("PostgreSQL does not run as root, and the list of users is locked. Run Memo as an ordinary user.")


def _add_system_user() -> str | None:
    """None when the user was made, else why not."""
    command = ["useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", SYSTEM_USER]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        return "there is no useradd"
    except subprocess.CalledProcessError as exc:
        return None if "already exists" in exc.stderr else str(exc.stderr).strip()
    return None


def _let_walk(folder: Path, uid: int) -> set[int]:
    """The groups that lead to `folder` through folders which are closed to others."""
    groups = set()
    for step in (folder.resolve(), *folder.resolve().parents):
        info = step.stat()
        if info.st_mode & stat.S_IXOTH or info.st_uid == uid:
            continue
        if not info.st_mode & stat.S_IXGRP:
            step.chmod(stat.S_IMODE(info.st_mode) | stat.S_IXGRP)
        groups.add(info.st_gid)
    return groups


def _let_read(programs: Path) -> set[int]:
    """The group that reads the programs and their libraries, when they were installed for root alone."""
    info = (programs / "postgres").stat()
    if info.st_mode & stat.S_IROTH:
        return set()
    package = programs.parents[1]
    for tree in (package, package.with_name(f"{package.name}.libs")):
        for path in (tree, *tree.rglob("*")):
            mode = stat.S_IMODE(path.stat().st_mode)
            path.chmod(mode | stat.S_IRGRP | (stat.S_IXGRP if mode & stat.S_IXUSR else 0))
    return {info.st_gid}
