"""Which channel hears of a meeting. No I/O."""

from __future__ import annotations

from memo.settings import Settings
from memo.store.outbox import MeetingPlace


def channel_for(settings: Settings, place: MeetingPlace) -> str | None:
    """The channel of the meeting's project, else of its client, else the default; None when nobody is told.

    A restricted meeting is told only in a channel that is named for one of the groups that may see it: whoever is in
    that channel is in the group. A project's or client's channel is not enough, and there is no default.
    """
    named = {name.casefold(): channel for name, channel in settings.slack_channels.items()}
    if place.audience is not None:
        groups = (group for group in place.audience if ":" in group and not group.startswith(("client:", "project:")))
        return next((channel for group in groups if (channel := settings.slack_channels.get(group))), None)
    for kind, name in (("project", place.project), ("client", place.client)):
        if name is not None and (channel := named.get(f"{kind}:{name}".casefold())) is not None:
            return channel
    return settings.slack_channel
