"""An OpenID Connect provider on 127.0.0.1 that lets everybody in as whom the test says, with no questions asked.

It speaks the real protocol (discovery, code with PKCE left out, signed identity token, keys), so that Streamlit's own
sign-in is what is tested.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = "memo"
CLIENT_SECRET = "of the client"


class FakeProvider:
    """Set `person` (a subject) to say who signs in next; `age` is how many seconds ago that is said to have been."""

    def __init__(self) -> None:
        self.person = "ana"
        self.age = 0
        self._key = RSAKey.generate_key(2048, {"kid": "1", "use": "sig", "alg": "RS256"})
        self._codes: dict[str, dict[str, Any]] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def secrets_toml(self, app_url: str, cookie_secret: str = "x" * 32) -> str:
        """The section [auth] of an app at `app_url` that people sign in to here."""
        return (
            f'[auth]\nredirect_uri = "{app_url}/oauth2callback"\ncookie_secret = "{cookie_secret}"\n'
            f'client_id = "{CLIENT}"\nclient_secret = "{CLIENT_SECRET}"\n'
            f'server_metadata_url = "{self.url}/.well-known/openid-configuration"\n'
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)

    def metadata(self) -> dict[str, Any]:
        """What clients discover."""
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }

    def keys(self) -> dict[str, Any]:
        """What identity tokens are checked with."""
        return {"keys": [self._key.as_dict(private=False)]}

    def authorize(self, asked: dict[str, str]) -> str:
        """Where the browser is sent back to."""
        code = secrets.token_hex(8)
        self._codes[code] = {"sub": self.person, "nonce": asked.get("nonce"), "iat": int(time.time()) - self.age}
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, code: str) -> dict[str, Any]:
        """What the app gets for a code, once."""
        who = self._codes.pop(code)
        claims = who | {
            "iss": self.url,
            "aud": CLIENT,
            "exp": int(time.time()) + 3600,
            "email": f"{who['sub']}@example.com",
            "email_verified": True,
            "name": str(who["sub"]).title(),
        }
        signed = jwt.encode({"alg": "RS256", "kid": "1"}, claims, self._key)
        return {"access_token": secrets.token_hex(8), "token_type": "Bearer", "expires_in": 3600, "id_token": signed}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                if parts.path == "/authorize":
                    asked = {name: values[-1] for name, values in parse_qs(parts.query).items()}
                    self.send_response(302)
                    self.send_header("Location", provider.authorize(asked))
                    self.end_headers()
                elif parts.path == "/keys":
                    self._say(provider.keys())
                else:
                    self._say(provider.metadata())

            def do_POST(self) -> None:
                sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
                self._say(provider.token(parse_qs(sent)["code"][0]))

            def _say(self, what: dict[str, Any]) -> None:
                body = json.dumps(what).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args: object) -> None:
                """Say nothing."""

        return Handler
