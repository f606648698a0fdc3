"""The cues of speech: patterns for what people say when they decide, promise, ask and put off, in English.

A cue counts where it begins a clause. Phrase lists are general meeting language; none comes from a particular meeting.
"""

from __future__ import annotations

import re
from typing import Final

from memo.extraction.offline.phrases import any_of

_CLAUSE: Final = r"(?:^|[,;:.–—-]\s*|\b(?:so|then|and|but|okay|ok|yes|yeah|think|guess|that|maybe|well|right|case)\s+)"
_WE_WILL: Final = r"(?:we['’]?ll|we will|we['’]?re (?:going to|gonna)|we are (?:going to|gonna)|we['’]?d better)"
_WE_WONT: Final = r"we (?:won['’]?t|will not|shall not)|we(?:['’]re| are) (?:not|no longer) (?:going to|gonna)"
_CHOOSE: Final = any_of(
    r"""
    go with; go for; go ahead with; go back to; use; stick with; stick to; keep; start with; adopt;
    move forward with; move ahead with; switch to; switch over; switch; drop; merge; ship; defer; postpone; delay;
    support; remove; replace; require; accept; approve; release; publish; include; exclude; rename; schedule;
    deprecate; target; aim for; get rid of; not use; not do(?! (?:this|that|it)\b); not support;
    not include; plan on; plan for; limit; skip; restrict; launch; deploy; standardi[sz]e on
    """
)
_LET_US: Final = any_of(
    r"""
    make it; make that; make the; make this; set; put; do(?! (?:this|that|it)\b); move the; move that; move this;
    try; leave; split; hold; have; take; plan; close; say that; say we; create; add; build; change; order; buy; hire;
    agree
    """
)
_SETTLED: Final = any_of(
    "decided; agreed; resolved; settled on; concluded; voted; chosen; picked; approved; committed to; rejected; "
    "declined; turned down; ruled out"
)
_REFUSE: Final = any_of(
    r"""
    offer; charge; allow; build; sell; sign; renew; hire; buy; pay; provide; implement; enforce; extend; host; fund;
    join; invest; sponsor; do(?! (?:this|that|it)\b)
    """
)
"""Beside what can be chosen, what can be left undone."""
_ON_COURSE: Final = any_of(
    """
    going for; going with; settling on; sticking with; sticking to; going back on; going back to; backing out of;
    reversing; reverting; undoing; cancel+ing; dropping; scrapping; moving away from; switching to; switching back;
    no longer going; no longer using; no longer doing
    """
)
_WHO: Final = r"(?:we|they|the (?:group|team|committee|board|council))"
DECIDED: Final = re.compile(
    rf"{_CLAUSE}(?:let['’]?s|let us) (?:just |all |then |also |definitely )*(?:{_CHOOSE}|{_LET_US})\b"
    rf"|\b{_WHO}(?:['’]ve| have)?(?: all| both| just| now| also)? {_SETTLED}\b"
    rf"|{_CLAUSE}{_WE_WILL} (?:just |then |also |now )*{_CHOOSE}\b"
    rf"|{_CLAUSE}(?:{_WE_WONT}|let['’]?s not|let us not) (?:{_CHOOSE}|{_REFUSE})\b"
    r"|\b(?:the|our|my|final) decision (?:is|was|here is)\b|\bit['’]?s (?:decided|agreed|settled)\b"
    r"|\b(?:so|then),? (?:we|it)(?:['’]re| are|['’]s| is) (?:agreed|decided|settled|going with)\b"
    r"|\b(?:we|you|proposal|pr) (?:have|has|reached|got|achieved) (?:full |conditional )?consensus\b"
    r"|\b(?:we|proposal) (?:have|has|reached|got|achieved) (?:conditional )?stage \d"
    r"|\bconsensus (?:is|on|for|to|reached)\b"
    r"|\b(?:proposal|motion|request|draft|document|release|change|amendment|PR|EIP[ -]?\d+)\b[^.,]{0,40}"
    r"\b(?:is|are) (?:hereby |now |therefore )?(?:approved|accepted|adopted|rejected)\b"
    rf"|\bwe['’]?re {_ON_COURSE}\b"
    r"|\b(?:we|let['’]s) (?:scrap|reverse|undo|take back)\b|\bwe changed our minds?\b"
    rf"|\binstead of [^.,]{{3,80}},? (?:{_WE_WILL}|let['’]s)\b",
    re.IGNORECASE,
)
COURTESY: Final = re.compile(
    r"^\W*(?:congrat\w*|thanks?\b|thank you\b)|\b(?:is|are|be) (?:always |very |most |also |more than )*welcomed?\b",
    re.IGNORECASE,
)
"""What people say to be kind to each other, and what a list under "Conclusion" may hold besides conclusions."""

ABOUT_THE_MEETING: Final = re.compile(
    r"\b(?:let['’]?s|let us|we['’]?ll|we will|we are going to|we['’]?re going to|i['’]?ll|i will|i can|"
    r"i['’]?m going to|let me) "
    r"(?:just |quickly |go ahead and |maybe |all |then |first |now |also |try (?:to|and) |have to |want to )*"
    + any_of(
        r"""
        move on; move to the next; move over; move along; move ahead\b(?! with); move forward\b(?! with); go on;
        go to; go around; go round; go through; go over; go back\b(?! to using); go ahead\b(?! with); go next;
        start\b(?! with using); begin; see; talk; discuss; hear; wait; get started; get going; get back; get into;
        get to; get on; continue; take a look; take a break; take a minute; take a moment; take a quick;
        take questions; take that offline; take this offline; take it offline; say\b; be\b; share my;
        share the screen; share a screen; show; stop; give it a; give it to; give people; give you; give everyone;
        give a; give an; give the floor; explain; read; note; mention; pass; mute; hand; admit; guess; think;
        present; pause; turn; do a quick; do introductions; do intros; do that now; do it now; do this now;
        have a look; have a quick; have lunch; have questions; have some time; put it in the chat;
        put that in the chat; put this in the chat; put the link; end the; end here; answer; ask if; ask you; tell;
        repeat; finish; wrap; jump; come back; circle; dive; look; pull; paste; speak; watch; listen; try to;
        make it quick; make sure everyone; keep going; keep moving; keep it short; keep this short; leave it;
        leave that; hold; set a timer; call on; run through; walk; recap; summari[sz]e; close the meeting;
        close the call; close the topic; close this topic; close the queue; close out; not get into; not go;
        not talk; not discuss; do it quickly; drop off; drop out; use the time; use the rest; skip to; skip ahead;
        skip this slide; open it up; open the floor; open up the floor;
        have (?:an?|some) (?:[\w-]+ ){0,2}(?:chat|discussion|conversation|talk|break)
        """
    ),
    re.IGNORECASE,
)
UNSETTLED: Final = re.compile(
    r"\?\s*[\"'”’)]*$|\b"
    + any_of(
        """
        if; should we; shall we; could we; can we; do we; are we; whether; unless; wonder; perhaps; what if; would be;
        might; not sure; has not; hasn['’]t; have not; haven['’]t; had; hadn['’]t; did not; didn['’]t; do not think;
        do not know; don['’]t think; don['’]t know; wouldn['’]t; never; not yet; used to; last time; last week;
        last month; last year; last meeting; last call; previously; earlier; already; ago; back then; back in;
        yesterday; in the past; ask for; asking for; seek; seeking
        """
    )
    + r"\b",
    re.IGNORECASE,
)
_WORK: Final = any_of(
    """
    send; write; check; look; look into; look at; look up; follow[- ]?up; update; fix; open an?; file; create;
    set up; schedule; e-?mail; ping; ask; contact; reach out; draft; prepare; review; investigate; test; publish;
    push; merge; add; make sure; make an?; make the; make that; put together; put up; put in; put out; document;
    coordinate; circle back; get back; get in touch; get it; get that; get the; finish; implement; work on;
    work with; organi[sz]e; run the; run a; find; talk to; talk with; sync; share the; share an?; share it with;
    share that with; report; post; submit; upload; move; migrate; deploy; release; build; design; research; collect;
    gather; compile; clean; remove; replace; propose; take it; take that on; take that one; take care; take the;
    take on; take an action; take this; do it; do that; do the; do some; do a; bring; provide; figure out; confirm;
    verify; book; order; call; invite; announce; transfer; revert; produce; start; help; handle; own; raise; change;
    convert; define; describe; evaluate; explore; present; develop; study; try to; sign; consult; rework; edit;
    clarify; translate; summari[sz]e; back[- ]?port; cherry[- ]pick; rebase; resend; forward; register; apply;
    enable; disable
    """
)
_ADVERBS: Final = (
    r"(?:also |just |definitely |then |try (?:to |and )|go ahead and |probably |happily |be happy to |make sure to |"
    r"gladly )*"
)
PROMISES: Final = re.compile(
    rf"{_CLAUSE}(?:i['’]?ll|i will|i['’]?m (?:going to|gonna)|i am (?:going to|gonna)|i shall|i plan to|"
    rf"i intend to) {_ADVERBS}{_WORK}\b"
    r"|\bi(?:['’]ll| will| can| could)? take (?:an|the|that|this) (?:action|item|one|task)\b|\bi volunteer\b",
    re.IGNORECASE,
)
OFFERS: Final = re.compile(
    rf"{_CLAUSE}(?:i can|i need to|i have to|i should|i['’]?ve got to) {_ADVERBS}{_WORK}\b", re.IGNORECASE
)
WILLING: Final = re.compile(rf"{_CLAUSE}(?:i could|i must|i might|let me) {_ADVERBS}{_WORK}\b", re.IGNORECASE)
TAKES_ITEM: Final = re.compile(
    r"\btake (?:an|the|that|this) (?:action item|action|to-?do)\b(?! to\b)(?! (?:for|on) \w+ing\b)", re.IGNORECASE
)
"""Taking on something that is named elsewhere, if at all."""

ITEM: Final = re.compile(
    r"\b(?:take (?:an|the|that) action (?:item )?(?:to|on|for)|"
    r"(?:the|my|your|his|her|their) action(?: item)? (?:is|for)|"
    r"(?:the )?next steps? (?:is|are|would be|for))\b"
    rf"|\b(?:i (?:want|need|would like|expect)|i['’]d like) you(?: guys| all| both)? to {_WORK}\b"
    rf"|\byou(?:['’]?re| are) (?:going to|gonna|supposed to) {_WORK}\b"
    rf"|\byou(?:['’]ll| will)(?: need to| have to)? {_WORK}\b",
    re.IGNORECASE,
)
ASKED: Final = re.compile(
    rf"\b(?:can|could|would|will) you (?:please |also |just |maybe |then |perhaps )*{_WORK}\b|\bplease (?:also |"
    rf"do )?{_WORK}\b",
    re.IGNORECASE,
)
REVERSAL: Final = re.compile(
    r"\b(?:going back on|instead|no longer|chang(?:ed|ing) (?:our|my) minds?|scrap(?:ping|ped)?|revers(?:e|ing)|"
    r"correction|not any ?more|after all)\b",
    re.IGNORECASE,
)
"""With one of these, talk about what was decided before is talk about what is decided now."""

_SOMEONE: Final = r"(?:someone|somebody|anyone|anybody)"
REQUEST: Final = re.compile(
    rf"^(?:(?:we|i|they) (?:also |still |just |really )*(?:need|want|should have|have to find)s? {_SOMEONE}"
    rf"(?: who can)?(?: to)?|(?:can|could|would|will) (?:{_SOMEONE}|you)(?: please)?|"
    r"who (?:can|will|could|wants to|is going to|would like to)|(?:we|i) (?:also |still |just )*need to)"
    r"\s+(?P<what>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
CONDITIONAL: Final = re.compile(
    r"\b(?:if i|when i|so (?:that )?i can|which i|what i|where i|how i|i don['’]t|not gonna|i had|i have had)\b",
    re.IGNORECASE,
)
FOR_NOW: Final = re.compile(
    r"\b"
    + any_of(
        """
        help me; clarify; elaborate; explain; repeat; speak up; remind me; tell me; tell us; show me; show us; say more;
        give us; give me; talk about; walk us; walk me; share your screen; mute; hear me; see my; go ahead; take a look
        """
    )
    + r"\b",
    re.IGNORECASE,
)
"""What people ask of each other here and now."""

SOMEBODY: Final = re.compile(
    rf"\b(?:can|could|would|will) (?:someone|somebody|anyone|anybody) (?:please )?{_WORK}\b|\bwho (?:can|will|could|"
    rf"wants to) {_WORK}\b",
    re.IGNORECASE,
)
_NAME: Final = r"(?P<who>@?[A-Z][\w'’.-]+(?:\s+[A-Z][\w'’-]+)?|@?[a-z][\w.-]*[a-z0-9_])"
_IS_TO: Final = any_of(
    """
    will; to; should; can you; could you; would you; will you; is going to; needs to; has to; please; you can;
    you could; you should; you will; you['’]ll; can
    """
)
NAMED: Final = re.compile(
    rf"(?<!\bthe )(?<!\ba )(?<!\bevery ){_NAME}(?:,|:)?\s+(?:(?:and|or)\s+[\w-]+\s+)?(?:and |so |then )?"
    rf"(?:{_IS_TO}\s+(?:please |also |just |then |maybe )*{_WORK}\b|will be \w+ing\b)"
)
ACCEPTS: Final = re.compile(
    r"^\W*"
    + any_of(
        """
        yes; yeah; yep; sure; ok; okay; will do; can do; i['’]ll; i will; i can; absolutely; of course; on it; done;
        no problem; happy to; definitely; alright; right; ack
        """
    )
    + r"\b",
    re.IGNORECASE,
)
