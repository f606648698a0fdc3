"""Text to comparable text: case, diacritics, punctuation and scripts folded, nothing guessed.

`alias_key` is the identity under which an alias is stored; `spellings` are the ways the same word is commonly typed.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

EMAIL = re.compile(r"[\w.+'-]+@[\w-]+(?:\.[\w-]+)+")
APOSTROPHES = "'’‘ʼ`´ʻ＇"
_SEPARATORS = re.compile(r"[^a-z0-9+#.]+")
_LOOSE_DOTS = re.compile(r"(?<!\d)\.|\.(?!\d)")
_LOOSE_SIGNS = re.compile(r"(?:^|(?<=\s))[+#]+")
_NO_APOSTROPHES = str.maketrans("", "", APOSTROPHES)
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŋ": "n"}
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "ґ": "g", "д": "d", "е": "e", "є": "ye", "ж": "zh", "з": "z", "и": "i",
    "і": "i", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u",
    "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e",
    "ю": "yu", "я": "ya",
}  # fmt: skip
_PASSPORT = str.maketrans({**_CYRILLIC, "ё": "e", "й": "i", "ї": "i", "ю": "iu", "я": "ia", "є": "ie"})
_COMMON = str.maketrans({**_CYRILLIC, "ё": "yo", "й": "y", "ї": "yi", "х": "h"})
_LIBRARY = str.maketrans({**_CYRILLIC, "ё": "e", "й": "y", "ї": "i"})
_SOFT_E = re.compile("[ьъ]е")
_CYRILLIC_LETTER = re.compile("[а-яіїєґё]")


@lru_cache(maxsize=65_536)
def alias_key(text: str) -> str:
    """The normalised form of `text`: lower case, no diacritics, words apart by one space; "" when nothing is left.

    An e-mail address stays an address. Dots stay only inside numbers, so that "v1.2" is not "v12".
    """
    text = text.strip()
    if "@" in text and EMAIL.fullmatch(text):
        return text.lower()
    return _plain(text)


def _plain(text: str) -> str:
    if text.isascii():
        lowered = text.lower().translate(_NO_APOSTROPHES).replace("&", " and ")
        if "." in lowered:
            lowered = _LOOSE_DOTS.sub(" ", lowered)
        kept = _SEPARATORS.sub(" ", lowered)
    else:
        lowered = fold(text).translate(_NO_APOSTROPHES).replace("&", " and ")
        lowered = _LOOSE_DOTS.sub(" ", lowered)
        kept = "".join(c if c in "+#." or unicodedata.category(c)[0] in "LNM" else " " for c in lowered)
    if "+" in kept or "#" in kept:
        kept = _LOOSE_SIGNS.sub(" ", kept)
    return " ".join(kept.split())


def visible(text: str) -> str:
    """`text` in compatibility form without invisible characters (joiners, direction marks), spaces made single."""
    if text.isascii():
        return " ".join(text.split())
    text = unicodedata.normalize("NFKC", text)
    return " ".join("".join(c for c in text if unicodedata.category(c) != "Cf").split())


def fold(text: str) -> str:
    """`text` without case and diacritics; marks that are letters in their script (dakuten, vowel signs) stay."""
    text = visible(text).casefold()
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(c for c in decomposed if not "\u0300" <= c <= "\u036f")
    folded = unicodedata.normalize("NFC", bare).translate(_LETTERS)
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in folded)


def spellings(word: str) -> tuple[str, ...]:
    """The folded `word` first, then the ways it is written without its letters: "Müller" -> muller, mueller.

    Cyrillic words give their usual Latin transliterations.
    """
    first = _plain(word).replace(" ", "")
    if word.isascii():
        return (first,)
    lowered = unicodedata.normalize("NFC", visible(word).casefold())
    found = {first: None}
    if _CYRILLIC_LETTER.search(lowered):
        for table in (_PASSPORT, _COMMON, _LIBRARY):
            latin = _plain(_SOFT_E.sub("ye", lowered).translate(table)).replace(" ", "")
            found[latin] = None
            found[re.sub("(?:iy|yy|ii|yi)$", "y", latin)] = None
            found[re.sub("(?:iy|yy|ii|yi)$", "i", latin)] = None
    else:
        found[_plain(lowered.translate(_UMLAUTS)).replace(" ", "")] = None
    return tuple(s for s in found if s)
