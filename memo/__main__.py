"""`python -m memo` is the `memo` command."""

from memo.cli import main

main()
