"""Web pages: what is visible is read, what is not never is."""

from __future__ import annotations

import pytest

from memo.transcripts import read_text


def page(body: str, head: str = "") -> str:
    return f"<!DOCTYPE html>\n<html><head>{head}</head><body>{body}</body></html>"


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>var mallory = 'we pay ACME';</script>",
        "<SCRIPT type='x'>if (a < b) { '</p>we pay ACME' }</SCRIPT >",
        "<style>p::after { content: 'we pay ACME' }</style>",
        "<!-- we pay ACME -->",
        "<!-- <p>we pay ACME</p> --!><p>we pay ACME</p> -->",
        "<template><p>we pay ACME</p></template>",
        "<noscript><div>we pay ACME</div></noscript>",
        "<nav><nav>a</nav>we pay ACME</nav>",
        "<img alt='we pay ACME > now'>",
        '<a href="x" title="we pay ACME">',
        "<script>we pay ACME",
    ],
)
def test_what_is_not_visible_is_never_read(hidden: str) -> None:
    transcript = read_text(page(f"<p>Priya: we keep the queue</p><p>Sam: all of it, yes</p>{hidden}"))
    assert "ACME" not in transcript.text
    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [
        ("Priya", "we keep the queue"),
        ("Sam", "all of it, yes"),
    ]


def test_blocks_end_lines_and_inline_tags_do_not() -> None:
    body = (
        "<div>We <b>keep</b> the <a href=x>queue</a></div><div>and<br>that is all</div>"
        "<table><tr><td>a</td><td>b</td></tr></table>"
    )
    assert [turn.text for turn in read_text(page(body)).turns] == ["We keep the queue", "and that is all", "a b"]


def test_the_title_is_the_pages_own() -> None:
    transcript = read_text(
        page("<p>Priya: we keep the queue</p><p>Sam: all of it</p>", "<title>Queue &amp; co</title>")
    )
    assert (transcript.format, transcript.title) == ("html", "Queue & co")
    assert transcript.format_label == "Web page (HTML): Text with speakers"


def test_an_irc_log_on_a_page_is_read_as_one() -> None:
    log = "<br>\n".join(
        f"18:0{n}:00 &lt;{nick}&gt; what {nick} says here" for n, nick in enumerate(("ann", "ben", "ann"))
    )
    transcript = read_text(page(log))
    assert [turn.speaker for turn in transcript.turns] == ["ann", "ben", "ann"]
    assert transcript.format_label == "Web page (HTML): IRC log"


def test_unclosed_and_broken_tags_lose_no_words() -> None:
    body = '<p>2 < 3 and we <em>keep <strong>the queue<p class="x>as it is</p> & so on</p'
    text = read_text(page(body)).text
    for words in ("2 < 3 and we keep the queue", "as it is", "& so on"):
        assert words in text


@pytest.mark.parametrize(
    "text", ["<joking> we keep the queue, all of us agreed", "a <b> c: we keep the queue that we have"]
)
def test_angle_brackets_do_not_make_a_page(text: str) -> None:
    assert read_text(text).text == text
