"""Every error of Memo; the class docstring is the sentence a person reads when no better one is given.

MemoError
├── ConfigError                 a setting is missing or wrong
├── InputError                  the person can fix it
│   ├── FileNotAccepted
│   ├── NotText
│   ├── TranscriptEmpty
│   └── TranscriptTooLong
├── AlreadyCaptured             carries the earlier capture
│   └── LooksLikeEarlierCapture near-duplicate
├── ModelError                  carries the recorded run
│   ├── ModelTimeout
│   ├── ModelUnavailable
│   ├── ModelRejected           the key, the model's name or the request: trying again does not help
│   ├── ModelRefused
│   ├── ModelReplyInvalid
│   └── ModelReplyCut
├── StoreError
│   ├── StoreUnavailable
│   ├── SchemaOutdated
│   ├── NotFound
│   ├── Conflict                somebody else was first
│   └── ProvenanceViolation
├── NotAllowed
│   └── SignInExpired
├── NotesUnavailable            the provider of synced notes
└── SlackError
    ├── SlackLimited            carries how long Slack wants to be left alone
    └── SlackRefused            trying again does not help

Read by: the pages (through `memo.ui.reporting`), the command line and the job worker, which asks `retryable`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from memo.models import ModelRun


class MemoError(Exception):
    """Memo could not do this."""

    retryable: ClassVar[bool] = False

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or (type(self).__doc__ or "").strip())

    @property
    def message(self) -> str:
        """The sentence a person reads."""
        return str(self.args[0])


class ConfigError(MemoError):
    """A setting is missing or wrong."""


class InputError(MemoError):
    """What was handed in cannot be used as it is."""


class FileNotAccepted(InputError):
    """This kind of file is not accepted."""


class NotText(InputError):
    """The file does not hold text."""


class TranscriptEmpty(InputError):
    """There is nothing to capture: the transcript is empty."""


class TranscriptTooLong(InputError):
    """The transcript is longer than the limit."""


class AlreadyCaptured(MemoError):
    """This transcript was captured before."""

    def __init__(self, message: str | None = None, *, capture_id: int, meeting_id: int | None) -> None:
        super().__init__(message)
        self.capture_id = capture_id
        self.meeting_id = meeting_id


class LooksLikeEarlierCapture(AlreadyCaptured):
    """This transcript is very like one that was captured before."""


class ModelError(MemoError):
    """The model gave no usable reply."""

    def __init__(self, message: str | None = None, *, run: ModelRun | None = None) -> None:
        super().__init__(message)
        self.run = run


class ModelTimeout(ModelError):
    """The model did not answer in time."""

    retryable = True


class ModelUnavailable(ModelError):
    """The model service cannot be reached or is overloaded."""

    retryable = True


class ModelRejected(ModelError):
    """The model service did not accept the request: the key, the model's name or the size may be wrong."""


class ModelRefused(ModelError):
    """The model refused to answer."""


class ModelReplyInvalid(ModelError):
    """The model's reply does not have the asked-for form."""

    retryable = True


class ModelReplyCut(ModelError):
    """The model's reply was cut off before its end."""

    retryable = True


class StoreError(MemoError):
    """The database could not do this."""


class StoreUnavailable(StoreError):
    """The database cannot be reached."""

    retryable = True


class SchemaOutdated(StoreError):
    """The database schema is older than this Memo: run `memo migrate`."""


class NotFound(StoreError):
    """There is no such thing, or you may not see it."""


class Conflict(StoreError):
    """Somebody else was first."""


class ProvenanceViolation(StoreError):
    """A fact needs to know who or what produced it."""


class NotAllowed(MemoError):
    """You may not see or do this."""


class SignInExpired(NotAllowed):
    """Your sign-in has expired: sign in again."""


class NotesUnavailable(MemoError):
    """The notes cannot be fetched."""

    retryable = True


class SlackError(MemoError):
    """Slack could not be told."""

    retryable = True


class SlackLimited(SlackError):
    """Slack wants to be left alone for a while."""

    def __init__(self, message: str | None = None, *, retry_after: float = 1.0) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class SlackRefused(SlackError):
    """Slack does not accept this."""

    retryable = False
