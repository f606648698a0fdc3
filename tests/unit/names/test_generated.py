"""Made-up names among look-alikes: nobody is ever given to the wrong person."""

from __future__ import annotations

import pytest

from tests.quality.names import measure
from tests.quality.names_generated import generated

SETS = generated()


@pytest.mark.parametrize("name", SETS)
def test_no_wrong_merge(name: str) -> None:
    tally = measure(name, SETS[name][::10])
    assert tally.trials > 50
    assert not tally.wrong


def test_the_usual_short_forms_resolve_or_ask_for_the_one_meant() -> None:
    name = "other writing, meant one in the meeting"
    tally = measure(name, SETS[name][::10])
    assert tally.right / tally.trials > 0.7
    assert (tally.right + tally.asked_with_gold) / tally.trials > 0.95
