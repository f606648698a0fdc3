"""The text of a .docx document, read by python-docx after a look at what the archive would unpack to."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Final

from docx import Document
from docx.exceptions import PythonDocxError
from docx.opc.exceptions import OpcError
from docx.table import Table
from docx.text.paragraph import Paragraph

from memo.errors import FileNotAccepted
from memo.transcripts.kinds import ACCEPTED_IN_WORDS

MAX_MEMBERS: Final = 2_000
MAX_UNPACKED_BYTES: Final = 60_000_000
MAX_TEXT_BYTES: Final = 30_000_000
MAX_RATIO: Final = 200
RATIO_FROM_BYTES: Final = 1_000_000
"""Small members may be packed as tightly as they like: a page of spaces is no bomb."""

_DAMAGED: Final = (
    zipfile.BadZipFile,
    zlib.error,
    OpcError,
    PythonDocxError,
    SyntaxError,  # what lxml raises for broken XML
    KeyError,  # a part that is named and missing
    ValueError,
    AttributeError,  # an element that the schema demands and the file lacks
    EOFError,
    RuntimeError,  # an encrypted member, or an unknown compression
)
_DOCUMENT: Final = "word/document.xml"


def text_of(data: bytes) -> str:
    """Paragraphs and table rows in order, a blank line between them; raises `FileNotAccepted`."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            _check(archive)
        document = Document(BytesIO(data))
        return "\n\n".join(block for block in _blocks(document.iter_inner_content()) if block.strip())
    except _DAMAGED as exc:
        raise FileNotAccepted("This .docx cannot be opened: it is damaged or protected by a password.") from exc


def _check(archive: zipfile.ZipFile) -> None:
    members = archive.infolist()
    names = {member.filename for member in members}
    if _DOCUMENT not in names:
        raise FileNotAccepted(f"This file is a zip archive, not a document. {ACCEPTED_IN_WORDS}")
    unpacked = sum(member.file_size for member in members)
    swollen = any(
        member.file_size > RATIO_FROM_BYTES and member.file_size > member.compress_size * MAX_RATIO
        for member in members
    )
    text_bytes = archive.getinfo(_DOCUMENT).file_size
    if len(members) > MAX_MEMBERS or unpacked > MAX_UNPACKED_BYTES or text_bytes > MAX_TEXT_BYTES or swollen:
        raise FileNotAccepted(
            f"This .docx would unpack to {unpacked:,} bytes in {len(members)} parts: Memo does not open such archives."
        )


def _blocks(content: Iterator[Paragraph | Table]) -> Iterator[str]:
    for block in content:
        if isinstance(block, Table):
            for row in block.rows:
                cells = dict.fromkeys(" ".join(cell.text.split()) for cell in row.cells)
                yield "\t".join(cell for cell in cells if cell)
        else:
            yield _paragraph(block)


def _paragraph(paragraph: Paragraph) -> str:
    style = (paragraph._p.style or "").lower()
    text = paragraph.text.strip("\n")
    if style.startswith("heading") and style[7:8].isdigit() and text.strip():
        return "#" * min(6, int(style[7:8])) + " " + text
    listed = style.startswith("list") or (paragraph._p.pPr is not None and paragraph._p.pPr.numPr is not None)
    return f"- {text}" if listed and text.strip() else text
