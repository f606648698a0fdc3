"""Journeys in headless Chromium against the served app."""
