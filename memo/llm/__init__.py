"""Talking to a language model: one call under a deadline, what it cost, and reading what it said."""

from memo.llm.client import MessagesClient, Reply
from memo.llm.prices import cost_microdollars, estimate_tokens
from memo.llm.reply import read_object, read_reply

__all__ = ["MessagesClient", "Reply", "cost_microdollars", "estimate_tokens", "read_object", "read_reply"]
