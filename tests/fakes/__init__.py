"""Servers on 127.0.0.1 that speak the real wire formats, so that the real SDKs run in every test."""
