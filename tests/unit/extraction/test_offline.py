"""What the rules find without a model: what people mark, vote and say - and what they leave alone."""

from __future__ import annotations

from datetime import date

import pytest

from memo.extraction import OfflineExtractor, extract
from memo.models import CheckedAction, CheckedDecision, Extraction
from memo.transcripts import read_text

HELD_ON = date(2026, 3, 4)


NOTES = """\
# Weekly sync

We talked about many things in this meeting today.

## Decisions

- Postgres is used for the invoices
- The old cluster is switched off in June

## Notes

- Carol was on holiday and sends her regards

### Action items

- [ ] Bob: migrate the invoices by Friday
- [x] Alice: write the plan for the cluster
* Carol to call the vendor before March 12

## Other

- nothing more to say
"""


def _read(text: str) -> Extraction:
    meeting = read_text(text)
    got = extract(meeting, title=None, held_on=HELD_ON, extractor=OfflineExtractor())
    for fact in (*got.decisions, *got.action_items):
        assert meeting.text[fact.evidence.start : fact.evidence.end] == fact.evidence.quote
    return got


def _said(*lines: str) -> str:
    """The lines in a meeting that is long enough to be one."""
    talk = ["Alice: Good morning and welcome to our weekly call.", "Bob: Good morning, nice to see you all again."]
    return "\n".join([*talk, *lines, "Alice: Thanks a lot and goodbye.", "Carol: Goodbye to all of you."])


def _one_decision(*lines: str) -> CheckedDecision:
    got = _read(_said(*lines))
    assert len(got.decisions) == 1, got
    return got.decisions[0]


def _one_action(*lines: str) -> CheckedAction:
    got = _read(_said(*lines))
    assert len(got.action_items) == 1, got
    return got.action_items[0]


@pytest.mark.parametrize(
    "line",
    [
        "Alice: Decision: we store invoices in Postgres",
        "Alice: DECIDED: we store invoices in Postgres",
        "Alice: RESOLVED: We store invoices in Postgres.",
        "Alice: RESOLUTION: we store invoices in Postgres",
        "Alice: Resolution #3: we store invoices in Postgres",
        "Alice: AGREED: we store invoices in Postgres",
        "Alice: #agreed we store invoices in Postgres",
        "Alice: #decision we store invoices in Postgres",
        "Alice: **Decision:** we store invoices in Postgres",
    ],
)
def test_a_marked_decision_is_one(line: str) -> None:
    assert _one_decision(line).description.rstrip(".") == "We store invoices in Postgres"


@pytest.mark.parametrize(
    ("line", "task", "owner"),
    [
        ("Alice: ACTION: Bob to migrate the invoices", "Migrate the invoices", "Bob"),
        ("Alice: Action item: Bob will migrate the invoices", "Migrate the invoices", "Bob"),
        ("Alice: #action bob to migrate the invoices", "Migrate the invoices", "bob"),
        ("Alice: TODO: migrate the invoices", "Migrate the invoices", None),
        ("Alice: AI: Bob - migrate the invoices", "Migrate the invoices", "Bob"),
        ("Alice: AI (Bob): migrate the invoices", "Migrate the invoices", "Bob"),
        ("Alice: To-do: @bob migrate the invoices", "Migrate the invoices", "bob"),
        ("Alice: Next step: I'll migrate the invoices", "Migrate the invoices", "Alice"),
        ("Alice: #action bob: Bob to migrate the invoices", "Migrate the invoices", "bob"),
        ("Alice: ACTION: Bob to do it", "Bob to do it", "Bob"),
        ("Alice: ACTION: Bob and Carol will migrate the invoices", "Bob and Carol will migrate the invoices", "Bob"),
        ("Alice: ACTION: ask Bob about the invoices", "Ask Bob about the invoices", None),
        ("Alice: ACTION: We need to migrate the invoices", "We need to migrate the invoices", None),
    ],
)
def test_a_marked_action_item_is_one_with_the_owner_it_names(line: str, task: str, owner: str | None) -> None:
    item = _one_action(line)
    assert (item.description, item.assignee) == (task, owner)


def test_lists_under_headings_and_checkboxes_are_read() -> None:
    got = _read(NOTES)
    assert [d.description for d in got.decisions] == [
        "Postgres is used for the invoices",
        "The old cluster is switched off in June",
    ]
    assert [(a.description, a.assignee, a.due_text, a.due_on) for a in got.action_items] == [
        ("Migrate the invoices by Friday", "Bob", "by Friday", date(2026, 3, 6)),
        ("Write the plan for the cluster", "Alice", None, None),
        ("Call the vendor before March 12", "Carol", "before March 12", date(2026, 3, 12)),
    ]


def test_a_vote_decides_a_proposal_and_names_the_voters() -> None:
    votes = ("Bob: +1", "Carol: +1", "Alice: +1")
    decision = _one_decision("Alice: PROPOSED: Publish the second draft of the charter", *votes)
    assert decision.description == "Publish the second draft of the charter"
    assert set(decision.decided_by) == {"Alice", "Bob", "Carol"}


@pytest.mark.parametrize("votes", [("Bob: +1", "Carol: -1"), ("Bob: +1",), ("Bob: 0", "Carol: Hm."), ()])
def test_without_enough_votes_or_with_one_against_a_proposal_stays_one(votes: tuple[str, ...]) -> None:
    assert _read(_said("Alice: PROPOSED: Publish the second draft of the charter", *votes)).decisions == ()


@pytest.mark.parametrize(
    "line",
    [
        "Alice: Okay, let's go with Postgres for the invoices.",
        "Alice: So we decided to use Postgres for the invoices.",
        "Alice: We'll use Postgres for the invoices.",
        "Alice: So we agreed that invoices live in Postgres.",
        "Alice: The decision is that invoices live in Postgres.",
        "Alice: We're going back on MongoDB and its invoices store.",
        "Alice: Instead of MongoDB we'll use Postgres for invoices.",
        "Alice: Right, we are going to switch to Postgres for invoices.",
        "Alice: We rejected the lifetime deal for small customers.",
        "Alice: We have turned down the second offer of the vendor.",
        "Alice: We won't use MongoDB for the invoices.",
        "Alice: So we will not offer annual billing to customers.",
        "Alice: We are not going to support old browsers any more.",
        "Alice: Okay, let's not do the webinar for customers.",
    ],
)
def test_a_decision_that_is_only_spoken_is_found_with_who_spoke(line: str) -> None:
    assert _one_decision(line).decided_by == ("Alice",)


@pytest.mark.parametrize(
    "line",
    [
        "Alice: We won't have time for the invoices today.",
        "Alice: Let's not go into the invoices of Postgres now.",
        "Alice: We won't know about the invoices until Friday.",
        "Alice: Let's not do that with the invoices today.",
        "Alice: Maybe we won't use MongoDB if the invoices are few.",
    ],
)
def test_what_will_not_be_is_not_always_a_decision(line: str) -> None:
    assert _read(_said(line)).decisions == ()


@pytest.mark.parametrize(
    "line",
    [
        "Alice: OK. Decision: invoices live in Postgres.",
        "Alice: OK, decision: invoices live in Postgres.",
        "Alice: So, yes, agreed: invoices live in Postgres.",
    ],
)
def test_a_marker_may_be_led_up_to(line: str) -> None:
    assert _one_decision(line).description == "Invoices live in Postgres."


def test_a_marked_task_may_be_led_up_to() -> None:
    assert _one_action("Alice: All right, action: Bob to migrate the invoices").assignee == "Bob"


def test_a_reversal_is_a_decision_although_it_speaks_of_the_past() -> None:
    line = "Alice: Last week we said Stripe, but we're going back on that, we'll use Adyen instead because of the fees."
    assert "Adyen" in _one_decision(line).description


def test_a_task_that_is_taken_up_is_the_one_that_was_asked_for() -> None:
    item = _one_action(
        "Bob: We still need somebody to call the vendor about the terms.", "Carol: I'll take that one. By Friday."
    )
    assert (item.description, item.assignee) == ("Call the vendor about the terms.", "Carol")
    assert item.due_on == date(2026, 3, 6)
    assert item.evidence.quote.startswith("We still need somebody")


def test_the_reason_comes_along() -> None:
    inside = _one_decision("Alice: Let's go with Postgres for the invoices because the team knows how to run it.")
    assert inside.reasoning == "The team knows how to run it"
    after = _one_decision("Alice: We decided to drop the old cluster. The reason is that nobody maintains it any more.")
    assert after.reasoning == "Nobody maintains it any more"


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("We decided to rent the hall in Lyon, because it has a ramp.", "It has a ramp"),
        ("We decided to rent the hall in Lyon because of the ramp.", "The ramp"),
        ("We decided to rent the hall in Lyon, since it is cheaper.", "It is cheaper"),
        ("We decided to rent the hall in Lyon, because of that.", None),
        ("We decided to rent the hall in Lyon, as we discussed.", None),
    ],
)
def test_a_short_reason_is_one_too(sentence: str, reason: str | None) -> None:
    assert _one_decision(f"Alice: {sentence}").reasoning == reason


@pytest.mark.parametrize(
    "sentence",
    [
        "As you remember, in October we decided to run RabbitMQ for the queue.",
        "As you may all remember, we decided to run RabbitMQ for the queue.",
        "In the 2024-04 TC39 meeting we decided to keep the old syntax.",
        "Last month we agreed to use Stripe for all payments.",
        "At the previous meeting, the committee agreed to use Stripe for payments.",
        "The board resolved in March 2025 to keep the paper ballots.",
        "We agreed last year to use Stripe for all payments.",
        "Last year we decided to use MongoDB for invoices instead of Postgres.",
    ],
)
def test_a_report_of_an_earlier_decision_is_left_to_a_person(sentence: str) -> None:
    got = _read(_said(f"Alice: {sentence}"))
    assert got.decisions == ()
    (left,) = got.rejected
    assert (left.kind, left.text, left.quote) == ("decision", sentence, sentence)
    assert left.why == "It tells of an earlier decision, not of one of this meeting."


@pytest.mark.parametrize(
    "sentence",
    [
        "We are reversing the October decision: we decided to move the queue into Postgres.",
        "In October we decided to run RabbitMQ, but now we will use Postgres for the queue.",
        "We decided to ship the importer in October.",
        "We decided to use Stripe from 2027 on.",
        "In the October release we decided to drop the exporter.",
    ],
)
def test_what_is_decided_now_is_a_decision_whatever_it_speaks_of(sentence: str) -> None:
    assert _one_decision(f"Alice: {sentence}").description == sentence
    assert _read(_said(f"Alice: {sentence}")).rejected == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "Congratulations, you have Stage 2 for that proposal.",
        "As always, reviews are welcomed and we agreed to say so.",
        "Thanks to all of you, we agreed on so many good things today.",
    ],
)
def test_courtesies_decide_nothing(sentence: str) -> None:
    assert _read(_said(f"Alice: {sentence}")).decisions == ()
    notes = f"# Sync\n\n## Conclusion\n\n- {sentence}\n- Signals go to the second stage\n\nAlice: That is all, goodbye."
    assert [d.description for d in _read(notes).decisions] == ["Signals go to the second stage"]


@pytest.mark.parametrize(
    ("sentence", "task"),
    [
        ("Good point, I'll send the contract to the vendor.", "Send the contract to the vendor."),
        ("And 😀 I will call the caterer by Friday.", "Call the caterer by Friday."),
        ("Okay :tada: I will call the caterer by Friday.", "Call the caterer by Friday."),
        ("Sure - no problem, I'm going to call the caterer.", "Call the caterer."),
        ("Bob, could you please send the contract to the vendor?", "Send the contract to the vendor"),
        ("Can you send the contract to the vendor, Bob?", "Send the contract to the vendor"),
        ("Bob needs to send the contract to the vendor.", "Send the contract to the vendor."),
        ("I hope that Bob will send the contract.", "I hope that Bob will send the contract."),
        ("good point, I will take an action item for that.", "Good point, I will take an action item for that."),
        ("Okay, I will take an action item for that.", "Okay, I will take an action item for that."),
        ("I will take an action to call the caterer.", "Take an action to call the caterer."),
    ],
)
def test_a_task_is_told_as_a_task_in_its_own_words(sentence: str, task: str) -> None:
    assert _one_action(f"Alice: {sentence}").description == task


@pytest.mark.parametrize(
    "sentence",
    [
        "Good invoices live in Postgres, we agreed.",
        "Right turns are forbidden, we agreed.",
        "So far we agreed that invoices live in Postgres.",
        "Just invoices live in Postgres, we agreed.",
        "Well-known invoices live in Postgres, we agreed.",
    ],
)
def test_a_word_of_a_noun_phrase_is_no_filler(sentence: str) -> None:
    assert _one_decision(f"Alice: {sentence}").description == sentence


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            (
                "Alice: Bob, could you collect some of those tickets, so that we see what people try?",
                "Bob: Sure, I'll put together the ten most recent tickets by Tuesday.",
            ),
            [("Put together the ten most recent tickets by Tuesday.", "Bob", "by Tuesday")],
        ),
        (
            (
                "Alice: Bob, could you send the contract to the vendor by Friday?",
                "Carol: It is in the folder.",
                "Bob: I'll send the contract with the new terms.",
            ),
            [("Send the contract with the new terms.", "Bob", "by Friday")],
        ),
        (
            ("Alice: Bob, could you collect some of those tickets?", "Bob: Sure, I'll book the hall in Lyon as well."),
            [("Collect some of those tickets", "Bob", None), ("Book the hall in Lyon as well.", "Bob", None)],
        ),
        (
            ("Alice: Bob, could you collect some of those tickets?", "Carol: I'll collect the tickets of last year."),
            [("Collect some of those tickets", "Bob", None), ("Collect the tickets of last year.", "Carol", None)],
        ),
    ],
    ids=["answered at once", "answered later", "another task", "another person"],
)
def test_a_request_and_the_promise_that_answers_it_are_one_item(
    lines: tuple[str, ...], told: list[tuple[str, str, str | None]]
) -> None:
    got = _read(_said(*lines))
    found = [(item.description, item.assignee, item.due_text) for item in got.action_items]
    assert sorted(found, key=str) == sorted(told, key=str)


NOTES_WITH_INITIALS = """\
# 12 March, 2026 Meeting Notes

**Attendees:**

| Name         | Abbreviation | Organization |
|--------------|--------------|--------------|
| Nina Roth    | NRO          | Lumen        |
| Omar Haddad  | OH           | Northwind    |

## Signals

NRO: Good morning, let's go with the smaller syntax for signals.

OH: Same here. NRO, can you send the contract to the vendor?

NRO: Sure. And I will write the tests for the parser by Friday.
"""


def test_initials_are_told_as_the_names_that_the_notes_give_them() -> None:
    got = _read(NOTES_WITH_INITIALS)
    assert [d.decided_by for d in got.decisions] == [("Nina Roth",)]
    assert [item.assignee for item in got.action_items if "tests" in item.description] == ["Nina Roth"]


@pytest.mark.parametrize(
    ("lines", "owner", "due"),
    [
        (("Bob: I'll send the contract to the vendor by Friday.",), "Bob", "by Friday"),
        (("Alice: Bob, can you send the contract to the vendor?",), "Bob", None),
        (("Alice: Bob will send the contract before the 12th.",), "Bob", "before the 12th"),
        (("Alice: Can you send the contract to the vendor?", "Bob: Sure, no problem."), "Bob", None),
        (("Carol: I'm going to review the contract in two weeks.",), "Carol", "in two weeks"),
    ],
)
def test_a_task_that_is_only_spoken_is_found_with_its_owner(
    lines: tuple[str, ...], owner: str, due: str | None
) -> None:
    item = _one_action(*lines)
    assert (item.assignee, item.due_text) == (owner, due)
    assert (item.due_on is None) == (due is None)


@pytest.mark.parametrize(
    "line",
    [
        "Alice: Let's move on to the next topic on our list.",
        "Alice: I'll share my screen so that all of you can see it.",
        "Alice: Should we use Postgres for the invoices?",
        "Alice: If we use Postgres, then we'll use less memory.",
        "Alice: We haven't decided on the database for invoices.",
        "Alice: Last year we decided to use MongoDB for invoices.",
        "Alice: I think Postgres might be nice for invoices.",
        "Alice: What were the action items from the last meeting?",
        "Alice: PROPOSED: use Postgres for all of the invoices",
        "Alice: Bob liked the contract with the vendor.",
        "Alice: I can see your screen now, thanks a lot.",
        "Alice: Decisions: none",
        "Alice: Let me think about it for a moment.",
        "Alice: We will see how it goes with the new vendor.",
    ],
)
def test_talk_is_not_taken_for_a_fact(line: str) -> None:
    got = _read(_said(line))
    assert (got.decisions, got.action_items) == ((), ())


def test_a_sentence_found_by_two_rules_is_one_fact() -> None:
    got = _read(_said("Alice: AGREED: let's go with Postgres for the invoices", "Bob: +1", "Carol: +1"))
    assert len(got.decisions) == 1


def test_the_summary_says_what_it_is_and_holds_only_proven_facts() -> None:
    got = _read(_said("Alice: AGREED: we store invoices in Postgres", "Bob: I'll migrate the invoices by Friday."))
    assert got.summary == (
        "Made by rules, without a model, in the meeting's own words. Decided: We store invoices in Postgres. "
        "To do: Migrate the invoices by Friday (Bob)."
    )
    empty = _read(_said("Bob: The weather is nice over here today."))
    assert "No decision or action item was recognised. It begins: Good morning and welcome" in empty.summary
