"""The pages where people sign in: `memo app` serves this then, and app.py alone otherwise."""

from __future__ import annotations

import streamlit as st

from memo.ui.gate import lifespan, middleware, routes

app = st.App("app.py", routes=routes(), middleware=middleware(), lifespan=lifespan)
