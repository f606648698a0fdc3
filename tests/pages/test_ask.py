"""Ask: what a press of the button does and an address does not, what stays after a reload, and what one can do."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from memo.models import LOCAL_USER, Answer, NearMiss, Principal, Searched
from memo.service import Memo
from memo.store.answers import save_answer
from tests.pages.conftest import Open, button, text_of
from tests.pages.meetings import STANDUP

QUESTION = "Why do we use Postgres for the event store?"


@pytest.fixture
def asked(memo: Memo) -> Answer:
    memo.capture(STANDUP, "weekly.txt")
    return memo.ask(QUESTION)


@pytest.fixture
def nobody_asks(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The questions that reach the service."""
    heard: list[Any] = []
    monkeypatch.setattr(Memo, "ask", lambda self, *args, **kwargs: heard.append(args))
    return heard


def kept(memo: Memo, who: Principal = LOCAL_USER, **fields: Any) -> int:
    told = {
        "answer": "It is so.", "abstained": False, "citations": [], "near_misses": [], "filters": {},
        "searched": Searched(facts=3, meetings=1), "model": "offline", "cost_microdollars": 0,
    }  # fmt: skip
    with memo.db.write(who) as conn:
        return save_answer(conn, who, "Is it so?", Answer(**{**told, **fields}), uuid4())[0]


def test_an_empty_memory_offers_the_sample(open_page: Open) -> None:
    at = open_page("2_Ask.py")
    assert "Nothing is remembered yet" in text_of(at)
    assert not at.text_input
    button(at, "Try the sample meeting").click()
    assert not at.run().exception


def test_the_sample_suggests_its_question(open_page: Open, memo: Memo) -> None:
    from memo.samples import sample

    name, data = sample()
    memo.capture(data, name)
    at = open_page("2_Ask.py")
    button(at, "Why do we keep the queue in Postgres?").click()
    at.run()
    assert not at.exception
    assert "Why do we keep the queue in Postgres?" in text_of(at)
    assert "Written by rules from the found facts (no model)" in text_of(at)


def test_a_link_with_a_question_asks_nothing(open_page: Open, memo: Memo, nobody_asks: list[Any]) -> None:
    memo.capture(STANDUP, "weekly.txt")
    at = open_page("2_Ask.py", q=QUESTION)
    assert at.text_input[0].value == QUESTION
    at.run()
    assert nobody_asks == []


def test_a_press_of_the_button_asks_and_shows_sources_in_order(open_page: Open, memo: Memo) -> None:
    memo.capture(STANDUP, "weekly.txt")
    at = open_page("2_Ask.py", q=QUESTION)
    button(at, "Ask").click()
    at.run()
    assert not at.exception
    (answer,) = memo.answers()
    assert at.query_params["answer"] == str(answer.id)
    told = text_of(at)
    assert QUESTION in told
    for cited in answer.answer.citations:
        assert f"**{cited.n}** {cited.text}" in told
        assert f"[[{cited.n}]](Fact?type={cited.fact_type}&id={cited.fact_id})" in told
    assert "Platform weekly · 2 March 2026" in told


def test_a_reload_shows_the_same_and_asks_nobody(
    open_page: Open, asked: Answer, nobody_asks: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Memo, "search", lambda *args, **kwargs: pytest.fail("a reload searched"))
    at = open_page("2_Ask.py", answer=str(asked.answer_id))
    before = text_of(at)
    assert "the team already runs it" in before
    at.run()
    assert text_of(at) == before
    assert nobody_asks == []


def test_a_mark_opens_the_words_in_their_transcript(open_page: Open, asked: Answer) -> None:
    at = open_page("2_Ask.py", answer=str(asked.answer_id))
    assert "compared both candidates" not in text_of(at)
    cited = next(cited for cited in asked.citations if cited.quote)
    at.session_state[f"quote-{cited.n}-{asked.answer_id}"] = True
    at.run()
    assert not at.exception
    told = text_of(at)
    assert "compared both candidates" in told
    assert ":yellow-background[" in told


def test_a_follow_up_stays_in_the_conversation(open_page: Open, memo: Memo, asked: Answer) -> None:
    at = open_page("2_Ask.py", answer=str(asked.answer_id))
    at.chat_input[0].set_value("and who decided that?").run()
    assert not at.exception
    newest, first = memo.answers()
    assert newest.conversation == first.conversation
    told = text_of(at)
    assert QUESTION in told
    assert f"Understood as: and who decided that? (about: {QUESTION})" in told


def test_a_filter_is_a_chip_that_asks_again_without_it(open_page: Open, memo: Memo) -> None:
    memo.capture(STANDUP, "weekly.txt")
    first = memo.ask("What was decided since February 2026?")
    assert "when" in first.filters
    at = open_page("2_Ask.py", answer=str(first.answer_id))
    at.button(key=f"without-when-{first.answer_id}").click().run()
    assert not at.exception
    newest = memo.answers()[0]
    assert newest.id != first.answer_id
    assert "when" not in newest.answer.filters
    assert newest.answer.without == ["when"]
    assert "Not narrowed by when, as you asked." in text_of(at)


def test_without_an_answer_the_nearest_are_shown(open_page: Open, memo: Memo) -> None:
    miss = NearMiss(
        fact_type="decision", fact_id=1, text="We use Postgres.", meeting_id=1, meeting="Weekly", happened_on=None,
        score=0.1, people=("Ada Obi", "Bob Chen", "Cy Fox", "Di Roy", "Ed Ash"),
    )  # fmt: skip
    answer_id = kept(memo, answer="No relevant facts found.", abstained=True, near_misses=[miss], notes=["A note."])
    told = text_of(open_page("2_Ask.py", answer=str(answer_id)))
    assert "No relevant facts found." in told
    assert "What came nearest" in told
    assert "We use Postgres." in told
    assert "Ada Obi, Bob Chen, Cy Fox and 2 more · Weekly" in told
    assert "A note." in told
    assert "Written by rules" not in told


def test_a_model_is_named_with_what_it_cost(open_page: Open, memo: Memo) -> None:
    answer_id = kept(memo, model="claude-x", cost_microdollars=23_000)
    told = text_of(open_page("2_Ask.py", answer=str(answer_id)))
    assert "Written by claude-x, every sentence checked against its sources · $0.02" in told


def test_an_answer_of_somebody_else_is_not_found(open_page: Open, memo: Memo) -> None:
    memo.capture(STANDUP, "weekly.txt")
    answer_id = kept(memo, Principal(name="Olaf", role="member", member_id=4), answer="A secret.")
    at = open_page("2_Ask.py", answer=str(answer_id))
    assert "There is no such thing, or you may not see it." in text_of(at)
    assert "A secret." not in text_of(at)
    assert "A secret." not in text_of(open_page("2_Ask.py"))


def test_what_is_wrong_is_kept_with_the_answer(open_page: Open, memo: Memo, asked: Answer) -> None:
    at = open_page("2_Ask.py", answer=str(asked.answer_id))
    at.text_area[0].set_value("It was Ben, not Ana.")
    button(at, "Keep this").click()
    at.run()
    assert not at.exception
    assert memo.answer(asked.answer_id or 0).feedback == "It was Ben, not Ana."


def test_the_copy_has_question_answer_and_sources(open_page: Open, asked: Answer) -> None:
    (copied,) = open_page("2_Ask.py", answer=str(asked.answer_id)).code
    assert copied.value.startswith(f"**{QUESTION}**\n")
    assert "1. " in copied.value
    assert copied.value.rstrip().endswith("Written by rules from the found facts (no model)")


def test_who_else_should_know_is_read_when_it_is_opened(
    open_page: Open, memo: Memo, monkeypatch: pytest.MonkeyPatch
) -> None:
    memo.capture(STANDUP, "weekly.txt")
    asked = memo.ask("What does Ben Ode have to do?")
    with monkeypatch.context() as patch:
        patch.setattr(Memo, "concerned", lambda *args: pytest.fail("nobody wants to know"))
        at = open_page("2_Ask.py", answer=str(asked.answer_id))
    at.session_state[f"concerned-{asked.answer_id}"] = True
    at.run()
    assert not at.exception
    link = f"Fact?type=action_item&id={asked.citations[0].fact_id}"
    assert f"**Ben Ode** has to do :small[[[1]]({link})]" in text_of(at)
    assert "copy it to pass it on" in text_of(at)


def test_where_no_source_names_anybody_that_is_said(open_page: Open, asked: Answer) -> None:
    at = open_page("2_Ask.py", answer=str(asked.answer_id))
    at.session_state[f"concerned-{asked.answer_id}"] = True
    at.run()
    assert "Nobody else is named on these sources." in text_of(at)


def test_an_answer_without_sources_has_nobody_to_tell(open_page: Open, memo: Memo, asked: Answer) -> None:
    def offered(answer_id: int | None) -> bool:
        at = open_page("2_Ask.py", answer=str(answer_id))
        return "Who else should know" in {each.proto.popover.label for each in at.get("popover")}

    assert offered(asked.answer_id)
    assert not offered(kept(memo))


def test_hostile_words_do_nothing(open_page: Open, memo: Memo) -> None:
    evil = "![x](https://evil.example/x) $5M to $10M [a](https://evil.example) :material/home: <img src=x>"
    at = open_page("2_Ask.py", answer=str(kept(memo, answer=evil, notes=[evil], filters={"client": evil})))
    drawn = [str(element.value) for element in (*at.markdown, *at.caption)] + [each.label for each in at.button]
    assert not any("](https" in text or "<img" in text.replace("\\<", "") for text in drawn)
