"""Tests on a real PostgreSQL."""
