"""Meetings for the tests of pages."""

from __future__ import annotations

STANDUP = b"""Title: Platform weekly
Date: 2026-03-02

Ana Costa: Good morning everybody, let us start with the database question.
Ben Ode: I compared both candidates over the weekend and wrote it up.
Ana Costa: Decision: we use Postgres for the event store, because the team already runs it.
Ben Ode: ACTION: Ben Ode to write the migration plan by Friday.
Cleo Park: I will order the new laptops next week.
Ana Costa: Thanks, that is all for today.
"""
"""One decision with its reason, two action items of which one is due on 6 March 2026."""

OTHER = STANDUP.replace(b"Good morning", b"Good evening")
"""Nearly the same words of the same day."""
