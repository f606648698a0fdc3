"""Addresses that a sign-in may lead back to: pages of our own, and nothing else."""

from __future__ import annotations

import pytest

from memo.ui.gate import ROOT
from memo.ui.way_back import COOKIE, opened, own_page, page_names, sealed

NAMES = page_names(ROOT)


def test_the_pages_are_those_of_the_folder() -> None:
    assert {"Capture", "Ask", "Facts", "Fact", "Meeting", "Resolve", "Activity", "Forget"} == NAMES


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("https://memo.example.com/Facts?client=3", "/Facts?client=3"),
        ("https://memo.example.com/", "/"),
        ("https://memo.example.com/?x=", "/?x="),
        ("https://memo.example.com/Facts/", "/Facts"),
        ("https://memo.example.com/Ask?q=a%0d%0ab#part", "/Ask?q=a%0D%0Ab"),
        ("https://memo.example.com/Ask?q=%C3%A9", "/Ask?q=%C3%A9"),
        ("https://evil.example.com/Facts", "/Facts"),
        ("https://memo.example.com/facts", None),
        ("https://memo.example.com//Facts", None),
        ("https://memo.example.com//evil.example.com", None),
        ("https://memo.example.com/Facts/../auth/logout", None),
        ("https://memo.example.com/Facts%2f", None),
        ("https://memo.example.com/\\evil.example.com", None),
        ("https://memo.example.com/Ask?" + "&".join(f"a{i}=1" for i in range(51)), None),
        ("https://memo.example.com/Ask?q=" + "x" * 2000, None),
        ("https://[memo/Facts", None),
        ("", None),
    ],
)
def test_only_pages_of_our_own(address: str, page: str | None) -> None:
    assert own_page(address, NAMES) == page


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("https://example.com/team/memo/Facts?client=3", "/team/memo/Facts?client=3"),
        ("https://example.com/team/memo/", "/team/memo/"),
        ("https://example.com/Facts", None),
        ("https://example.com/team/memoFacts", None),
    ],
)
def test_below_a_path_of_a_shared_server(address: str, page: str | None) -> None:
    assert own_page(address, NAMES, "team/memo/") == page


def test_what_is_sealed_is_opened_by_its_maker_alone() -> None:
    kept = sealed("/Facts?client=3", "ours")
    assert opened(kept, "ours") == "/Facts?client=3"
    assert opened(kept, "theirs") is None
    assert opened(kept[:-1], "ours") is None
    assert opened("", "ours") is None
    assert all(letter.isalnum() or letter in "-_." for letter in kept), COOKIE
