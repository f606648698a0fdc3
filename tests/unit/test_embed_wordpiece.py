"""Tokens as BERT's own uncased tokenizer makes them."""

from pathlib import Path

import pytest

from memo.embedders.wordpiece import WordPiece

TOKENS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "zoe", "due", "on", "_", "post", "##gre", "##s"]
TOKENS += ["$", "5", "##m", "!", "中", "文", "a"]


@pytest.fixture
def words(tmp_path: Path) -> WordPiece:
    file = tmp_path / "vocab.txt"
    file.write_text("\n".join(TOKENS) + "\n", encoding="utf-8")
    return WordPiece(file)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Zoë", ["zoe"]),
        ("ZOE\u0308", ["zoe"]),
        ("due_on", ["due", "_", "on"]),
        ("Postgres!", ["post", "##gre", "##s", "!"]),
        ("$5M", ["$", "5", "##m"]),
        ("中文", ["中", "文"]),
        ("postx", ["[UNK]"]),
        ("a" * 101, ["[UNK]"]),
        ("a\u200d\x00 \u00a0a", ["a", "a"]),
        (" \n", []),
    ],
)
def test_tokens(words: WordPiece, text: str, tokens: list[str]) -> None:
    assert words.ids(text) == [TOKENS.index(token) for token in tokens]


def test_special_tokens(words: WordPiece) -> None:
    assert (words.start, words.end) == (2, 3)


def test_special_tokens_in_text_are_only_text(words: WordPiece) -> None:
    assert 3 not in words.ids("a [SEP] a")
