"""Capture: what is handed in is kept first, then read in the background, checked and stored as facts."""
