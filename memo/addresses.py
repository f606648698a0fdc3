"""Which network addresses only this machine can reach."""

from __future__ import annotations

import ipaddress


def is_loopback(address: str) -> bool:
    """Whether only this machine can reach `address`."""
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
