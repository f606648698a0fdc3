"""The words that are not names but stand beside them, and which short names stand for which long ones."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import Final

from nicknames import name_triplets
from rapidfuzz.distance import OSA


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> frozenset[str]:
    return frozenset(text.split("|"))


def _numbered(text: str) -> dict[str, str]:
    return {word: str(number) for number, word in enumerate(text.split(), 1)}


TITLES: Final = _words(
    "mr mrs ms miss mx dr doctor prof professor sir rev reverend capt captain colonel general lt lieutenant sgt "
    "sergeant herr frau monsieur madame mme mlle senor senora srta dipl dra dottoressa signor signora sra ceo cto "
    "cfo coo cio cpo pm vp svp evp"
)
HONORIFIC_ENDINGS: Final = _words("san sama sensei kun chan ji sahib nim ssi")
LOWER_CASE_DEGREES: Final = _words("phd esq PhD Phd Esq DPhil MSc BSc MEng BEng PsyD EdD PharmD")
CJK_ENDINGS: Final = (
    "先生",
    "さん",
    "さま",
    "くん",
    "ちゃん",
    "老师",
    "女士",
    "小姐",
    "様",
    "氏",
    "君",
    "님",
    "씨",
    "總",
    "总",
)
GENERATIONS: Final = MappingProxyType(
    {"jr": "jr", "junior": "jr", "sr": "sr", "senior": "sr", "ii": "2", "iii": "3", "iv": "4", "2nd": "2", "3rd": "3"}
)
POST_NOMINALS: Final = _words(
    "phd ph.d dphil md dds dvm do rn jd esq cpa cfa mba pmp bsc msc ba ma bs ms meng beng pe qc kc obe mbe cbe "
    "frs llb llm edd psyd pharmd csm cissp"
)
PARTICLES: Final = _words("van von der den de del della dello di da dos das du la le ter ten zu zum zur t st lo af av")
ROLES_IN_BRACKETS: Final = _words(
    "guest external internal host cohost organizer organiser presenter me you she her hers he him his they them theirs "
    "it unverified moderator scribe chair remote speaker interviewer interviewee attendee participant contractor away "
    "muted phone audio"
)
DEVICES: Final = _words("iphone ipad macbook mac phone laptop galaxy pc computer android pixel desktop zoom pro air 2")
NOBODY: Final = _phrases(
    "we|us|our|ours|ourselves|i|me|my|myself|mine|you|your|yourself|he|him|she|her|they|them|it|this|that|one|"
    "both|all|all of us|all of you|everyone|everyone else|everybody|everybody else|anyone|anybody|someone|"
    "someone else|somebody|somebody else|no one|noone|nobody|none|whoever|others|other|the others|others present|"
    "guys|you guys|folks|people|everyone here|here|channel|tbd|tba|tbc|to be decided|to be determined|to be confirmed|"
    "to be defined|n a|na|null|unknown|unassigned|unclear|undecided|not assigned|not specified|unspecified|"
    "owner|assignee|person|name|speaker|the speaker|guest|host|participant|presenter|narrator|moderator|"
    "interviewer|facilitator|unknown speaker|unidentified speaker|anonymous|wir|uns|alle|jemand|niemand|ich|nous|"
    "tous|tout le monde|quelqu un|quelquun|moi|todos|todas|alguien|nosotros|yo|nadie|tutti|noi|qualcuno|io|"
    "todos nos|alguem|мы|все|я|кто то|ктото|никто|我|我们|我們|大家|所有人|有人|"
    "私|私たち|みんな|皆|全員|誰か|우리|모두|client|customer|"
    "project|clients|customers|projects|product|company|vendor|internal|same|as above|multiple|various|several"
)
GROUPS: Final = _words(
    "team teams department dept committee members attendees participants developers management engineering leadership "
    "stakeholders organizers volunteers maintainers reviewers editors"
)
NAMELIKE_GROUPS: Final = _words(
    "group groups board staff chair chairs cochairs crew squad devs designers users engineers"
)
DEPARTMENTS: Final = _words(
    "marketing sales legal finance engineering design support operations security accounting procurement devops"
)
CAPITAL_ROLES: Final = _words(
    "hr it qa pr ops dev ux ui pm vp ceo cto cfo coo cio cpo svp evp ba sre po qc rd ai ml ok eod eta fyi asap faq kpi "
    "okr sme api aka cc"
)
"""Nobody's initials when written in capitals."""
NUMBERED_NOBODY: Final = _words("speaker participant guest attendee user caller person unknown voice spk")
ROLE_MAILBOXES: Final = _words(
    "info support team noreply no-reply donotreply admin help hello contact sales office all everyone hr it billing"
)
ARTICLES: Final = _words("the a an le la les el los las der die das il gli het our")
LEGAL_FORMS: Final = _words(
    "inc incorporated ltd limited llc llp lp plc gmbh ag kg ohg ug se sa sas sarl srl spa bv nv oy oyj ab as asa aps "
    "kk pty pte pvt private co corp corporation company cie sro kft zrt ooo oao zao pjsc gmbhcokg ooд ооо оао зао ао "
    "пао doo eood sl slu sab cv ltda eireli mbh ev"
)
CJK_LEGAL_FORMS: Final = ("株式会社", "有限会社", "合同会社", "有限公司", "股份有限公司", "주식회사", "㈱")
GENERIC_WORDS: Final = MappingProxyType(
    {
        "project": _words("project projects program programme initiative workstream proj"),
        "client": _words("client customer account team"),
    }
)
SMALL_WORDS: Final = _words("and of for the in on at de la du des und et y e for")
NUMBER_WORDS: Final = MappingProxyType(
    _numbered("one two three four five six seven eight nine ten eleven twelve")
    | _numbered("first second third fourth fifth sixth")
)
ROMAN: Final = MappingProxyType(_numbered("i ii iii iv v vi vii viii ix x xi xii xiii"))
STAGES: Final = _words(
    "phase part stage version release wave round sprint tier level mark volume milestone step track series cohort "
    "iteration batch type class generation gen chapter act"
)
TOP_LEVEL_DOMAINS: Final = _words("com org net io ai co de uk fr dev app eu ch us jp cn")

# Short names nobody takes for a name of their own; the package knows most of them, but not which links are safe.
_SURE: Final = (
    "jonathan:jon jonathon:jon robert:bob,bobby,rob,robbie william:bill,billy,will,willy "
    "richard:dick,rick,ricky,rich margaret:peggy,meg,maggie "
    "elizabeth:liz,lizzie,lizzy,beth,betsy,betty,bess,libby katherine:kate,katie,kathy,kat "
    "catherine:cate,kate,cathy,cat kathryn:kate,katie,kathy edward:ted,ned,ed,eddie theodore:ted,theo "
    "anthony:tony antonio:tony,toni michael:mike,mick james:jim,jimmy henry:hank charles:chuck,charlie "
    "lawrence:larry laurence:larry rebecca:becky,becca susan:sue david:dave,davey andrew:drew,andy stephen:steve "
    "steven:steve joseph:joe,joey eugene:gene john:johnny gregory:greg philip:phil phillip:phil matthew:matt "
    "jeffrey:jeff geoffrey:geoff thomas:tom,tommy timothy:tim benjamin:ben patrick:pat,paddy "
    "patricia:pat,patty,trish samuel:sam samantha:sam alexander:alex,alec,sasha alexandra:alex,sasha "
    "daniel:dan,danny donald:don,donnie ronald:ron nicholas:nick,nicky peter:pete douglas:doug kenneth:ken "
    "leonard:len,lenny raymond:ray walter:walt victoria:vicky,tori abigail:abby jennifer:jen,jenny "
    "jessica:jess,jessie deborah:deb,debbie barbara:barb pamela:pam christopher:chris christine:chris "
    "christina:chris,tina maximilian:max maxwell:max mohammed:mo muhammad:mo mohamed:mo frederick:fred,freddie "
    "alfred:fred,alf gerald:jerry jerome:jerry harold:harry,hal zachary:zach,zack joshua:josh nathaniel:nate "
    "nathan:nate vladimir:vova,volodya dmitry:dima dmitri:dima sergey:seryozha mikhail:misha ivan:vanya "
    "ekaterina:katya anastasia:nastya francisco:paco,pancho,fran jose:pepe ignacio:nacho guadalupe:lupe "
    "enrique:quique johannes:hans,hannes sebastian:seb,basti giuseppe:beppe krzysztof:krzys malgorzata:gosia"
)
# Given names of their own that are also used as short forms: "Carol Lee" and "Caroline Lee" may be two people.
_OWN_NAMES: Final = _words(
    "ada ana angel ann anna anne art asa ashley august brady brandy bree brody carl carly carol carrie casey "
    "clare claud clement delphi dennis elbert eli eliza ellen elsie emily emma erin ernest eva evan faith fay "
    "frank gary georgia glory grace green harry hilary honey ian ivy jack jacob jamie jan jason jay jean joan "
    "jody john jon joy julia julie kali kay kelly kenji kerry kimberly king lacey laurie lea lena leo leon lily "
    "lindsey lisa little loren lucy lynn margery maria marie mary may mercy mira mitzi nancy natalie natasha "
    "nathan nelson nichole nicole noel norma perry rita rosa rose ruby rupert sadie sally sandra sara sarah "
    "sherry stacy stella susan teri terry vera viola wendy wesley west winny"
)

OF_MANY: Final = _words(
    "alex ali ally andy ash bert bobbie cal cam cass cassie charlie chris dani danny drew eddie fran francie "
    "frankie fred freddie freddy gabby gerry jackie jerry jess jessie jo kris lou mac mack maddie mattie matty "
    "max mel mick mickey nat nick nicky nico ollie pat patsy patty randy ray reggie ricky rob robbie ron sam "
    "sammy sandy sasha shelly sid steph stevie syd theo toni tony val vic willie"
)
"""Short for several long names: somebody known as Sam need not be the Samantha who is mentioned."""


@cache
def nicknames_of() -> dict[str, dict[str, bool]]:
    """For each given name those linked to it: True when one surely stands for the other.

    The links are those of the `nicknames` package and a few short forms it lacks. A sure link is a well-known short
    form; the others (Jon and John, Erin and Aaron) are only a reason to ask.
    """
    links: dict[str, dict[str, bool]] = {}

    def link(a: str, b: str, sure: bool) -> None:
        for one, other in ((a, b), (b, a)):
            names = links.setdefault(one, {})
            names[other] = names.get(other, False) or sure

    for name, _, nickname in name_triplets():
        link(name, nickname, _is_short_form(name, nickname))
    for entry in _SURE.split():
        name, _, short = entry.partition(":")
        for nickname in short.split(","):
            link(name, nickname, True)
    return links


def _is_short_form(name: str, nickname: str) -> bool:
    if nickname in _OWN_NAMES or OSA.distance(name, nickname) < 2:
        return False
    if name.startswith(nickname):
        return len(nickname) >= 3 and len(name) - len(nickname) >= 2
    pet_ending = nickname.endswith(("y", "ie")) and nickname[:2] == name[:2] and len(nickname) >= 4
    return pet_ending and len(name) - len(nickname) >= 1 and OSA.distance(name, nickname) >= 3


def is_given_name(word: str) -> bool:
    """Whether `word` (folded) is an English given name in the package's list."""
    return word in nicknames_of()
