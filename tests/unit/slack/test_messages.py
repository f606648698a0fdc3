"""What Slack is sent: inert, within its limits, and nothing of a record is lost on the way."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memo.models import NameReceipt, NearMiss
from memo.slack.answer import answer_message
from memo.slack.blocks import Message, clip, contexts, escape, packed, sections
from memo.slack.names import MOST_QUESTIONS, NameChoice, closed, questions, settled
from memo.slack.record import pulse_messages, record_messages
from tests.fakes.slack import all_text, wrong
from tests.unit.slack.records import DAY, HOSTILE, INERT, answer, decision, digest, item, pending, record


def refused(messages: list[Message]) -> list[str | None]:
    """What Slack would say against each."""
    return [wrong({"text": message.text, "blocks": message.blocks}) for message in messages]


def shown(messages: list[Message]) -> str:
    return "\n".join(all_text({"blocks": message.blocks}) for message in messages)


def test_a_record_is_told_whole() -> None:
    (first, rest) = record_messages(record(), [pending("Sam")], "https://memo.example.com")
    assert first.text == "Memo remembers “Weekly sync” of 4 March 2026: 1 decision, 1 action item."
    assert [block["text"]["text"] for block in first.blocks] == [
        "*Weekly sync* · 4 March 2026",
        "*Decisions*\n• We take supplier 1 _Why:_ it is near (Ana)",
        "*Action items*\n• Write part 1 (Ben Ode; due 6 March 2026)",
        "*Who is meant?* “Sam”",
        "<https://memo.example.com/Meeting?meeting=7|Open the meeting>",
    ]
    assert [block["text"]["text"] for block in rest.blocks] == [
        "*Summary*\nWhat was said.",
        "*Outcomes*\n• a supplier",
        "*Topics*\nsuppliers",
        "*Present*\nAna Costa, Ben Ode",
    ]


def test_without_an_address_there_is_no_link() -> None:
    assert "Open the meeting" not in shown(record_messages(record(), [], None))


def test_what_is_too_much_for_the_channel_is_in_the_thread() -> None:
    facts = [decision(n) for n in range(200)]
    messages = record_messages(record(decisions=facts, action_items=[item(n) for n in range(200)]), [], None)
    assert refused(messages) == [None] * len(messages)
    text = shown(messages)
    assert all(f"We take supplier {n} " in text for n in range(200))
    assert all(f"Write part {n} " in text for n in range(200))
    assert "and 190 more in the thread" in shown(messages[:1])
    assert "We take supplier 10 " not in shown(messages[:1])


def test_every_word_of_others_is_inert() -> None:
    hostile = record(
        title=HOSTILE,
        summary=HOSTILE,
        attendees=[HOSTILE],
        topics=[HOSTILE],
        outcomes=[HOSTILE],
        decisions=[decision(1, HOSTILE, reasoning=HOSTILE, decided_by=[HOSTILE])],
        action_items=[item(1, HOSTILE, assignee=HOSTILE, due_on=None, due_text=HOSTILE)],
    )
    names = [pending(HOSTILE, HOSTILE, quote=HOSTILE, meeting=HOSTILE, why=HOSTILE)]
    near = NearMiss(
        fact_type="decision", fact_id=1, text=HOSTILE, meeting_id=7, meeting=HOSTILE, happened_on=DAY, score=0.1
    )
    asked = answer(HOSTILE, abstained=True, near_misses=[near], notes=[HOSTILE])
    receipt = NameReceipt(receipt_id=1, mention=HOSTILE, type="person", name=HOSTILE, action_items=1, decisions=0)
    messages = [
        *record_messages(hostile, names, None),
        *questions(names),
        answer_message(asked, "https://memo.example.com"),
        *pulse_messages(digest(f"{HOSTILE}\n- {HOSTILE}")),
        settled(receipt, "U9"),
        closed(HOSTILE),
    ]
    for message in messages:
        own = json.dumps([message.text, [_without_values(b) for b in message.blocks]], ensure_ascii=False)
        own = own.replace("<@U9>", "").replace("<https://memo.example.com/Meeting?meeting=7|", "").replace("x*>", "x*")
        assert "<" not in own
        assert "evil.example|click>" not in own
        assert "&lt;!channel&gt;" in own
        assert all(b["text"]["verbatim"] for b in message.blocks if b["type"] == "section")
    assert INERT in shown(messages)


def _without_values(block: dict) -> dict:  # type: ignore[type-arg]
    """A block without what Slack hands back as it is and shows to nobody."""
    elements = [{k: v for k, v in e.items() if k != "value"} for e in block.get("elements", [])]
    return {**block, "elements": elements}


def test_a_digest_is_told_line_by_line() -> None:
    (message,) = pulse_messages(digest("Wednesday, 4 March 2026\n\nDecided (1)\n- We use Postgres. (Ana)"))
    assert message.text == "The digest of 4 March 2026"
    assert message.blocks[0]["text"]["text"] == "*Wednesday, 4 March 2026*\nDecided (1)\n- We use Postgres. (Ana)"


# --- names ---


def test_one_button_a_candidate_and_none_of_these() -> None:
    (message,) = questions([pending("Sam", "Sam Rivera", "Sam Okafor", scope="meeting")])
    section, actions = message.blocks
    assert section["text"]["text"].splitlines()[:2] == [
        "*Who is “Sam”* in Weekly sync, 4 March 2026?",
        "“Sam will write it”",
    ]
    assert [b["text"]["text"] for b in actions["elements"]] == ["Sam Rivera", "Sam Okafor", "None of these"]
    chosen = [NameChoice.model_validate_json(b["value"]) for b in actions["elements"]]
    assert [(c.mention, c.meeting_id, c.entity_id) for c in chosen] == [("Sam", 7, 1), ("Sam", 7, 2), ("Sam", 7, None)]


def test_a_full_name_is_settled_everywhere() -> None:
    (message,) = questions([pending("Christina Lee", "Christine Lee", scope="everywhere")])
    values = [NameChoice.model_validate_json(b["value"]) for b in message.blocks[1]["elements"]]
    assert {value.meeting_id for value in values} == {None}


def test_names_without_candidates_and_too_long_ones_are_not_asked() -> None:
    assert questions([pending("Zoe")]) == []
    assert questions([pending("x" * 2500, "Sam Rivera")]) == []
    assert len(questions([pending(f"Sam {n}", "Sam Rivera") for n in range(20)])) == MOST_QUESTIONS


def test_four_candidates_at_most() -> None:
    (message,) = questions([pending("Sam", *(f"Sam Number{n}" for n in range(9)))])
    assert len(message.blocks[1]["elements"]) == 5


@pytest.mark.parametrize(
    ("name", "items", "said"),
    [
        ("Sam Rivera", 3, "“Sam” is *Sam Rivera*. 3 action items now name Sam Rivera.\nChosen by <@U1>."),
        ("Sam Rivera", 0, "“Sam” is *Sam Rivera*.\nChosen by <@U1>."),
        (None, 1, "“Sam” is none of the candidates and stays as it was said.\nChosen by <@U1>."),
    ],
)
def test_the_answer_says_who_chose(name: str | None, items: int, said: str) -> None:
    receipt = NameReceipt(receipt_id=1, mention="Sam", type="person", name=name, action_items=items, decisions=0)
    assert settled(receipt, "U1").blocks[0]["text"]["text"] == said


# --- answers ---


def test_an_answer_has_a_line_across_and_numbered_sources() -> None:
    message = answer_message(answer(citations=12), "https://memo.example.com")
    kinds = [block["type"] for block in message.blocks]
    assert kinds == ["section", "divider", "context", "context"]
    assert [len(block["elements"]) for block in message.blocks[2:]] == [10, 2]
    assert message.blocks[2]["elements"][0]["text"] == (
        "[1] We use Postgres 1 — <https://memo.example.com/Meeting?meeting=7|Weekly sync>, 4 March 2026"
    )


def test_an_answer_that_is_too_long_says_so() -> None:
    message = answer_message(answer("\n".join(f"{n} " + "word " * 200 for n in range(40)), citations=30), None)
    assert wrong({"text": message.text, "blocks": message.blocks}) is None
    assert "The rest of this answer is on the Ask page" in all_text({"blocks": message.blocks})
    assert "[30]" in all_text({"blocks": message.blocks})


# --- any text ---

anything = st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=400)


@given(anything, st.integers(10, 300))
@settings(deadline=None)
def test_what_is_clipped_fits_and_is_inert(text: str, limit: int) -> None:
    cut = clip(text, limit)
    assert len(cut) <= limit
    assert "<" not in cut
    assert ">" not in cut
    assert "\n" not in cut
    if len(escape(text)) <= limit:
        assert cut == escape(text)


@given(st.lists(st.text(alphabet="aé漢😀<&\n ", min_size=1, max_size=60), max_size=20), st.integers(1, 20))
@settings(deadline=None, max_examples=25)
def test_whatever_is_told_slack_takes_it(words: list[str], times: int) -> None:
    lines = [(" ".join(words) + "x") * times for _ in range(14)]
    whole = record(
        title=lines[0],
        summary="\n".join(lines),
        topics=lines,
        decisions=[decision(n, line, reasoning=line, decided_by=[line]) for n, line in enumerate(lines)],
        action_items=[item(n, line, assignee=line) for n, line in enumerate(lines)],
    )
    messages = [
        *record_messages(whole, [pending(lines[0][:300], lines[0])], None),
        answer_message(answer("\n".join(lines), citations=3), None),
        *questions([pending(lines[0][:300], *lines[:3])]),
    ]
    assert refused(messages) == [None] * len(messages)


def test_small_print_comes_ten_a_block() -> None:
    assert [len(block["elements"]) for block in contexts([str(n) for n in range(21)])] == [10, 10, 1]
    assert contexts([]) == []


def test_packing_loses_nothing() -> None:
    blocks = sections(f"line {n} " + "y" * 500 for n in range(300))
    messages = packed(blocks)
    assert [block for message in messages for block in message] == blocks
    assert len(messages) > 1
    assert all(len(json.dumps(message)) <= 12_000 for message in messages)
