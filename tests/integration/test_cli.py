"""The command line end to end, as scripts use it: offline, on a MEMO_HOME of its own, one process a command."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memo.samples import sample
from memo.store.embedded import EmbeddedDatabase
from tests.conftest import in_memory
from tests.integration.app_process import MEMO, App, environment, free_port, left_after, memo

RECORD = {
    "state", "capture_id", "meeting_id", "title", "held_on", "summary", "attendees", "topics", "outcomes", "decisions",
    "action_items", "rejected", "coverage", "model", "cost_microdollars",
}  # fmt: skip
DECISION = {"id", "description", "reasoning", "decided_by", "quote", "turn", "start", "end"}
ACTION = {
    "id", "description", "assignee", "assignee_pending", "due_on", "due_text", "quote", "turn", "start", "end",
}  # fmt: skip
COVERAGE = {"chars", "chars_read", "turns", "parts", "parts_failed"}
ANSWER = {"answer", "abstained", "citations", "near_misses", "searched", "filters", "model", "cost_microdollars"}
CITATION = {"n", "fact_type", "fact_id", "text", "meeting_id", "meeting", "happened_on", "quote", "turn"}
FACT = {
    "fact_type", "fact_id", "text", "score", "happened_on", "client", "project", "meeting_id", "source_type",
    "source_id",
}  # fmt: skip
TURN = {"index", "speaker", "text", "start", "end", "time"}


@pytest.fixture(scope="module")
def sync(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample meeting as a file."""
    name, data = sample()
    file = tmp_path_factory.mktemp("files") / name
    file.write_bytes(data)
    return file


@pytest.fixture(scope="module")
def team(sync: Path) -> Iterator[Path]:
    """A MEMO_HOME into which the sample meeting was captured; the tests that use it only read."""
    folder = Path(tempfile.mkdtemp(prefix="memo-cli-", dir=in_memory()))
    with EmbeddedDatabase(folder, grace=1.0):  # held here, so that no command has to start it
        captured = memo(folder, "capture", sync, "--client", "Tidewater Ferries", "--project", "Booking")
        assert captured.returncode == 0, captured.stderr
        yield folder
    assert left_after(folder, 10) == []
    shutil.rmtree(folder)


def lines(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    """What `--json` printed."""
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def one(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    (value,) = lines(done)
    return value


# --- capture and transcript ---


def test_capture_keeps_the_contract(home: Path, sync: Path) -> None:
    record = one(memo(home, "capture", sync, "--json", "--client", "Tidewater Ferries"))
    assert record.keys() == RECORD
    assert record["state"] == "stored"
    assert record["title"] == "Weekly product sync"
    assert record["held_on"] == "2026-11-18"
    assert record["coverage"].keys() == COVERAGE
    assert record["coverage"]["chars_read"] == record["coverage"]["chars"]
    assert "Maya Lindqvist" in record["attendees"]
    assert len(record["decisions"]) >= 4
    assert len(record["action_items"]) >= 7
    transcript = memo(home, "transcript", str(record["meeting_id"])).stdout
    for kind, keys in (("decisions", DECISION), ("action_items", ACTION)):
        for item in record[kind]:
            assert item.keys() == keys
            assert transcript[item["start"] : item["end"]] == item["quote"]
    turns = lines(memo(home, "transcript", str(record["meeting_id"]), "--json"))
    for turn in turns:
        assert turn.keys() == TURN
        assert transcript[turn["start"] : turn["end"]] == turn["text"]
    for item in record["decisions"]:
        turn = turns[item["turn"]]
        assert turn["start"] <= item["start"] < turn["end"]


def test_the_same_again_is_a_duplicate_also_under_another_name_and_with_other_line_ends(
    team: Path, sync: Path, tmp_path: Path
) -> None:
    first = one(memo(team, "capture", sync, "--json"))
    other = tmp_path / "copy of it.txt"
    other.write_bytes(b"\xef\xbb\xbf" + sync.read_bytes().replace(b"\n", b"\r\n"))
    second = one(memo(team, "capture", other, "--json"))
    assert first["state"] == second["state"] == "duplicate"
    assert first["meeting_id"] == second["meeting_id"]
    assert len(lines(memo(team, "facts", "--type", "meeting", "--json"))) == 1


def test_meetings_that_begin_alike_are_two(home: Path, tmp_path: Path) -> None:
    opening = "".join(f"Ada Byron: Good morning, this is line {n} of what we say every week.\n" for n in range(60))
    assert len(opening) > 3000
    files = [tmp_path / "one.txt", tmp_path / "two.txt"]
    files[0].write_text(opening + "Bob Hall: We decided to paint the boat green.\n" * 2)
    files[1].write_text(opening + "Bob Hall: We decided to sell the harbour office to the city.\n" * 2)
    records = lines(memo(home, "capture", *files, "--json", "--allow-similar"))
    assert [record["state"] for record in records] == ["stored", "stored"]
    assert len({record["meeting_id"] for record in records}) == 2


def test_several_files_one_bad(home: Path, sync: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_bytes(b"\n")
    done = memo(home, "capture", empty, sync, tmp_path / "missing.txt", "--json")
    assert done.returncode == 2
    bad, good, missing = [json.loads(line) for line in done.stdout.splitlines()]
    assert bad["error"].keys() == {"type", "message"}
    assert bad["error"]["type"] == "TranscriptEmpty"
    assert good["state"] == "stored"
    assert "missing.txt" in missing["error"]["message"]
    assert len([line for line in done.stderr.splitlines() if line.startswith("memo: ")]) == 2


def test_capture_from_standard_input(home: Path) -> None:
    done = memo(
        home,
        "capture",
        "-",
        "--json",
        "--title",
        "Talk",
        stdin=b"Ada: We decided to sail at noon.\nBob: Yes, noon is fine.\n",
    )
    assert one(done)["title"] == "Talk"


def test_capture_for_people_says_how_it_was_read(home: Path, sync: Path) -> None:
    done = memo(home, "capture", sync)
    assert done.returncode == 0
    for part in ("Weekly product sync · 18 November 2026", "Decisions", "Action items", "found by rules (no model)"):
        assert part in done.stdout


# --- reading ---


def test_ask_keeps_the_contract(team: Path) -> None:
    answer = one(memo(team, "ask", "Where does the notification queue run?", "--json"))
    assert answer.keys() == ANSWER
    assert answer["abstained"] is False
    assert "Postgres" in answer["answer"]
    assert [cited["n"] for cited in answer["citations"]] == list(range(1, len(answer["citations"]) + 1))
    for cited in answer["citations"]:
        assert cited.keys() == CITATION
    assert any("RabbitMQ" in (cited["quote"] or "") for cited in answer["citations"])


def test_ask_says_so_when_nothing_is_known(team: Path) -> None:
    answer = one(memo(team, "ask", "What is the capital of Mongolia?", "--json"))
    assert answer["abstained"] is True
    assert answer["citations"] == []
    assert answer["answer"].startswith("No relevant facts found")


def test_search_keeps_the_contract(team: Path) -> None:
    found = lines(memo(team, "search", "printed passenger list", "--json", "--limit", "3"))
    assert 1 <= len(found) <= 3
    for fact in found:
        assert fact.keys() == FACT
    assert "passenger list" in found[0]["text"]
    scores = [fact["score"] for fact in found]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("command", [["search", "Weekly product sync"], ["facts"]])
def test_how_a_summary_was_made_is_said_beside_it(team: Path, command: list[str]) -> None:
    shown = memo(team, *command, "--type", "meeting").stdout
    assert re.search(r"^meeting \d+ · .*Weekly product sync.* · summary made by rules$", shown, re.MULTILINE), shown
    assert re.search(r"^  (?!Made)\S", shown, re.MULTILINE)
    assert "without a model" not in shown


@pytest.mark.parametrize("command", [["search", "queue in Postgres"], ["facts"]])
def test_filters_narrow_searches_and_lists(team: Path, command: list[str]) -> None:
    narrow = [
        "--type",
        "decision",
        "--client",
        "tidewater ferries",
        "--project",
        "Booking",
        "--person",
        "Maya Lindqvist",
    ]
    found = lines(memo(team, *command, *narrow, "--since", "2026-11-18", "--until", "2026-11-18", "--json"))
    assert found
    assert {fact["fact_type"] for fact in found} == {"decision"}
    assert lines(memo(team, *command, *narrow, "--since", "2026-11-19", "--json")) == []


def test_each_filter_narrows_by_itself(team: Path, tmp_path: Path) -> None:
    some: list[tuple[dict[str, Any], bool]] = [
        ({"type": "decision"}, True),
        ({"type": "pulse_summary"}, False),
        ({"client": "Tidewater Ferries"}, True),
        ({"project": "Booking"}, True),
        ({"person": "Tomas Okafor"}, True),
        ({"meeting": 1}, True),
        ({"meeting": 2}, False),
        ({"since": "2026-11-18"}, True),
        ({"since": "2026-11-19"}, False),
        ({"until": "2026-11-18"}, True),
        ({"until": "2026-11-17"}, False),
    ]
    file = tmp_path / "queries.jsonl"
    file.write_text("".join(json.dumps({"query": "queue in Postgres", **narrow}) + "\n" for narrow, _ in some))
    results = lines(memo(team, "search", "--queries", file, "--json"))
    assert [bool(result["results"]) for result in results] == [expected for _, expected in some]


def test_a_filter_that_names_nobody_known_is_refused(team: Path) -> None:
    done = memo(team, "search", "queue", "--client", "Acme Rockets", "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["type"] == "InputError"
    assert "Acme Rockets" in done.stderr
    unsure = memo(team, "facts", "--client", "Tidewater", "--json")
    assert unsure.returncode == 2
    assert "did you mean Tidewater Ferries?" in unsure.stderr


def test_many_searches_in_one_process(team: Path, tmp_path: Path) -> None:
    file = tmp_path / "queries.jsonl"
    file.write_text(
        '{"query": "queue in Postgres", "limit": 2}\n\n'
        '{"query": "release date", "type": "decision", "since": "2026-01-01"}\n'
        '{"query": "release date", "type": ["action_item"], "client": "Tidewater Ferries"}\n'
    )
    results = lines(memo(team, "search", "--queries", file, "--json"))
    assert [result.keys() for result in results] == [{"query", "results"}] * 3
    assert [result["query"] for result in results] == ["queue in Postgres", "release date", "release date"]
    assert len(results[0]["results"]) == 2
    assert {fact["fact_type"] for fact in results[1]["results"]} == {"decision"}
    assert {fact["fact_type"] for fact in results[2]["results"]} == {"action_item"}
    assert all(fact.keys() == FACT for result in results for fact in result["results"])


def test_a_wrong_search_does_not_stop_the_others(team: Path, tmp_path: Path) -> None:
    file = tmp_path / "queries.jsonl"
    file.write_text(
        '{"query": "queue", "client": "Nobody & Sons"}\n{"query": "queue", "colour": 1}\n{"query": "queue"}\n'
    )
    done = memo(team, "search", "--queries", file, "--json")
    assert done.returncode == 2
    first, second, third = [json.loads(line) for line in done.stdout.splitlines()]
    assert first["results"] == second["results"] == []
    assert third["results"]


def test_facts_are_paged_by_cursor(team: Path) -> None:
    everything = lines(memo(team, "facts", "--json", "--limit", "1000"))
    assert all(fact["score"] is None for fact in everything)
    paged: list[dict[str, Any]] = []
    after: list[str] = []
    while True:
        done = memo(team, "facts", "--json", "--limit", "6", *after)
        paged += lines(done)
        if "more: --after " not in done.stderr:
            break
        after = ["--after", done.stderr.split("--after ")[1].split()[0]]
    assert paged == everything
    assert memo(team, "facts", "--after", "nonsense").returncode == 2


# --- names ---


def test_names_wait_and_are_confirmed_and_undone(home: Path, sync: Path) -> None:
    assert one(memo(home, "capture", sync, "--json"))["state"] == "stored"
    waiting = {name["mention"]: name for name in lines(memo(home, "names", "--json"))}
    sam = waiting["Sam"]
    assert {candidate["name"] for candidate in sam["candidates"]} == {"Sam Rivera", "Sam Whitlock"}
    assert one(memo(home, "names", "resolve", "Sam", "--json"))["band"] == "ask"
    rivera = next(candidate["id"] for candidate in sam["candidates"] if candidate["name"] == "Sam Rivera")
    receipt = one(memo(home, "names", "confirm", "Sam", "--id", str(rivera), "--json"))
    assert receipt["action_items"] >= 1
    assert "Sam" not in {name["mention"] for name in lines(memo(home, "names", "--json"))}
    assert memo(home, "names", "undo", str(receipt["receipt_id"])).returncode == 0
    assert "Sam" in {name["mention"] for name in lines(memo(home, "names", "--json"))}
    assert memo(home, "names", "dismiss", "Sam").returncode == 0
    assert "Sam" not in {name["mention"] for name in lines(memo(home, "names", "--json"))}


def test_names_are_scored_without_a_store(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "names.jsonl"
    file.write_text(
        '{"mention": "Sam", "type": "person", "candidates": ["Sam Rivera", "Bob Hall"], "meeting": ["Sam Rivera"]}\n'
        '{"mention": "Sam", "type": "person", "candidates": ["Sam Rivera", "Sam Whitlock"], "meeting": []}\n'
        '{"mention": "Zoe", "type": "person", "candidates": ["Bob Hall"], "meeting": []}\n'
    )
    auto, ask, none = lines(memo(home, "names", "score", file))
    for line in (auto, ask, none):
        assert line.keys() == {"mention", "band", "confidence", "candidate", "candidates", "why"}
    assert (auto["band"], auto["candidate"]) == ("auto", "Sam Rivera")
    assert (ask["band"], ask["candidate"]) == ("ask", None)
    assert none["band"] == "none"
    assert list(home.iterdir()) == []


# --- in and out as a whole ---


def test_import_and_find(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "facts.jsonl"
    facts = [
        {
            "fact_type": "decision",
            "text": f"Pier {n} gets a new crane.",
            "happened_on": "2026-05-04",
            "source_id": f"s{n}",
        }
        for n in range(200)
    ]
    file.write_text("\n".join([*map(json.dumps, facts), "no json", '{"fact_type": "decision"}']))
    done = memo(home, "import", file, "--json")
    report = json.loads(done.stdout)
    assert done.returncode == 2
    assert report["imported"] == 200
    assert [line["line"] for line in report["rejected"]] == [201, 202]
    assert lines(memo(home, "search", "crane for pier 137", "--json"))[0]["source_id"] == "s137"
    again = json.loads(memo(home, "import", file, "--json").stdout)
    assert (again["imported"], again["skipped"]) == (0, 200)


def test_backup_and_restore(team: Path, home: Path, tmp_path: Path) -> None:
    file = tmp_path / "team.memo"
    saved = one(memo(team, "backup", file, "--json"))
    restored = one(memo(home, "restore", file, "--json"))
    assert saved["rows"] == restored["rows"]
    before = lines(memo(team, "search", "queue in Postgres", "--json"))
    assert lines(memo(home, "search", "queue in Postgres", "--json")) == before
    assert memo(home, "restore", file).returncode == 2


def test_a_forgotten_meeting_is_found_nowhere(home: Path, sync: Path) -> None:
    meeting = one(memo(home, "capture", sync, "--json"))["meeting_id"]
    assert not one(memo(home, "ask", "Why is the queue in Postgres?", "--json"))["abstained"]
    assert memo(home, "pulse", "--date", "2026-11-18").returncode == 0
    preview = one(memo(home, "forget", "--meeting", str(meeting), "--preview", "--json"))
    receipt = one(memo(home, "forget", "--meeting", str(meeting), "--json"))
    assert preview == receipt
    assert receipt["decisions"] >= 4
    assert receipt["answers"] == receipt["captures"] == receipt["digests"] == 1
    assert lines(memo(home, "search", "queue in Postgres", "--json")) == []
    assert lines(memo(home, "facts", "--json")) == []
    assert lines(memo(home, "names", "--json")) == []
    assert memo(home, "transcript", str(meeting)).returncode == 2
    assert one(memo(home, "ask", "Why is the queue in Postgres?", "--json"))["abstained"]
    assert one(memo(home, "capture", sync, "--json"))["state"] == "stored"


# --- upkeep ---


def test_status_counts_what_is_there(team: Path) -> None:
    status = one(memo(team, "status", "--json"))
    assert status["meetings"] == 1
    assert status["not_searchable"] == 0
    assert status["pending_names"] >= 1


def test_backfill_has_nothing_to_do_twice(team: Path) -> None:
    assert one(memo(team, "backfill", "--json")) == {"done": 0, "failed": 0, "left": 0}


def test_migrate_twice_changes_nothing(home: Path) -> None:
    assert one(memo(home, "migrate", "--json"))["applied"]
    assert one(memo(home, "migrate", "--json"))["applied"] == []


def test_notes_are_synced_and_digested(home: Path, sync: Path, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "sync.md").write_bytes(sync.read_bytes())
    (note,) = lines(memo(home, "notes", "--sync", folder, "--json"))
    assert note["state"] == "new"
    assert one(memo(home, "digest", str(note["id"]), "--json"))["state"] == "stored"
    (note,) = lines(memo(home, "notes", "--json"))
    assert note["state"] == "captured"


def test_a_context_note_is_a_fact(home: Path) -> None:
    kept = one(memo(home, "note", "They print on A5.", "--client", "Tidewater Ferries", "--json"))
    assert (kept["fact_type"], kept["client"]) == ("client_context", "Tidewater Ferries")
    assert memo(home, "note", "About nothing.").returncode == 2


@pytest.mark.parametrize(
    ("arguments", "settings"),
    [
        (["facts"], {"MEMO_EMBEDDER": "magic"}),
        (["facts"], {"MEMO_MODEL": "anthropic"}),
        (["facts", "--type", "opinion"], {}),
        (["facts", "--since", "yesterday-ish"], {}),
        (["facts", "--limit", "0"], {}),
        (["search"], {}),
        (["transcript", "x"], {}),
        (["transcript", "99999"], {}),
        (["names", "confirm", "Sam"], {}),
        (["import", "/no/such/file"], {}),
        (["no-such-command"], {}),
    ],
)
def test_bad_input_is_exit_code_2_and_no_traceback(team: Path, arguments: list[str], settings: dict[str, str]) -> None:
    done = memo(team, *arguments, **settings)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()


def test_an_unreachable_database_is_exit_code_1(home: Path) -> None:
    done = memo(home, "facts", "--json", DATABASE_URL=f"postgresql://nobody@127.0.0.1:{free_port()}/memo")
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["type"] == "StoreUnavailable"
    assert done.stderr.startswith("memo: ")


def test_a_reader_that_leaves_early_is_no_error(team: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [*MEMO, "facts", "--json"], stdout=write, stderr=subprocess.PIPE, env=environment(team), check=False, timeout=60
    )
    os.close(write)
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr


def test_what_was_said_cannot_steer_the_terminal(home: Path) -> None:
    memo(home, "note", "red \x1b[31m alert \x07 \x9b2J", "--client", "Tide")
    listed = memo(home, "facts").stdout
    assert "alert" in listed
    assert not set(listed) & {"\x1b", "\x07", "\x9b"}


def test_stopped_in_the_middle_it_leaves_no_process(home: Path, sync: Path) -> None:
    for seconds in (0.3, 1.0, 2.0):
        running = subprocess.Popen(
            [*MEMO, "capture", str(sync)], env=environment(home), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(seconds)
        running.send_signal(signal.SIGTERM)
        running.wait(30)
        assert left_after(home, 15) == []
    assert one(memo(home, "capture", sync, "--json"))["state"] in {"stored", "duplicate"}


def test_it_works_while_the_app_runs_and_the_app_finds_it(home: Path, sync: Path) -> None:
    app = App(home, "--port", str(free_port()))
    try:
        record = one(memo(home, "capture", sync, "--json"))
        assert record["state"] == "stored"
        assert one(memo(home, "capture", sync, "--json"))["state"] == "duplicate"
        assert app.get()
    finally:
        app.stop()
    assert left_after(home, 5) == []
    assert one(memo(home, "capture", sync, "--json"))["meeting_id"] == record["meeting_id"]
