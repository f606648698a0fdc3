"""Memo, the team's decision memory: transcripts become checked facts, facts become cited answers."""
