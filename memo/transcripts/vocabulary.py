"""Word lists that tell people from everything else that stands before a colon or in a list of names."""

from __future__ import annotations

import re
from typing import Final


def words(text: str) -> frozenset[str]:
    """The words of `text`, parted by spaces."""
    return frozenset(text.split())


def phrases(text: str) -> frozenset[str]:
    """The phrases of `text`, parted by commas."""
    return frozenset(" ".join(phrase.split()) for phrase in text.split(","))


MINUTES_WORDS: Final = words(
    """
    absent abstract accept accepted action actions address agenda agendum agreed agreement aim announcement
    announcements answer apologies approval approved assigned assignee attachment attendance attendants attended
    attendee attendees background bcc blocked blocker blockers budget caution cc chair chairs chat choice closed
    comment comments con conclusion conclusions confidence cons consensus context cost costs date deadline
    december decided decision decisions default deferred deliverable deliverables demo dependencies description
    details discussion done due duration email end error estimate example facilitator faq fax february feedback
    fix followup friday from fwd fyi goal goals header headline hint hiring http https id idea ideas impact
    important info issue issues item items january joined july key keywords kind language likelihood link links
    location login logistics march meeting meetings merged milestone milestones minutes mitigation monday motion
    name next none note noted notes notetaker november objective objectives october online open option options
    organizer outcome outcomes outstanding overview owner owners parking part participant participants password
    pending phase phone plan postponed present presentation presenter presenters previous pricing priority pro
    problem problems progress project proposal proposals proposed pros ps purpose q1 q2 q3 q4 question questions
    quorum rationale re reason reasons recap recommendation recommendations recording recordings reference
    references regarding regrets reject rejected related release remaining reminder report requirements resolution
    resolutions resolved responsible result results review risk risks room saturday schedule scope scribe scribes
    section september session slides source speakers staffing start started status step steps subject subtopic
    summary sunday tags takeaway takeaways task tasks tbd tel thursday time timeline timestamp title tl;dr tldr to
    to-do to-dos today todo todos tomorrow topic topics transcript transcription tuesday type update updates url
    venue version video vote votes vs warning webex website wednesday week when where who why wip workshop
    yesterday zoom
    """
)
"""A label with one of these words is a heading or a marker, not a person. Words that are also names are left out
(April, June, August, Will, Mark)."""

INTERJECTIONS: Final = words("also anyway hello however namely no ok okay plus right thanks well yes")
"""Single words before a colon that are speech and not a speaker ("Okay: next one")."""

PERSON_ROLES: Final = words(
    """
    analyst chair chairman chairperson chairwoman designer developer director engineer interviewer lead manager member
    minister moderator officer president professor secretary speaker
    """
)
"""The last word of a label such as "Project Manager" or "The Acting Chair", which speaks though it is no name."""

WORK_WORDS: Final = words(
    """
    & and analytics android api app backend billing blog build ci client cloud code community compliance content core
    customer customers data database deploy deployment design desktop dev devops docs documentation eng engineering
    events finance frontend growth hr infra infrastructure integration ios iot it legal marketing mobile monitoring
    network office onboarding operations ops partnerships people perf performance platform pm product production qa
    quality recruiting refactoring releases research sales search security server site staging success support team
    test testing tests tooling tools ui ux web
    """
)
"""Words that head the lines of a status report; a label of nothing else has to come back often to be a speaker."""

NAME_PARTICLES: Final = words(
    "al ben bin d da dal de del della den der di do dos du el i ibn la le van vom von y zu zum of"
)
"""Small words that stand inside names in lower case."""

BOTS: Final = words(
    """
    agendabot airgram avoma bot chanserv chorus circleback fathom fathom.video fellow fireflies fireflies.ai gb
    ghbot gitbot github github-bot gong grain ircleader jenkins-admin jenkins-builds krisp laxis limnoria meetbot
    meetgeek nickserv notta openstack otter.ai otterpilot read.ai robobutler rrsagent scribejs sembly supernormal
    supybot tactiq tl;dv tldv trackbot ubottu voip voipbot zakim zodbot
    """
)
"""Programs that write in meetings, by their whole name."""

BOT_PATTERN: Final = re.compile(
    r"""
      \b note [- ]? tak (?: er | ing ) s? \b
    | \b (?: read | fireflies | otter ) \. ai \b
    | \b (?: otterpilot | fireflies | copilot | recorder | livestream | bot ) \b
    | \b fathom \b .* \b ai \b
    | \b ai \s (?: assistant | companion | notes ) \b
    | [-_] bot \d? $
    | ['’] s \s (?: presentation | screen | ipad | iphone | otter | zoom ) \b
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""Programs and shared screens by a part of their name ("Fireflies.ai Notetaker Ann", "Mark Holt's Presentation")."""

NOBODY_PATTERN: Final = re.compile(
    r"""
      (?: unknown | unidentified | unnamed ) (?: \s (?: speaker | user | caller | participant ) )? (?: \s \d+ )?
    | speakers? [ _-]* (?: \d+ | [a-z] )?
    | spk [ _-]? \d+
    | (?: participant | guest | user | voice | person | caller ) [ _-]* \d*
    | call-in \s user .*
    | (?: conference | meeting ) \s room .*
    | (?: the \s )? (?: scribe | chair | moderator | host | interviewer | interviewee | operator | narrator
                      | presenter | audience | stream | recording )
    | me | them | you | us | all | everyone | everybody | group | several | multiple (?: \s speakers )? | others?
    | anonymous | system | admin | nobody | none | n/?a | tbd | no \s one | someone | github
    | .
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""Labels that stand for somebody but name nobody, matched as a whole; a single letter is one too."""

DEGREES: Final = words("jr sr ii iii iv phd md mba esq dds cpa pe ma msc bsc pmp")
"""What may stand after a name and a comma without being a first name."""

ROLES: Final = words(
    """
    account ag analyst and architect assistant bv ceo cfo chair chief ciso client co coach company consultant
    contractor coo coordinator corp cpo cto customer data design designer developer director editor engineer
    engineering eu executive external facilitator finance foundation founder gmbh group guest head host hr inc
    intern it labs lead legal limited llc ltd manager marketing of officer operations ops organizer oy partner plc
    president product professor program project qa research researcher sales scientist security senior software
    staff student support team technical uk university us ux vp writer
    """
)
"""Words of roles and organisations that may stand after a name and a comma."""
