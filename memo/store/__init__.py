"""Rows in, models out: the only part of Memo that talks to PostgreSQL."""
