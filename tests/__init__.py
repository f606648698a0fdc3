"""Tests: unit (no I/O), integration (a real PostgreSQL), pages, browser, quality, bench; fakes are real servers."""
