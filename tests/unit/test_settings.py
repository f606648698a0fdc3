"""Settings come from the environment alone; what is wrong is named, all of it at once, and secrets stay secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from memo.errors import ConfigError
from memo.settings import PUBLISHED_PRICES, Settings, load_settings


def test_without_a_key_it_is_offline(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings().extractor == "offline"
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    assert load_settings().extractor == "anthropic"
    monkeypatch.setenv("MEMO_MODEL", "offline")
    assert load_settings().extractor == "offline"


def test_home_is_taken_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MEMO_HOME", str(tmp_path))
    assert load_settings().home == tmp_path


def test_nothing_is_taken_from_variables_of_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("MEMO_HOME")
    ours = {field.validation_alias for field in Settings.model_fields.values()}
    for name in {name.upper() for name in Settings.model_fields} - ours:  # HOME and MODEL among them
        monkeypatch.setenv(name, str(tmp_path))
    settings = load_settings()
    assert settings.home != tmp_path
    assert settings.home.name == "memo"
    assert settings.model == "auto"


def test_every_wrong_value_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMO_MODEL", "gpt")
    monkeypatch.setenv("MEMO_EMBEDDER", "magic")
    monkeypatch.setenv("MEMO_MAX_TRANSCRIPT_CHARS", "-1")
    with pytest.raises(ConfigError) as caught:
        load_settings()
    for name in ("MEMO_MODEL", "MEMO_EMBEDDER", "MEMO_MAX_TRANSCRIPT_CHARS"):
        assert name in caught.value.message


def test_every_missing_value_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMO_MODEL", "anthropic")
    monkeypatch.setenv("MEMO_EMBEDDER", "cloudflare")
    with pytest.raises(ConfigError) as caught:
        load_settings()
    for name in ("ANTHROPIC_API_KEY", "CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_API_TOKEN"):
        assert name in caught.value.message


def test_a_wrong_secret_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMO_PRICES", "sk-secret-not-json")
    with pytest.raises(ConfigError) as caught:
        load_settings()
    assert "sk-secret" not in caught.value.message


@pytest.mark.parametrize(
    "name", ["DATABASE_URL", "ANTHROPIC_API_KEY", "CLOUDFLARE_API_TOKEN", "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN"]
)
def test_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "hush-hush")
    assert "hush-hush" not in repr(load_settings())
    assert "hush-hush" not in str(load_settings().model_dump())


def test_prices_add_to_and_override_the_published_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(
        "MEMO_PRICES", '{"qwen3": {"input": 0, "output": 0}, "claude-sonnet-5-5": {"input": 9, "output": 9}}'
    )
    settings = load_settings()
    assert settings.price("qwen3") is not None
    assert settings.price("claude-sonnet-5-5").input == 9  # type: ignore[union-attr]
    assert settings.price("claude-haiku-5-5") == PUBLISHED_PRICES["claude-haiku-5-5"]
    assert settings.price("unheard-of") is None


def test_defaults_of_the_models_have_a_price() -> None:
    settings = Settings()
    for model in (settings.extract_model, settings.filter_model, settings.answer_model):
        assert settings.price(model) is not None


def test_every_field_is_described_and_named_in_the_environment() -> None:
    for field in Settings.model_fields.values():
        assert field.description
        assert str(field.validation_alias).isupper()


def test_addresses_and_domains_are_words_between_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings().admins == load_settings().allowed_domains == ()
    monkeypatch.setenv("MEMO_ADMINS", " Ana@Example.com,ben@example.com , ")
    monkeypatch.setenv("MEMO_ALLOWED_DOMAINS", "Example.com")
    assert load_settings().admins == ("ana@example.com", "ben@example.com")
    assert load_settings().allowed_domains == ("example.com",)
