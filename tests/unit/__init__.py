"""Tests of pure logic and of the edges against fakes on 127.0.0.1; no database."""
