"""BERT's uncased WordPiece tokenizer: the token ids that the bundled models were trained on.

The models' own package brings a tokenizer that keeps accents and underscores, so that "Zoë" and "due_on" turn into
unknown tokens; this one follows the rules of the `tokenizer.json` beside the models.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

_CACHED_WORDS = 50_000
_LONGEST_WORD = 100
_ASCII_SYMBOLS = frozenset("$+<=>^`|~")
"""ASCII characters that Unicode calls symbols and BERT calls punctuation."""

_IDEOGRAPHS = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F))


class WordPiece:
    """A vocabulary file (one token a line, its line number is its id) and how text is cut into its tokens."""

    def __init__(self, vocabulary: Path) -> None:
        tokens = vocabulary.read_text(encoding="utf-8").splitlines()
        self._ids = {token: number for number, token in enumerate(tokens)}
        self.start, self.end, self._unknown = (self._ids[name] for name in ("[CLS]", "[SEP]", "[UNK]"))
        self._word = lru_cache(maxsize=_CACHED_WORDS)(self._cut_word)

    def ids(self, text: str) -> list[int]:
        """The token ids of `text`, without the start and end tokens."""
        return [number for word in text.split() for number in self._word(word)]

    def _cut_word(self, word: str) -> tuple[int, ...]:
        return tuple(number for part in _parts(word) for number in self._pieces(part))

    def _pieces(self, part: str) -> list[int]:
        """Longest known piece first; a part that cannot be made of known pieces is one unknown token."""
        if len(part) > _LONGEST_WORD:
            return [self._unknown]
        pieces: list[int] = []
        start = 0
        while start < len(part):
            for end in range(len(part), start, -1):
                number = self._ids.get(part[start:end] if start == 0 else "##" + part[start:end])
                if number is not None:
                    pieces.append(number)
                    start = end
                    break
            else:
                return [self._unknown]
        return pieces


def _parts(word: str) -> Iterator[str]:
    """`word` in lower case, without accents and control characters, punctuation and ideographs apart."""
    letters = ""
    for char in unicodedata.normalize("NFD", word.lower()):
        category = unicodedata.category(char)
        if category == "Mn" or category.startswith("C") or char == "\ufffd":
            continue
        if category.startswith("P") or char in _ASCII_SYMBOLS or _is_ideograph(char):
            if letters:
                yield letters
            yield char
            letters = ""
        else:
            letters += char
    if letters:
        yield letters


def _is_ideograph(char: str) -> bool:
    return any(first <= ord(char) <= last for first, last in _IDEOGRAPHS)
