"""Honest facts pass: guards that drop true facts would be switched off by those who need them."""

from __future__ import annotations

import pytest

from memo.models import DraftAction, DraftDecision
from tests.unit.extraction.meeting import checked, decided, proposed, to_do, transcript

POSTGRES = "we decided to use Postgres for the Northwind storage, because it was the cheapest"
MIGRATE = "I'll migrate the invoices to the new cluster by Friday."
WEEKENDS = "we agreed that we will not deploy on weekends any more"
CONTRACT = "Bob, can you send the signed contract to legal@northwind.example before March 12?"
LAUNCH = "The launch stays on April 2, we resolved that two weeks ago"
LOGO = "Let's go with the blue logo for the launch page at https://launch.northwind.example/page then."
LAPTOPS = "let's order twelve laptops from the usual shop at a price of 1,200 euros each"
STATED = "I compared three options, and Postgres was the cheapest at 400 dollars a month."
STAYS = "The launch stays on April 2, we resolved that two weeks ago and nothing has changed"
NEW_TEAM = "We should order twelve laptops for the new team, they start in May."
ASKED_AND_TAKEN = f"{CONTRACT}\nBob Diaz: Sure, I will do that."
ORDER = "I can take the order for the laptops."

DECISIONS = [
    decided("Use Postgres for the Northwind storage", POSTGRES),
    decided("The team decided to use Postgres for Northwind's storage.", POSTGRES, decided_by=["Alice Chen"]),
    decided(
        "Postgres will be used as the storage of the Northwind project.", POSTGRES, reasoning="It was the cheapest."
    ),
    decided("Northwind storage: Postgres", POSTGRES),
    decided("Storage for Northwind is going to be Postgres, the cheapest option.", POSTGRES),
    decided("Postgres was chosen for Northwind at 400 dollars a month.", STATED[28:]),
    decided("Postgres at $400 a month was the cheapest of three options", STATED),
    decided("Using Postgres for storage", "We decided to use Postgres for the Northwind storage"),
    decided(
        "Postgres is the storage for Northwind",
        "Alice Chen: Okay, then we decided to use Postgres for the Northwind storage",
    ),
    decided("Use Postgres", "then we decided to use postgres ... because it was the cheapest"),
    decided("No deployments on weekends", WEEKENDS),
    decided("We will not deploy on weekends any more.", WEEKENDS),
    decided("Stop deploying on weekends", WEEKENDS, reasoning="A deployment on a Saturday went badly."),
    decided("Weekend deploys are no longer done", WEEKENDS),
    decided("Nobody deploys on weekends", "so we agreed that we will not deploy on weekends any more"),
    decided("The launch stays on April 2", LAUNCH),
    decided("Launch date: April 2", LAUNCH, decided_by=["Carol Ng"]),
    decided("The launch remains on 2 April.", LAUNCH),
    decided("The date of the launch was not changed: Apr 2", STAYS),
    decided("The blue logo is used for the launch page", LOGO),
    decided("Go with the blue logo", LOGO),
    decided("Blue logo on https://launch.northwind.example/page", LOGO),
    decided("The launch page gets the blue logo.", "Let’s go with the blue logo for the launch page"),
    decided("Order twelve laptops", LAPTOPS),
    decided("Order 12 laptops from the usual shop", LAPTOPS),
    decided("Twelve laptops at 1200 euros each are ordered.", LAPTOPS),
    decided("12 laptops, €1,200 each, from the usual shop", LAPTOPS, decided_by=["Alice"]),
    decided("Laptops come from the usual shop", LAPTOPS),
    decided("Order twelve laptops for the new team", f"{NEW_TEAM}\nFine, let's order twelve laptops"),
    decided("The new team, starting in May, gets twelve laptops.", NEW_TEAM),
]
ACTIONS = [
    to_do("Migrate the invoices", MIGRATE, assignee="Carol Ng", due_text="by Friday"),
    to_do("Carol will migrate the invoices to the new cluster by Friday", MIGRATE, assignee="Carol", due_text="Friday"),
    to_do("Carol Ng to migrate invoices to the new cluster", MIGRATE, assignee="Carol Ng"),
    to_do("Migrating the invoices onto the new cluster", MIGRATE),
    to_do("Migrate invoices", "I will migrate the invoices to the new cluster by Friday", assignee="Carol Ng"),
    to_do("Invoice migration to the new cluster", MIGRATE, due_text="by Friday"),
    to_do(
        "Send the signed contract to legal@northwind.example", CONTRACT, assignee="Bob Diaz", due_text="before March 12"
    ),
    to_do("Bob sends the signed contract to legal", CONTRACT, assignee="Bob"),
    to_do("Bob Diaz will send the contract before March 12", CONTRACT, assignee="Bob Diaz", due_text="March 12"),
    to_do(
        "Send the contract to legal", "can you send the signed contract to legal@northwind.example", assignee="Bob Diaz"
    ),
    to_do("The signed contract has to be sent to legal before March 12.", CONTRACT),
    to_do("Send signed contract", ASKED_AND_TAKEN, assignee="Bob Diaz"),
    to_do("Contract to legal@northwind.example by March 12", CONTRACT, assignee="Bob"),
    to_do("Order the laptops", ORDER, assignee="Bob Diaz"),
    to_do("Bob takes the order for the laptops", ORDER, assignee="Bob"),
    to_do("Bob Diaz will order the laptops.", ORDER, assignee="Bob Diaz"),
    to_do("Place the laptop order", ORDER),
    to_do("Order twelve laptops from the usual shop", LAPTOPS),
    to_do("Take care of ordering the laptops", ORDER, assignee="Bob"),
    to_do("Order laptops for the new team", "We should order twelve laptops for the new team"),
    to_do("Put the blue logo on the launch page", LOGO),
    to_do("Use the blue logo for the launch page", "go with the blue logo for the launch page"),
    to_do("Migrate to the new cluster", "I'll migrate the invoices to the new cluster", assignee="Carol"),
    to_do(
        "Carol migrates the invoices.",
        "Agreed. I'll migrate the invoices to the new cluster by Friday.",
        assignee="Carol Ng",
    ),
]
HONEST = [*DECISIONS, *ACTIONS]


def test_there_are_enough_honest_facts_to_speak_of_a_rate() -> None:
    assert len(HONEST) >= 50


def test_hardly_any_honest_fact_is_rejected() -> None:
    rejected = {fact.description: got[0].why for fact in HONEST if (got := checked(proposed(fact)).rejected)}
    assert len(rejected) / len(HONEST) <= 0.05, rejected


@pytest.mark.parametrize("fact", HONEST, ids=lambda fact: fact.description[:40])
def test_what_passes_quotes_the_transcript_to_the_letter(fact: DraftDecision | DraftAction) -> None:
    meeting = transcript()
    got = checked(proposed(fact))
    for each in (*got.decisions, *got.action_items):
        evidence = each.evidence
        assert meeting.text[evidence.start : evidence.end] == evidence.quote
        turn = meeting.turns[evidence.turn]
        assert turn.start <= evidence.start < turn.end


def test_owners_deciders_reasons_and_dates_of_honest_facts_are_kept() -> None:
    for fact in ACTIONS:
        for item in checked(proposed(fact)).action_items:
            assert (item.assignee, item.due_text) == (fact.assignee, fact.due_text), fact
    for fact in DECISIONS:
        for decision in checked(proposed(fact)).decisions:
            assert (decision.reasoning, decision.decided_by) == (fact.reasoning, fact.decided_by), fact
