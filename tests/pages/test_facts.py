"""Facts: the address is the view, the widgets write to it, and only what is shown is loaded."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from memo.models import FactFilter
from memo.service import Memo
from memo.ui.facts_page import PAGE
from tests.pages.conftest import Open, button, text_of
from tests.pages.meetings import STANDUP

LINES: list[dict[str, Any]] = [
    {
        "fact_type": "decision",
        "text": f"We keep supplier {n}.",
        "reasoning": "It is cheap.",
        "happened_on": f"2026-04-{n:02}",
        "client": "Northwind" if n % 2 else "Tidewater",
        "source_id": f"d{n}",
    }
    for n in range(1, 31)
]


@pytest.fixture
def thirty(memo: Memo) -> None:
    assert memo.import_facts(LINES).imported == 30


def cards(at: AppTest) -> list[int]:
    """The numbers of the suppliers shown, in order."""
    told = [line for line in text_of(at).splitlines() if "We keep supplier" in line]
    return [int(line.split("supplier ")[1].split(".")[0]) for line in told]


def client(memo: Memo, name: str) -> int:
    return next(one.id for one in memo.clients() if one.name == name)


def test_an_empty_memory_offers_the_sample(open_page: Open) -> None:
    at = open_page("4_Facts.py")
    assert "No fact is remembered yet." in text_of(at)
    button(at, "Try the sample meeting").click()
    assert not at.run().exception


def test_newest_first_with_why_and_counts(open_page: Open, memo: Memo, thirty: None) -> None:
    memo.capture(STANDUP, "weekly.txt")
    at = open_page("4_Facts.py")
    assert cards(at) == list(range(30, 30 - PAGE, -1))
    assert "*Why: It is cheap.*" in text_of(at)
    assert [each.label for each in at.checkbox][:3] == ["Decisions 31", "Action items 2", "Meetings 1"]


def test_older_and_newer_lead_back_to_where_one_was(open_page: Open, thirty: None) -> None:
    at = open_page("4_Facts.py")
    button(at, "Older").click().run()
    assert cards(at) == [5, 4, 3, 2, 1]
    assert "after" in at.query_params
    button(at, "Newer").click().run()
    assert cards(at)[0] == 30
    assert "after" not in at.query_params


def test_every_filter_of_an_address_holds_in_the_first_request(open_page: Open, memo: Memo, thirty: None) -> None:
    at = open_page(
        "4_Facts.py",
        type="decision",
        client=str(client(memo, "Northwind")),
        since="2026-04-05",
        until="2026-04-09",
        text="supplier",
    )
    assert cards(at) == [9, 7, 5]
    assert [each.label.replace("\\", "") for each in at.button if each.key and each.key.startswith("chip-")] == [
        "Client: Northwind",
        "Since: 5 April 2026",
        "Until: 9 April 2026",
        "Words: supplier",
    ]
    assert at.selectbox(key="facts_client").value == client(memo, "Northwind")
    assert at.date_input(key="facts_since").value == date(2026, 4, 5)


def test_a_chip_takes_its_filter_away(open_page: Open, memo: Memo, thirty: None) -> None:
    at = open_page("4_Facts.py", client=str(client(memo, "Northwind")), since="2026-04-27")
    assert cards(at) == [29, 27]
    at.button(key="chip-client").click().run()
    assert cards(at) == [30, 29, 28, 27]
    assert dict(at.query_params) == {"since": "2026-04-27"}


def test_the_widgets_write_to_the_address(open_page: Open, memo: Memo, thirty: None) -> None:
    at = open_page("4_Facts.py")
    at.selectbox(key="facts_client").select(client(memo, "Tidewater")).run()
    at.date_input(key="facts_until").set_value(date(2026, 4, 4)).run()
    at.text_input(key="facts_text").set_value(" supplier ").run()
    assert not at.exception
    assert cards(at) == [4, 2]
    assert dict(at.query_params) == {
        "client": str(client(memo, "Tidewater")),
        "until": "2026-04-04",
        "text": "supplier",
    }


def test_sources_are_chosen_and_the_counts_of_the_others_stay(open_page: Open, memo: Memo, thirty: None) -> None:
    memo.capture(STANDUP, "weekly.txt")
    at = open_page("4_Facts.py")
    at.checkbox(key="facts_source_action_item").check().run()
    assert at.query_params["type"] == "action_item"
    assert cards(at) == []
    assert "Write the migration plan" in text_of(at)
    assert at.checkbox[0].label == "Decisions 31"


def test_what_is_wrong_is_hidden_until_asked_for(open_page: Open, memo: Memo, thirty: None) -> None:
    newest = memo.facts(FactFilter(), limit=1).facts[0]
    memo.mark_wrong("decision", newest.fact_id, "no")
    assert 30 not in cards(open_page("4_Facts.py"))
    at = open_page("4_Facts.py", status="wrong")
    assert cards(at) == [30]
    assert "marked as wrong" in text_of(at)


def test_an_address_that_says_nonsense_is_told_so(open_page: Open, thirty: None) -> None:
    at = open_page("4_Facts.py", type="secrets", since="yesterday", client="7; DROP")
    told = text_of(at)
    assert "The address says something that is no filter: type=secrets, client=7; DROP, since=yesterday" in told
    assert cards(at)[0] == 30
    at = open_page("4_Facts.py", after="nonsense")
    assert "This is not the place of a page of facts" in text_of(at)


def test_nothing_passes_and_there_is_a_way_out(open_page: Open, thirty: None) -> None:
    at = open_page("4_Facts.py", text="zebra")
    assert "No fact passes these filters." in text_of(at)
    button(at, "Show all facts").click().run()
    assert cards(at)[0] == 30


def test_the_table_compares_and_opens_each(open_page: Open, memo: Memo, thirty: None) -> None:
    at = open_page("4_Facts.py", view="table", since="2026-04-30")
    (row,) = at.dataframe[0].value.to_dict("records")
    newest = memo.facts(FactFilter(), limit=1).facts[0]
    assert row["When"] == "30 April 2026"
    assert row["Open"] == f"Fact?type=decision&id={newest.fact_id}"
    at.radio[0].set_value("Cards").run()
    assert cards(at) == [30]


def test_a_quote_is_read_when_it_is_opened(open_page: Open, memo: Memo) -> None:
    decision = memo.capture(STANDUP, "weekly.txt").decisions[0]
    at = open_page("4_Facts.py", type="decision")
    assert "compared both candidates" not in text_of(at)
    at.session_state[f"quote-decision-{decision.id}"] = True
    assert "compared both candidates" in text_of(at.run())


def test_chart_and_file_are_made_only_when_asked_for(
    open_page: Open, memo: Memo, thirty: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Memo, "export", lambda *args, **kwargs: pytest.fail("nobody asked for a file"))
    at = open_page("4_Facts.py")
    assert not at.get("vega_lite_chart")
    assert len(at.get("download_button")) == 3
    at.session_state["weeks"] = True
    at.run()
    assert not at.exception
    assert "30 facts in the weeks from 30 March 2026 to 27 April 2026, by source." in text_of(at)


def test_a_file_holds_the_whole_selection_and_calculates_nothing(memo: Memo, thirty: None) -> None:
    from memo.ui.facts_page import _file
    from memo.ui.facts_view import FactsView

    memo.import_facts([{"fact_type": "decision", "text": "=1+1", "happened_on": "2026-05-01", "source_id": "f"}])
    told = _file(memo, FactsView(since=date(2026, 4, 3)), "csv").decode("utf-8-sig")
    assert '"\'=1+1"' in told
    assert told.count("We keep supplier") == 28
    assert _file(memo, FactsView(text="supplier"), "jsonl").count(b"\n") == 30


def test_a_rerun_writes_nothing(open_page: Open, thirty: None, forbid_writes: Callable[[], None]) -> None:
    at = open_page("4_Facts.py")
    forbid_writes()
    assert not at.run().exception


@pytest.mark.parametrize("view", ["cards", "table"])
def test_how_a_summary_was_made_is_said_beside_it(open_page: Open, memo: Memo, view: str) -> None:
    memo.capture(STANDUP, "weekly.txt")
    at = open_page("4_Facts.py", type="meeting", **({"view": view} if view == "table" else {}))
    told = str(at.dataframe[0].value["What"][0]) if view == "table" else text_of(at)
    assert "Decided: " in told
    assert "Made by rules" not in told
    assert ("Meeting, summary made by rules" in told) is (view == "cards")


def test_a_long_name_fits_into_its_cell(open_page: Open, memo: Memo) -> None:
    name = "Donaudampfschifffahrtsgesellschaftskapitän Friedrich-Wilhelm von Hohenstaufen-Wittelsbach"
    memo.import_facts(
        [{"fact_type": "action_item", "text": "Sail", "assignee": name, "client": name[::-1], "project": name.upper()}]
    )
    (row,) = open_page("4_Facts.py", view="table").dataframe[0].value.to_dict("records")
    for column in ("Who", "Client", "Project"):
        assert row[column].endswith("…")
        assert len(row[column]) <= 38
