"""What a question narrows the search to. Rules read it; a model may add what the rules missed, and code checks that.

A filter can only narrow, and only by what the question says: names that resolve surely, days that code works out, kinds
of fact that it names. What is doubtful is dropped, and the answer says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from memo.models import EntityType, FactFilter, Resolution
from memo.names.score import AUTO_RESOLVE_THRESHOLD
from memo.retrieval.due import Due, resolve_due, says_due
from memo.retrieval.kinds import Asks, Kinds, kinds
from memo.retrieval.mentions import Directory, Mention
from memo.retrieval.to_do import ToDo
from memo.retrieval.topic import names_a_topic, negates, rest_of
from memo.retrieval.when import When, resolve_when
from memo.store.answers import CalledMeeting, KnownName

MOST_MEETINGS: Final = 6
"""Meetings of one title that a question may mean; one more is looked for, to know whether there are more."""

FindAsker = Callable[[], KnownName | None]
"""The person who asks; None when that is not known."""
FindMeetings = Callable[[str, date | None, date | None], list[CalledMeeting]]
"""The meetings whose title holds some words and that were held in some days (None: any), newest first."""

_MEETING: Final = re.compile(
    r"\b(?P<how>in|at|during|from|of|before|after|since|until)\s+(?:the|our|that|this)\s+(?P<last>last\s+|latest\s+)?"
    r"(?P<title>(?:[\w'’&/-]+\s+){0,5}?(?P<kind>meeting|call|sync|workshop|retro(?:spective)?|review|stand-?up|session|"
    r"kick-?off|planning|all-?hands|board))\b",
    re.IGNORECASE,
)
_GENERIC: Final = re.compile(r"\b(?:meeting|call|session)\b", re.IGNORECASE)
_OWNS: Final = (
    r"\b(?:assigned\s+to|owned\s+by|decided\s+by|made\s+by|agreed\s+by|on|for)\s+{name}\b(?!['’]s\s+(?:team|project|client))",
    r"\b{name}['’]s?\s+(?:\w+\s+){{0,2}}?(?:action|actions|tasks?|to-?dos?|items?|decisions?|work|plate|follow[\s-]?ups?|list)\b",
    r"\b(?:did|does|has|is|was|will|should|must)\s+{name}\s+(?:\w+\s+){{0,2}}?(?:decide|decided|agree|agreed|own|owe|have\s+to|need|"
    r"needed|promise|promised|commit|committed|take|taken|supposed|going\s+to|working|do|doing|responsible)\b",
    r"\b{name}\s+(?:decided?|agreed?|owns?|owes?|has\s+to|have\s+to|needs?|promised|committed|is\s+(?:to|doing|working|responsible))\b",
)
_AND: Final = re.compile(r"\s*(?:,|&|,?\s*\b(?:and|or)\b)\s*(?:for\s+)?", re.IGNORECASE)
_PLAIN_ON_FOR: Final = re.compile(r"^(?:on|for)\s", re.IGNORECASE)


@dataclass
class Understood:
    """What a question was understood to ask about.

    `shown` is the filter in words ("client": "Northwind"), `notes` what was dropped or unsure, `said` the parts of the
    question that are told by the filter alone. `asks` is what of a fact answers it, `newest` whether the last counts.
    `without` are the ways of narrowing that the person has taken back: "client", "when", ...

    What is asked of tasks: `people` may have them (any of these), also under a name of `called` that nobody has
    settled yet; `due` is by when, `to_do` whether all that somebody has to do is asked for.

    `meetings` are all that may be meant where the question asks for nothing but what was said there.
    """

    wanted: FactFilter = field(default_factory=FactFilter)
    shown: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    asks: Asks = "what"
    newest: bool = False
    without: frozenset[str] = frozenset()
    people: tuple[int, ...] = ()
    called: tuple[str, ...] = ()
    due: Due | None = None
    to_do: bool = False
    meetings: tuple[int, ...] = ()

    def narrow(self, name: str, shown: str, said: str = "", **fields: object) -> None:
        """Add to the filter, unless it is narrowed in that way already, or the person does not want it to be."""
        if name in self.shown or name in self.without:
            return
        self.wanted = self.wanted.model_copy(update=fields)
        self.shown[name] = shown
        if said:
            self.said.append(said)


def understand(
    question: str,
    today: date,
    directory: Directory,
    find_meetings: FindMeetings,
    *,
    given: FactFilter | None = None,
    without: Collection[str] = (),
    find_asker: FindAsker = lambda: None,
) -> Understood:
    """What `question` narrows a search to by rules alone; `given` is what the person has chosen, which stands.

    `without` are the ways of narrowing that the person has taken back. `find_asker` is asked who "I" is.
    """
    understood = Understood(wanted=given or FactFilter(), without=frozenset(without))
    asked = kinds(question)
    understood.asks, understood.newest = asked.asks, asked.newest
    if asked.fact_types and not understood.wanted.fact_types:
        words = ", ".join(fact_type.replace("_", " ") for fact_type in asked.fact_types)
        understood.narrow("type", words, " ".join(asked.words), fact_types=asked.fact_types)
    if asked.statuses and not understood.wanted.statuses:
        understood.narrow("status", ", ".join(asked.statuses), statuses=asked.statuses)
    if asked.newest and negates(question):
        understood.notes.append(
            "Memo keeps what was decided, not what was not: it looks for the facts nearest to that."
        )
    if asked.history:
        understood.wanted = understood.wanted.model_copy(update={"include_superseded": True})
    _name(understood, question, _mentions(question, asked, directory), directory, asked.to_do)
    if asked.to_do is not None and asked.to_do.own and _lists_tasks(understood):
        _own(understood, find_asker, "tasks of everybody are listed", "What does Ana have to do?")
    elif asked.own:
        _own(understood, find_asker, "not narrowed to anybody", "What did Ana decide?")
    rest = _meeting(understood, _due(understood, question, asked, today), today, find_meetings)
    if when := resolve_when(rest, today):
        narrow_when(understood, when)
    return understood


def _mentions(question: str, asked: Kinds, directory: Directory) -> list[Mention]:
    """The names in `question`; of whom is asked what they have to do counts however it is written."""
    mentions = directory.mentions(question)
    task = asked.to_do
    if task is None or task.name is None or any(_has_to_do(task, one) for one in mentions):
        return mentions
    return [*mentions, Mention(task.name, task.start, task.end, directory.resolve(task.name, "person"))]


def _joined(question: str, one: Mention, other: Mention) -> bool:
    """Whether two names stand side by side: "tasks for Ana and Ben"."""
    between = question[min(one.end, other.end) : max(one.start, other.start)]
    return _AND.fullmatch(between) is not None


def _has_to_do(task: ToDo | None, mention: Mention) -> bool:
    """Whether it is asked what the one mentioned has to do."""
    return task is not None and task.start < mention.end and mention.start < task.end


def _due(understood: Understood, question: str, asked: Kinds, today: date) -> str:
    """Narrow tasks to the days they are due; the question without the words that say so."""
    understood.to_do = asked.to_do is not None or asked.due
    if asked.fact_types != ("action_item",) or not (understood.to_do or says_due(question)):
        return question
    due = resolve_due(question, today)
    if due is None or (re.search(r"\bsince\b", question, re.IGNORECASE) and not says_due(question)):
        return question
    words = f"before {_day(today)}" if due.overdue else in_words(due.since, due.until)
    if "due" not in understood.without:
        understood.due = due
        understood.narrow("due", words)
    understood.said.append(due.words)
    return question.replace(due.words, " ")


def narrow_when(understood: Understood, when: When) -> None:
    """Narrow to the days of `when`, inside those that were chosen before."""
    wanted = understood.wanted
    since = max((day for day in (wanted.since, when.since) if day), default=None)
    until = min((day for day in (wanted.until, when.until) if day), default=None)
    if since and until and since > until:
        understood.notes.append(f'"{when.words}" lies outside the days that were chosen: left out.')
        return
    understood.narrow("when", in_words(since, until), when.words, since=since, until=until)


def in_words(since: date | None, until: date | None) -> str:
    """Two days, either of which may be open, as a person says them."""
    if since and until:
        return _day(since) if since == until else f"{_day(since)} to {_day(until)}"
    return f"since {_day(since)}" if since else f"until {_day(until)}" if until else "any time"


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _name(
    understood: Understood, question: str, mentions: Sequence[Mention], directory: Directory, task: ToDo | None
) -> None:
    """Narrow to the client, project and person that are named, each only when that is sure and the only reading."""
    by_place: dict[tuple[int, int], list[Mention]] = {}
    meant = [mention for mention in mentions if owns(question, mention.text) or _has_to_do(task, mention)]
    for one in meant:  # grows while it is read: of "Ana, Ben and Cy" each is joined to the next
        meant += [other for other in mentions if other not in meant and _joined(question, one, other)]
    for mention in mentions:
        if mention.resolution.type != "person" or mention in meant:
            by_place.setdefault((mention.start, mention.end), []).append(mention)
    chosen: dict[EntityType, dict[int, Mention]] = {}
    for readings in by_place.values():
        sure = [mention for mention in readings if is_sure(mention.resolution)]
        if len(sure) > 1:
            kinds_of = " and ".join(f"a {mention.resolution.type}" for mention in sure)
            understood.notes.append(f'"{sure[0].text}" is {kinds_of}: not narrowed to either.')
        for mention in sure if len(sure) == 1 else readings if not sure else []:
            candidate = mention.resolution.candidate
            if not is_sure(mention.resolution):
                note_unsure(understood, mention.resolution, directory)
            elif candidate and candidate.id is not None:
                chosen.setdefault(mention.resolution.type, {})[candidate.id] = mention
    for kind, named in chosen.items():
        if len(named) == 1 and not (kind == "person" and understood.people):
            (mention,) = named.values()
            narrow_name(understood, mention.resolution, mention.text)
        elif kind == "person":
            _several(understood, named)
        else:
            understood.notes.append(f"The question names more than one {kind}: not narrowed to any.")


def _own(understood: Understood, find_asker: FindAsker, instead: str, example: str) -> None:
    """Narrow to what the one who asks has to do or decided, or say that nobody knows who that is."""
    if "person" in understood.without:
        return
    if understood.wanted.person_id is not None or understood.people:
        chosen = "the person who was chosen" if understood.wanted.person_id is not None else "those who are named"
        named = understood.shown.get("person") or chosen
        understood.notes.append(f'"I" is passed over: it is asked for {named}.')
        return
    asker = find_asker()
    if asker is None:
        understood.notes.append(f'It is not known who "I" is here: {instead}. Ask by name, as in "{example}"')
        return
    understood.narrow("person", asker.name, person_id=asker.id)
    understood.people, understood.called = (asker.id,), (asker.name.lower(),)


def _several(understood: Understood, named: dict[int, Mention]) -> None:
    """Ask for the tasks of all who are named; anything else is not narrowed to any of them."""
    _tasks_of(understood, named, [mention.text for mention in named.values()])
    which = "tasks of all of them are listed" if _lists_tasks(understood) else "not narrowed to any"
    understood.notes.append(f"The question names more than one person: {which}.")


def _tasks_of(understood: Understood, people: Collection[int], called: Collection[str]) -> None:
    """Let tasks be those of `people`, or of nobody settled but called so; what the person has chosen stands."""
    if "person" in understood.without or ("person" not in understood.shown and understood.wanted.person_id is not None):
        return
    understood.people = tuple(dict.fromkeys((*understood.people, *people)))
    understood.called = tuple(dict.fromkeys((*understood.called, *(name.lower() for name in called))))
    understood.said += called


def _lists_tasks(understood: Understood) -> bool:
    return understood.wanted.fact_types == ("action_item",)


def is_sure(resolution: Resolution) -> bool:
    """Whether a name is resolved well enough to narrow by it."""
    return resolution.band == "auto" and resolution.confidence >= AUTO_RESOLVE_THRESHOLD


def narrow_name(understood: Understood, resolution: Resolution, said: str) -> None:
    """Narrow to what a name surely stands for."""
    if resolution.candidate is not None and getattr(understood.wanted, f"{resolution.type}_id") is None:
        fields = {f"{resolution.type}_id": resolution.candidate.id}
        understood.narrow(resolution.type, resolution.candidate.name, said, **fields)
        if resolution.type == "person" and resolution.candidate.id is not None:
            _tasks_of(understood, [resolution.candidate.id], [said])


def note_unsure(understood: Understood, resolution: Resolution, directory: Directory) -> None:
    """Say whom a name could mean, and that nothing was narrowed by it; tasks are those of all who bear it."""
    if resolution.type == "person" and _lists_tasks(understood):
        bearing = directory.bearing(resolution.mention)
        _tasks_of(understood, bearing, [resolution.mention])
        if len(bearing) > 1:
            names = " or ".join(sorted(bearing.values()))
            understood.notes.append(f'"{resolution.mention}" could mean {names}: tasks of each are listed.')
            return
    names = " or ".join(candidate.name for candidate in resolution.candidates)
    if names:
        understood.notes.append(f'"{resolution.mention}" could mean {names}: not narrowed to a {resolution.type}.')


def owns(question: str, name: str) -> bool:
    """Whether `question` asks for what a person decided or is to do, rather than for something about them."""
    return any(re.search(pattern.format(name=re.escape(name)), question, re.IGNORECASE) for pattern in _OWNS)


def _meeting(understood: Understood, question: str, today: date, find_meetings: FindMeetings) -> str:
    """Narrow to the meeting that is named, or to the days before or after it; the rest of the question.

    Days that the question names tell meetings of one title apart.
    """
    found = _MEETING.search(question)
    name = _GENERIC.sub("", found["title"]).strip() if found else ""
    if found is None or not (name or found["last"]) or understood.wanted.meeting_id is not None:
        return question
    how, rest = found["how"].lower(), f"{question[: found.start()]} {question[found.end() :]}"
    inside = how in ("in", "at", "during", "from", "of")
    when = resolve_when(rest, today) if inside and not found["last"] else None
    meetings = find_meetings(name, when.since if when else None, when.until if when else None)
    if not meetings:
        return question
    if len(meetings) > 1 and not found["last"]:
        left = rest_of(rest, understood.said)
        many = len(meetings) > MOST_MEETINGS
        some = f'"{found["title"]}" could be any of {f"more than {MOST_MEETINGS}" if many else len(meetings)} meetings'
        if inside and "meeting" not in understood.without and not (names_a_topic(left) or negates(left)):
            understood.meetings = tuple(one.id for one in meetings[:MOST_MEETINGS])
            understood.said.append(found[0])
            each = f"the newest {MOST_MEETINGS}" if many else "each"
            understood.notes.append(f"{some}: what was kept of {each} is listed.")
        else:
            understood.notes.append(f"{some}: not narrowed to one.")
        return question
    newest = meetings[0]
    if inside:
        understood.narrow("meeting", newest.title, found[0], meeting_id=newest.id)
    elif newest.held_on is not None:
        narrow_when(understood, _around(how, newest.held_on, found[0]))
    else:
        understood.notes.append(f"{newest.title} has no date: not narrowed by it.")
    return rest


def _around(how: str, held_on: date, words: str) -> When:
    match how:
        case "before":
            return When(None, date.fromordinal(held_on.toordinal() - 1), words)
        case "until":
            return When(None, held_on, words)
        case "after":
            return When(date.fromordinal(held_on.toordinal() + 1), None, words)
        case _:
            return When(held_on, None, words)
