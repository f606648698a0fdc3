"""How things are said on a page, without a page."""
