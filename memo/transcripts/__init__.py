"""Transcripts: bytes become decoded text, text becomes turns with speakers and offsets. No I/O."""

from memo.transcripts.reader import read, read_text

__all__ = ["read", "read_text"]
