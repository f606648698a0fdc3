"""A browser tab on the pages, as far as the server can tell: one websocket that speaks Streamlit's protocol."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode

from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

ENDS = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_WITH_COMPILE_ERROR)
"""A script that ends early to run again, as it does when it changes the page, has not drawn it yet."""


@dataclass(frozen=True)
class Drawn:
    """What a run of the page's script took, in seconds, and what it said went wrong."""

    seconds: float
    errors: tuple[str, ...] = ()


@dataclass
class Tab:
    """An open tab. The address of a page is its file's name without number: "Facts"; the first one is ""."""

    url: str
    _socket: ClientConnection | None = None
    _page: str = ""
    _name: str = ""
    _query: str = ""
    _boxes: dict[str, str] = field(default_factory=dict)
    _buttons: dict[str, str] = field(default_factory=dict)

    async def __aenter__(self) -> Self:
        address = self.url.replace("http://", "ws://") + "/_stcore/stream"
        self._socket = await connect(address, subprotocols=["streamlit"], max_size=None)  # type: ignore[list-item]
        await self._run(BackMsg())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._socket is not None:
            await self._socket.close()

    async def go(self, page: str, **query: str) -> Drawn:
        """Open another page, as a link does, and wait until it is drawn."""
        self._page, self._name, self._query = "", page, urlencode(query)
        return await self._run(BackMsg())

    async def submit(self, box: str, text: str, button: str) -> Drawn:
        """Type into a form's box, press its button, and wait until what comes of it is drawn."""
        message = BackMsg()
        states = message.rerun_script.widget_states.widgets
        states.add(id=self._boxes[box], string_value=text)
        states.add(id=self._buttons[button], trigger_value=True)
        return await self._run(message)

    async def _run(self, message: BackMsg) -> Drawn:
        assert self._socket is not None
        message.rerun_script.query_string = self._query
        message.rerun_script.page_script_hash = self._page
        message.rerun_script.page_name = self._name
        began = time.perf_counter()
        await self._socket.send(message.SerializeToString())
        self._boxes, self._buttons = {}, {}
        errors: list[str] = []
        while True:
            received = ForwardMsg.FromString(await self._socket.recv(decode=False))
            kind = received.WhichOneof("type")
            if kind == "delta":
                self._keep(received.delta.new_element, errors)
            elif kind == "new_session":
                self._page = received.new_session.page_script_hash
            elif kind == "navigation":  # which page it is that a name has led to
                self._page = received.navigation.page_script_hash
            elif kind == "page_info_changed":
                self._query = received.page_info_changed.query_string
            elif kind == "script_finished" and received.script_finished in ENDS:
                return Drawn(time.perf_counter() - began, tuple(errors))

    def _keep(self, element: Any, errors: list[str]) -> None:
        """Remember what can be used, and what is wrong."""
        kind = element.WhichOneof("type")
        if kind == "text_input":
            self._boxes[element.text_input.label] = element.text_input.id
        elif kind == "button":
            self._buttons[element.button.label] = element.button.id
        elif kind == "exception":
            errors.append(f"{element.exception.type}: {element.exception.message}")
        elif kind == "alert" and element.alert.format == Alert.ERROR:
            errors.append(element.alert.body)
