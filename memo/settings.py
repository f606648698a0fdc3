"""Settings: the only reader of the environment."""

from __future__ import annotations

from datetime import date, time
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import platformdirs
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict, SettingsError

from memo.errors import ConfigError


class Price(BaseModel):
    """US dollars per million tokens of one model, as published on `as_of`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: float
    output: float
    cache_write: float = 0.0
    cache_read: float = 0.0
    as_of: date = date(2026, 11, 30)
    above_input_tokens: int | None = None
    """Prompts over this many tokens cost `input_above` and `output_above` instead."""
    input_above: float = 0.0
    output_above: float = 0.0


PUBLISHED_PRICES: dict[str, Price] = {
    "claude-sonnet-5-5": Price(input=2, output=10, cache_write=2.5, cache_read=0.10),
    "claude-haiku-5-5": Price(
        input=0.10,
        output=0.50,
        cache_write=0.125,
        cache_read=0.01,
        above_input_tokens=100_000,
        input_above=0.50,
        output_above=2.50,
    ),
    "claude-sonnet-4-6": Price(input=3, output=15, cache_write=3.75, cache_read=0.30),
    "claude-haiku-4-5": Price(input=1, output=5, cache_write=1.25, cache_read=0.10),
    "claude-haiku-4-5-20251001": Price(input=1, output=5, cache_write=1.25, cache_read=0.10),
}


def _cut(value: object) -> object:
    return [part.strip().lower() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_cut)]
"""Written in the environment as words between commas; lower case."""


class Settings(BaseSettings):
    """Everything that can be set from outside; each field's description is its row in the README's table."""

    # Fields are also found by name, which must not make $HOME the data folder: hence the prefix.
    model_config = SettingsConfigDict(frozen=True, extra="ignore", populate_by_name=True, env_prefix="MEMO_")

    home: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("memo", appauthor=False)),
        validation_alias="MEMO_HOME",
        description="Folder of the embedded database and everything else Memo keeps.",
    )
    database_url: SecretStr | None = Field(
        default=None,
        validation_alias="DATABASE_URL",
        description="Your own PostgreSQL (15 or newer, pgvector 0.8 or newer); unset: the embedded one in MEMO_HOME.",
    )
    anthropic_api_key: SecretStr | None = Field(
        default=None, validation_alias="ANTHROPIC_API_KEY", description="Key of the Messages API."
    )
    anthropic_base_url: str = Field(
        default="https://api.anthropic.com",
        validation_alias="ANTHROPIC_BASE_URL",
        description="Any server that speaks the Messages API, without /v1.",
    )
    model: Literal["auto", "anthropic", "offline"] = Field(
        default="auto",
        validation_alias="MEMO_MODEL",
        description="`anthropic`, `offline` (rules, no model), or `auto`: anthropic when a key is set, else offline.",
    )
    extract_model: str = Field(
        default="claude-sonnet-5-5", validation_alias="MEMO_EXTRACT_MODEL", description="Model that reads transcripts."
    )
    filter_model: str = Field(
        default="claude-haiku-5-5",
        validation_alias="MEMO_FILTER_MODEL",
        description="Model that understands a question's filters.",
    )
    answer_model: str = Field(
        default="claude-sonnet-5-5", validation_alias="MEMO_ANSWER_MODEL", description="Model that writes answers."
    )
    prices: dict[str, Price] = Field(
        default_factory=dict,
        validation_alias="MEMO_PRICES",
        description='Prices in dollars per million tokens, as JSON: {"model-id": {"input": 2, "output": 10}}; '
        "they add to and override the built-in, dated ones.",
    )
    embedder: Literal["bundled", "cloudflare", "fastembed", "off"] = Field(
        default="bundled",
        validation_alias="MEMO_EMBEDDER",
        description="Who makes vectors: `bundled` (bge-small-en-v1.5), `cloudflare`, `fastembed`, or `off`.",
    )
    cloudflare_account_id: str | None = Field(
        default=None, validation_alias="CLOUDFLARE_ACCOUNT_ID", description="Account for the `cloudflare` embedder."
    )
    cloudflare_api_token: SecretStr | None = Field(
        default=None, validation_alias="CLOUDFLARE_API_TOKEN", description="Token for the `cloudflare` embedder."
    )
    cloudflare_api_url: str = Field(
        default="https://api.cloudflare.com/client/v4",
        validation_alias="CLOUDFLARE_API_URL",
        description="Address of the Cloudflare API, for proxies and tests.",
    )
    slack_bot_token: SecretStr | None = Field(
        default=None, validation_alias="SLACK_BOT_TOKEN", description="Bot token (xoxb-); unset: no Slack."
    )
    slack_app_token: SecretStr | None = Field(
        default=None, validation_alias="SLACK_APP_TOKEN", description="App token (xapp-) for `memo slack`."
    )
    slack_channel: str | None = Field(
        default=None, validation_alias="SLACK_CHANNEL", description="Channel that hears of stored captures."
    )
    slack_channels: dict[str, str] = Field(
        default_factory=dict,
        validation_alias="SLACK_CHANNELS",
        description='Channels of clients, projects and groups, as JSON: {"client:Northwind": "C0123", '
        '"project:Apollo": "C0456", "group:legal": "C0789"}; they go before SLACK_CHANNEL.',
    )
    slack_pulse_channel: str | None = Field(
        default=None, validation_alias="SLACK_PULSE_CHANNEL", description="Channel that gets the day's digest."
    )
    slack_api_url: str = Field(
        default="https://slack.com/api/",
        validation_alias="SLACK_API_URL",
        description="Address of the Slack API, for proxies and tests.",
    )
    url: str | None = Field(
        default=None,
        validation_alias="MEMO_URL",
        description="Where the team reaches the pages, for links in Slack: https://memo.example.com.",
    )
    granola_api_key: SecretStr | None = Field(
        default=None, validation_alias="MEMO_GRANOLA_API_KEY", description="Key (grn_) of Granola's API, to sync notes."
    )
    granola_api_url: str = Field(
        default="https://public-api.granola.ai",
        validation_alias="GRANOLA_API_URL",
        description="Address of the Granola API, for proxies and tests.",
    )
    auth: Literal["auto", "oidc", "off"] = Field(
        default="auto",
        validation_alias="MEMO_AUTH",
        description="Who signs in: `auto` (everybody, once Streamlit's secrets have a section `[auth]`), `oidc` "
        "(everybody; nothing is shown while that section is missing), or `off` (nobody).",
    )
    allowed_domains: Names = Field(
        default_factory=tuple,
        validation_alias="MEMO_ALLOWED_DOMAINS",
        description="Domains of e-mail addresses that may join by signing in, as example.com,example.org; unset: only "
        "those whom an administrator has added.",
    )
    new_member_role: Literal["reader", "member"] = Field(
        default="reader",
        validation_alias="MEMO_NEW_MEMBER_ROLE",
        description="What somebody of an allowed domain is at first: `reader` or `member`.",
    )
    admins: Names = Field(
        default_factory=tuple,
        validation_alias="MEMO_ADMINS",
        description="E-mail addresses, separated by commas, that are administrators when they first sign in.",
    )
    trust_email: bool = Field(
        default=False,
        validation_alias="MEMO_TRUST_EMAIL",
        description="Accept e-mail addresses that the provider does not call verified: only for one of your own, where "
        "nobody chooses an address.",
    )
    timezone: str = Field(
        default="UTC",
        validation_alias="MEMO_TIMEZONE",
        description='Where the team\'s days begin and end, as "Europe/Berlin".',
    )
    pulse_at: time | None = Field(
        default=time(18),
        validation_alias="MEMO_PULSE_AT",
        description="When the worker makes the day's digest, in MEMO_TIMEZONE; `off` for never.",
    )
    max_transcript_chars: int = Field(
        default=600_000,
        gt=0,
        validation_alias="MEMO_MAX_TRANSCRIPT_CHARS",
        description="Longest transcript accepted, in characters.",
    )
    max_upload_bytes: int = Field(
        default=10_000_000,
        gt=0,
        validation_alias="MEMO_MAX_UPLOAD_BYTES",
        description="Largest file accepted, in bytes.",
    )

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError) as exc:
            raise ValueError(f"{value!r} is not a time zone: write one as Europe/Berlin") from exc
        return value

    @field_validator("url")
    @classmethod
    def _reachable(cls, value: str | None) -> str | None:
        if value and not value.startswith(("http://", "https://")):
            raise ValueError(f"{value!r} is not an address: write one as https://memo.example.com")
        return value.rstrip("/") if value else None

    @field_validator("slack_channels")
    @classmethod
    def _named_channels(cls, value: dict[str, str]) -> dict[str, str]:
        for name, channel in value.items():
            if ":" not in name or not channel:
                raise ValueError(f"{name!r} names no channel: write client:NAME, project:NAME or a group as group:NAME")
        return value

    @field_validator("pulse_at", mode="before")
    @classmethod
    def _pulse_off(cls, value: object) -> object:
        return None if value in ("off", "") else value

    @cached_property
    def extractor(self) -> Literal["anthropic", "offline"]:
        """Which extractor and answerer are in use."""
        if self.model == "auto":
            return "anthropic" if self.anthropic_api_key else "offline"
        return self.model

    def price(self, model: str) -> Price | None:
        """The price of `model`, or None when nobody has stated one."""
        return self.prices.get(model) or PUBLISHED_PRICES.get(model)


def load_settings() -> Settings:
    """The settings from the environment; raises `ConfigError` naming every wrong one at once."""
    try:
        settings = Settings()
    except SettingsError as exc:
        raise ConfigError(f"Wrong settings: what has to be JSON is not: {exc}.") from exc
    except ValidationError as exc:
        wrong = "; ".join(f"{'.'.join(str(p) for p in e['loc'])}: {e['msg']}" for e in exc.errors(include_input=False))
        raise ConfigError(f"Wrong settings: {wrong}") from exc
    missing = []
    if settings.model == "anthropic" and not settings.anthropic_api_key:
        missing.append("MEMO_MODEL=anthropic needs ANTHROPIC_API_KEY")
    if settings.embedder == "cloudflare":
        missing += [
            f"MEMO_EMBEDDER=cloudflare needs {name}"
            for name, value in (
                ("CLOUDFLARE_ACCOUNT_ID", settings.cloudflare_account_id),
                ("CLOUDFLARE_API_TOKEN", settings.cloudflare_api_token),
            )
            if not value
        ]
    if missing:
        raise ConfigError("Missing settings: " + "; ".join(missing))
    return settings
