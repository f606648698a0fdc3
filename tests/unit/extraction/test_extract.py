"""The whole of a transcript is read, and what was not is named to the character."""

from __future__ import annotations

import threading
from typing import Final

import pytest

from memo.errors import ModelError, ModelRejected, ModelReplyCut, ModelReplyInvalid, ModelTimeout
from memo.extraction import Context, OfflineExtractor, Outline, PartResult, PartText, estimate, extract
from memo.models import Draft, DraftDecision, Transcript
from memo.settings import Settings
from memo.transcripts import read_text
from memo.transcripts.chunks import parts


def _long(turns: int = 2_000) -> Transcript:
    lines = [
        f"{('Alice', 'Bob', 'Carol')[n % 3]}: In sentence {n} we talk about the module called part{n} at some length."
        for n in range(turns)
    ]
    for n in range(0, turns, 100):
        lines[n] = f"Alice: We decided to rewrite the module called part{n} in the language number {n} this year."
    return read_text("\n".join(lines))


LONG: Final = _long()


class Reader:
    """Proposes every "We decided" line of a part; fails as told, by part and try."""

    name: Final = "anthropic"
    model: Final = "test"
    writes_prose: Final = True

    def __init__(self, fails: dict[int, list[ModelError]] | None = None) -> None:
        self.fails = fails or {}
        self.read: list[tuple[int, int, int]] = []
        self.lock = threading.Lock()

    def read_part(self, part: PartText, context: Context) -> Draft:
        with self.lock:
            self.read.append((part.index, part.start, part.end))
            errors = self.fails.get(part.index)
            if errors:
                raise errors.pop(0)
        return Draft(
            summary=f"Part {part.index} talks about modules.".replace(f" {part.index}", ""),
            decisions=tuple(
                DraftDecision(description=turn.text.removeprefix("We decided to "), quote=turn.text)
                for turn in part.turns
                if turn.text.startswith("We decided")
            ),
        )

    def summarise(self, outline: Outline, context: Context) -> str:
        return "The modules were talked about."


def test_every_character_and_every_decision_of_a_long_meeting_is_read() -> None:
    reader = Reader()
    got = extract(LONG, title=None, held_on=None, extractor=reader)
    assert len(LONG.text) > 3 * 40_000
    assert got.coverage.chars_read == got.coverage.chars == len(LONG.text)
    assert (got.coverage.parts, got.coverage.parts_failed, got.coverage.gaps) == (len(parts(LONG)), 0, ())
    assert [d.evidence.turn for d in got.decisions] == list(range(0, 2_000, 100))
    assert got.coverage.turns == len(LONG.turns)
    assert got.summary == "The modules were talked about."


def test_several_parts_are_read_at_a_time() -> None:
    together = threading.Barrier(3, timeout=10)

    class Waiting(Reader):
        def read_part(self, part: PartText, context: Context) -> Draft:
            if part.index < 3:
                together.wait()
            return super().read_part(part, context)

    assert extract(LONG, title=None, held_on=None, extractor=Waiting()).coverage.parts_failed == 0


def test_what_two_parts_both_saw_is_one_fact() -> None:
    cut = parts(LONG)
    assert any(part.start < part.own_start for part in cut)
    whole = Draft(
        decisions=(DraftDecision(description="rewrite the module called part100", quote=LONG.turns[100].text),)
    )
    got = extract(LONG, title=None, held_on=None, extractor=Reader(), done={0: whole})
    assert sum(d.evidence.turn == 100 for d in got.decisions) == 1


def test_a_failed_part_is_tried_again_and_then_a_gap_with_its_reason() -> None:
    reader = Reader({1: [ModelTimeout("slow"), ModelTimeout("still slow")], 2: [ModelReplyInvalid("odd")]})
    heard: list[PartResult] = []
    got = extract(LONG, title=None, held_on=None, extractor=reader, on_part=heard.append)
    cut = parts(LONG)
    (gap,) = got.coverage.gaps
    assert (gap.part, gap.start, gap.why) == (1, cut[1].own_start, "still slow")
    assert gap.end == cut[2].start, "the overlap was read with the next part"
    assert got.coverage.chars_read == len(LONG.text) - (gap.end - gap.start)
    assert got.coverage.parts_failed == 1
    assert sorted(r.part.index for r in heard) == list(range(len(cut)))
    assert [r.error.message for r in heard if r.error] == ["still slow"]
    assert not any(gap.start <= d.evidence.start < gap.end for d in got.decisions)


def test_what_is_too_much_for_one_reply_is_read_in_halves() -> None:
    reader = Reader({1: [ModelReplyCut("full")]})
    got = extract(LONG, title=None, held_on=None, extractor=reader)
    part = parts(LONG)[1]
    halves = sorted((start, end) for index, start, end in reader.read if index == 1)[:3]
    assert got.coverage.parts_failed == 0
    assert {halves[0][0], halves[-1][1]} <= {part.start, part.end}
    assert len(halves) == 3
    assert [d.evidence.turn for d in got.decisions] == list(range(0, 2_000, 100))


def test_what_was_read_before_is_not_read_again() -> None:
    first = Reader({2: [ModelTimeout("slow"), ModelTimeout("slow")]})
    kept: dict[int, Draft] = {}

    def keep(result: PartResult) -> None:
        if result.draft is not None:
            kept[result.part.index] = result.draft

    assert extract(LONG, title=None, held_on=None, extractor=first, on_part=keep).coverage.parts_failed == 1
    again = Reader()
    got = extract(LONG, title=None, held_on=None, extractor=again, done=kept)
    assert [index for index, _, _ in again.read] == [2]
    assert got.coverage.chars_read == len(LONG.text)
    assert len(got.decisions) == 20


def test_when_no_part_can_be_read_the_last_error_is_raised() -> None:
    count = len(parts(LONG))
    reader = Reader({n: [ModelTimeout(f"slow {n}") for _ in range(4)] for n in range(count)})
    with pytest.raises(ModelTimeout):
        extract(LONG, title=None, held_on=None, extractor=reader)


def test_a_wrong_key_is_not_tried_on_every_part() -> None:
    big = _long(8_000)
    assert len(parts(big)) > 10
    reader = Reader({n: [ModelRejected("no such key")] for n in range(99)})
    with pytest.raises(ModelRejected, match="no such key"):
        extract(big, title=None, held_on=None, extractor=reader)
    assert len(reader.read) <= 8


def test_a_bug_is_not_a_gap() -> None:
    class Broken(Reader):
        def read_part(self, part: PartText, context: Context) -> Draft:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        extract(LONG, title=None, held_on=None, extractor=Broken())


def test_without_a_summary_of_the_whole_the_parts_own_stand_and_it_says_so() -> None:
    class Mute(Reader):
        def summarise(self, outline: Outline, context: Context) -> str:
            raise ModelTimeout("slow")

    got = extract(LONG, title=None, held_on=None, extractor=Mute())
    assert got.summary.startswith("Part talks about modules.")
    assert [each.why for each in got.rejected if each.kind == "summary"] == [
        "No summary of the whole could be made (slow); those of its parts stand in a row."
    ]


def test_people_of_the_form_are_people_of_the_meeting() -> None:
    quote = LONG.turns[100].text
    draft = Draft(decisions=(DraftDecision(description="rewrite part100", quote=quote, decided_by=("Dora", "Zoe")),))
    done = {part.index: draft if part.index == 0 else Draft() for part in parts(LONG)}
    got = extract(LONG, title=None, held_on=None, extractor=Reader(), done=done, people=["Dora Diaz"])
    assert got.decisions[0].decided_by == ("Dora",)


def test_offline_reads_everything_costs_nothing_and_says_what_it_is() -> None:
    got = extract(LONG, title=None, held_on=None, extractor=OfflineExtractor())
    assert got.coverage.chars_read == len(LONG.text)
    assert len(got.decisions) == 20
    assert (got.extractor, got.model, got.cost_microdollars) == ("offline", "offline-rules", 0)
    assert got.summary.startswith("Made by rules, without a model")


def test_the_estimate_is_known_before_anything_is_spent() -> None:
    online = Settings(ANTHROPIC_API_KEY="k")  # type: ignore[arg-type]
    said = estimate(LONG, online)
    assert (said.model, said.chars, said.parts) == ("claude-sonnet-5-5", len(LONG.text), len(parts(LONG)))
    assert said.input_tokens > len(LONG.text) / 4
    assert said.microdollars is not None
    assert 50_000 < said.microdollars < 500_000
    offline = estimate(LONG, Settings())
    assert (offline.model, offline.input_tokens, offline.microdollars) == ("offline-rules", 0, 0)
    unknown = Settings(ANTHROPIC_API_KEY="k", MEMO_EXTRACT_MODEL="somebody-else")  # type: ignore[arg-type]
    assert estimate(LONG, unknown).microdollars is None
