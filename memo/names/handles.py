"""User names and initials that people make of their full names."""

from __future__ import annotations

from memo.names.person_form import PersonForm


def handles(form: PersonForm) -> list[tuple[str, float, str]]:
    """User names people make of a full name: (user name, strength, when it stands for the whole name)."""
    found = []
    for first in form.words[0]:
        for last in form.words[-1]:
            if len(first) > 1 and len(last) > 1:
                found.append((first + last, 0.95, "always"))
                found.append((last + first, 0.93, "always"))
            if len(last) > 2:
                found.append((first[0] + last, 0.88, "addressed" if len(last) > 3 else "meeting"))
                found.append((last + first[0], 0.86, "meeting"))
            if len(first) > 2:
                found.append((first + last[0], 0.86, "meeting"))
    return found


def initials(form: PersonForm) -> frozenset[str]:
    """The initials of all words, and of the first and last alone."""
    letters = "".join(word[0][0] for word in form.words)
    return frozenset((letters, letters[0] + letters[-1])) if letters else frozenset()


def given_initials(form: PersonForm) -> str:
    """The initials of all words but the last."""
    return "".join(word[0][0] for word in form.words[:-1])
