"""Reading the parts of a transcript: several at a time, each tried again where that can help, none lost in silence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import Final

from memo.errors import ModelError, ModelRejected, ModelReplyCut, ModelTimeout
from memo.extraction.reader import Context, Extractor, PartText, joined
from memo.models import Draft, Transcript
from memo.transcripts.chunks import Part

PARALLEL_PARTS: Final = 4
ROUNDS: Final = 2
"""How often a part is tried. Each try has a time budget of its own, within which the client has already tried again."""

MIN_HALVED_CHARS: Final = 4_000


@dataclass(frozen=True)
class PartResult:
    """What became of one part: its draft, or the error that kept it from being read."""

    part: Part
    draft: Draft | None
    error: ModelError | None = None


def read_parts(
    transcript: Transcript, wanted: Sequence[Part], extractor: Extractor, context: Context
) -> Iterator[PartResult]:
    """The results of `wanted` as they come in, several parts being read at a time."""
    if extractor.name == "offline" or len(wanted) < 2:
        for part in wanted:
            yield _part_result(transcript, part, extractor, context)
        return
    waiting = iter(wanted)
    at_once = PARALLEL_PARTS
    with ThreadPoolExecutor(at_once, thread_name_prefix="memo-extract") as pool:

        def begin(part: Part) -> Future[PartResult]:
            return pool.submit(_part_result, transcript, part, extractor, context)

        running = {begin(part) for part in islice(waiting, at_once)}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for result in (each.result() for each in finished):
                yield result
                if isinstance(result.error, ModelRejected):
                    # A wrong key or model name is wrong for every part: what has not begun is not tried.
                    yield from (PartResult(part, None, result.error) for part in waiting)
            running |= {begin(part) for part in islice(waiting, len(finished))}


def _part_result(transcript: Transcript, part: Part, extractor: Extractor, context: Context) -> PartResult:
    """`part` read, if need be in halves or once more."""
    piece = _piece(transcript, part.index, part.start, part.end)
    if not piece.turns:
        return PartResult(part, Draft())
    error: ModelError | None = None
    for round_ in range(ROUNDS):
        try:
            if isinstance(error, ModelReplyCut | ModelTimeout) and round_ and part.end - part.start > MIN_HALVED_CHARS:
                halves = _halves(transcript, piece)
                return PartResult(part, joined([extractor.read_part(half, context) for half in halves]))
            return PartResult(part, extractor.read_part(piece, context))
        except ModelError as exc:
            error = exc
            if not exc.retryable:
                break
    return PartResult(part, None, error)


def _halves(transcript: Transcript, piece: PartText) -> list[PartText]:
    """`piece` as two: what was too much for one reply, or for the time, is often not too much for two."""
    middle = (piece.start + piece.end) // 2
    border = min((turn.start for turn in piece.turns[1:]), key=lambda start: abs(start - middle), default=middle)
    return [
        half
        for start, end in ((piece.start, border), (border, piece.end))
        if (half := _piece(transcript, piece.index, start, end)).turns
    ]


def _piece(transcript: Transcript, index: int, start: int, end: int) -> PartText:
    """`[start, end)` with its turns, those on its borders cut: what is not sent cannot be quoted."""
    turns = []
    for turn in transcript.turns:
        low, high = max(turn.start, start), min(turn.end, end)
        if low < high:
            whole = low == turn.start and high == turn.end
            turns.append(
                turn
                if whole
                else turn.model_copy(update={"text": transcript.text[low:high], "start": low, "end": high})
            )
    return PartText(index, start, end, tuple(turns))
