"""Memo in Slack: telling the team what was stored, and answering where it is addressed. Needs the tokens of an app."""
