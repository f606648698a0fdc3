"""Keys and spellings."""

from __future__ import annotations

import pytest

from memo.names.fold import alias_key, spellings


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Sam Rivera", "sam rivera"),
        ("  SAM   rivera. ", "sam rivera"),
        ("sam.rivera", "sam rivera"),
        ("@sam_rivera", "sam rivera"),
        ("Jean-Luc", "jean luc"),
        ("O’Brien", "obrien"),
        ("José", "jose"),
        ("Straße", "strasse"),
        ("Łukasz Ørsted", "lukasz orsted"),
        ("İstanbul", "istanbul"),
        ("Ｓａｍ\u200e", "sam"),
        ("Sam.Rivera@X.com", "sam.rivera@x.com"),
        ("R&D", "r and d"),
        ("v1.2", "v1.2"),
        ("C++ and C#", "c++ and c#"),
        ("#general", "general"),
        ("がぎぐ", "がぎぐ"),
        ("हिन्दी", "हिन्दी"),
        ("٣", "3"),
        ("...", ""),
        ("", ""),
    ],
)
def test_alias_key(text: str, key: str) -> None:
    assert alias_key(text) == key


@pytest.mark.parametrize(
    ("word", "among"),
    [
        ("Müller", {"muller", "mueller"}),
        ("Åse", {"ase", "aase"}),
        ("Иван", {"ivan"}),
        ("Юрий", {"yury", "yuri", "iurii"}),
    ],
)
def test_spellings(word: str, among: set[str]) -> None:
    assert among <= set(spellings(word))


def test_one_spelling_of_a_plain_word() -> None:
    assert spellings("Rivera") == ("rivera",)
