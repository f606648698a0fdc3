"""bge-base-en-v1.5 on Cloudflare Workers AI, with cls pooling (vectors of mean pooling are not compatible)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import requests

from memo.embed import EMBED_DIMENSIONS, EMBED_TIMEOUT_SECONDS, EmbeddingError, Put
from memo.errors import ConfigError

if TYPE_CHECKING:
    from memo.settings import Settings

MODEL = "@cf/baai/bge-base-en-v1.5"
POOLING = "cls"
MOST_TEXTS = 100
"""Texts the service takes in one call."""


class Cloudflare:
    """Calls the service with the account and token of the settings."""

    model_name = f"cloudflare:{MODEL}:{POOLING}"

    def __init__(self, settings: Settings) -> None:
        if not settings.cloudflare_account_id or not settings.cloudflare_api_token:
            raise ConfigError("MEMO_EMBEDDER=cloudflare needs CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN.")
        base = settings.cloudflare_api_url.rstrip("/")
        self._url = f"{base}/accounts/{settings.cloudflare_account_id}/ai/run/{MODEL}"
        self._token = settings.cloudflare_api_token

    def produce(self, texts: Sequence[str], put: Put) -> None:
        """Put the texts' vectors, a call's worth at a time; see `memo.embed.Source`."""
        for start in range(0, len(texts), MOST_TEXTS):
            for offset, vector in enumerate(self._call(texts[start : start + MOST_TEXTS])):
                if not put((start + offset, vector)):
                    return

    def _call(self, texts: Sequence[str]) -> list[list[float]]:
        try:
            response = requests.post(
                self._url,
                json={"text": list(texts), "pooling": POOLING},
                auth=self._authorize,
                timeout=EMBED_TIMEOUT_SECONDS,
                allow_redirects=False,
            )
            body = response.json()
        except requests.JSONDecodeError:
            raise EmbeddingError(f"Cloudflare answered HTTP {response.status_code} without JSON") from None
        except requests.RequestException as exc:
            # Not chained: the library's message holds the address, and the address the account.
            raise EmbeddingError(f"Cloudflare cannot be reached ({type(exc).__name__})") from None
        return _vectors(response.status_code, body, len(texts))

    def _authorize(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        """Set the token. As `auth`, because a .netrc entry for the host would replace a plain header."""
        request.headers["Authorization"] = f"Bearer {self._token.get_secret_value()}"
        return request


def _vectors(status: int, body: Any, count: int) -> list[list[float]]:
    """The vectors in the service's envelope, after checking that there are `count` of the right size."""
    if not isinstance(body, dict) or status != 200 or body.get("success") is not True:
        errors = body.get("errors") if isinstance(body, dict) else None
        codes = [e["code"] for e in errors or [] if isinstance(e, dict) and isinstance(e.get("code"), int)]
        raise EmbeddingError(f"Cloudflare answered HTTP {status}" + (f", error {codes[0]}" if codes else ""))
    result = body.get("result")
    data = result.get("data") if isinstance(result, dict) else None
    if not isinstance(result, dict) or not isinstance(data, list) or len(data) != count:
        raise EmbeddingError("Cloudflare did not answer with one vector a text")
    if result.get("pooling", POOLING) != POOLING:
        raise EmbeddingError(f"Cloudflare did not use {POOLING} pooling")
    if not all(_is_vector(vector) for vector in data):
        raise EmbeddingError(f"Cloudflare answered with something else than vectors of {EMBED_DIMENSIONS} numbers")
    return data


def _is_vector(vector: Any) -> bool:
    return (
        isinstance(vector, list)
        and len(vector) == EMBED_DIMENSIONS
        and all(isinstance(number, int | float) for number in vector)
    )
