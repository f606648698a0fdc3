"""Transcripts for the browser: one that says little, one whose Sam may be two people, one in many scripts."""

from __future__ import annotations

PLANNING = """WEBVTT

00:00:01.000 --> 00:00:06.000
<v Hanna Okoye>Good morning everybody, let us begin with the billing database.

00:00:07.000 --> 00:00:15.000
<v Bob Chen>I compared the candidates over the weekend and wrote it up for all of you.

00:00:16.000 --> 00:00:25.000
<v Hanna Okoye>Then we decided to use Postgres for billing, because the team already runs it.

00:00:26.000 --> 00:00:34.000
<v Bob Chen>I'll migrate the old invoices by Friday.

00:00:35.000 --> 00:00:40.000
<v Ada Novak>Thanks, that is all for today.
"""

WHICH_SAM = """Title: Harbour call
Date: 2026-11-24

Hanna Okoye: Somebody has to send the list of harbours before the printers come.
Sam: I'll send the list of harbours by Monday.
Hanna Okoye: Good, then that is all for today.
"""

LONG_NAME = "Donaudampfschifffahrtsgesellschaftskapitän Friedrich-Wilhelm von Hohenstaufen-Wittelsbach"
LONG_WORD = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"
HEBREW_NAME = "נועה לוי"

MANY_SCRIPTS = f"""Title: Abstimmung zur Geschwindigkeitsbegrenzungsverordnung
Date: 2026-11-23

{LONG_NAME}: Guten Morgen zusammen, schön, dass alle da sind.
{HEBREW_NAME}: בוקר טוב לכולם, נתחיל עם הגרסה הבאה.
{LONG_NAME}: Decision: the {LONG_WORD} database moves to Postgres, because nobody can spell it.
{HEBREW_NAME}: ACTION: {HEBREW_NAME} to translate the release notes by Friday, with the part that reads "שלום (v2.0)!".
محمد العلي: Decision: we ship on 15 March, because $5M to $10M depend on it.
"""
