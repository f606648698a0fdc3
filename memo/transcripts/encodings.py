"""Which encoding bytes are written in: byte order mark, NUL pattern, strict UTF-8, Windows-1252, then a sure guess.

Latin-1 is never tried blindly: it decodes anything and so proves nothing.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

from memo.errors import NotText
from memo.transcripts.vocabulary import words

NUL_SHARE: Final = 0.30
MAX_BROKEN_SHARE: Final = 0.001
MAX_WESTERN_HIGH_SHARE: Final = 0.25

# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS: Final[tuple[tuple[bytes, str], ...]] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ALLOWED_GUESSES: Final = words(
    """
    cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp932 shift_jis shift_jis_2004 shift_jisx0213 euc_jp
    euc_kr cp949 big5 cp950 gb18030 gb2312 gbk koi8_r iso8859_2 iso8859_5 iso8859_7 mac_cyrillic
    """
)
# In Western text an accented letter stands alone or in pairs among plain letters, and quotes and dashes at their edges.
_WESTERN_HIGH: Final = re.compile(
    "[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u2013\u2014\u2018-\u201e\u2026\u20ac\u2022\u00a0\u00a3\u00a7\u00ab\u00ae\u00b0\u00b4\u00b7\u00bb\u00bf\u00a1\u00a9\u2122]"
)
_HIGH: Final = re.compile("[^\x00-\x7f]")
_HIGH_RUN: Final = re.compile("[\u00c0-\u00ff]{3,}")

_CHECK_LETTERS: Final = "please check the umlauts and accents"


def decode_bytes(data: bytes) -> tuple[str, str, tuple[str, ...]]:
    """The decoded text, the encoding's name and warnings; raises `NotText` when no encoding fits surely."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode_marked(data[len(mark) :], encoding)
    wide = _wide_encoding(data)
    if wide is not None:
        return data.decode(wide), wide, ()
    try:
        return data.decode("utf-8"), "utf-8", ()
    except UnicodeDecodeError:
        pass
    return _mostly_utf8(data) or _western(data) or _guess(data)


def _decode_marked(data: bytes, encoding: str) -> tuple[str, str, tuple[str, ...]]:
    text = data.decode(encoding, errors="replace")
    broken = text.count("\ufffd")
    if broken > max(1, len(text) * 0.01):
        raise NotText(f"The file says that it is {encoding.upper()}, but its bytes are not.")
    return text, encoding, (f"{broken} unreadable places are shown as \ufffd.",) if broken else ()


def _wide_encoding(data: bytes) -> str | None:
    """UTF-16 or UTF-32 without a mark: text of mostly ASCII has a NUL in each second byte, or in three of four."""
    sample = data[:200_000]
    if len(sample) < 4 or sample.count(0) < len(sample) * NUL_SHARE / 2:
        return None
    candidates = []
    if len(data) % 4 == 0:
        quarters = [sample[i::4] for i in range(4)]
        share = [q.count(0) / len(q) for q in quarters]
        if share[1] > 0.9 and share[2] > 0.9:
            candidates.append("utf-32-le" if share[3] > 0.9 and share[0] < 0.3 else "utf-32-be")
    even, odd = sample[0::2], sample[1::2]
    if odd.count(0) >= len(odd) * NUL_SHARE > even.count(0):
        candidates.append("utf-16-le")
    if even.count(0) >= len(even) * NUL_SHARE > odd.count(0):
        candidates.append("utf-16-be")
    return next((name for name in candidates if _decodes(data, name)), None)


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _mostly_utf8(data: bytes) -> tuple[str, str, tuple[str, ...]] | None:
    """UTF-8 with a few broken bytes (a file cut in a character): more good wide characters than broken places."""
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    good = len(_HIGH.findall(text)) - broken
    if good <= broken * 3 or broken > max(1, len(text) * MAX_BROKEN_SHARE):
        return None
    return text, "utf-8", (f"{broken} unreadable places are shown as \ufffd.",)


def _western(data: bytes) -> tuple[str, str, tuple[str, ...]] | None:
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return None
    high = len(_HIGH.findall(text))
    western = len(_WESTERN_HIGH.findall(text))
    runs = sum(len(run) for run in _HIGH_RUN.findall(text))
    if high > len(text) * MAX_WESTERN_HIGH_SHARE or western < high * 0.9 or runs > high * 0.2:
        return None
    return text, "cp1252", (f"The file was read as Windows-1252: {_CHECK_LETTERS}.",)


def _guess(data: bytes) -> tuple[str, str, tuple[str, ...]]:
    # Its tables take a while to load, and nearly every file is UTF-8.
    from charset_normalizer import from_bytes

    best = from_bytes(data, chunk_size=2048).best()
    if best is None or best.encoding not in _ALLOWED_GUESSES or best.chaos > 0.1:
        raise NotText("Memo cannot tell which encoding this file is written in: save it as UTF-8 and hand it in again.")
    return str(best), best.encoding, (f"The file was read as {best.encoding}: {_CHECK_LETTERS}.",)
