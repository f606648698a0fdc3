"""Hand-made cases: `mention | known; known* | outcome`, one a line; `*` marks who is in the meeting.

Outcome: `= name` resolves by itself, `? name; name` asks and offers these, `-` neither resolves nor asks,
`~` must not resolve by itself (asking or leaving are both fine).
"""

PEOPLE = """
# the table of the measured design
Sam | Sam Rivera* | = Sam Rivera
Sam | Sam Rivera | ? Sam Rivera
Priya | Priya Patel*; Sam Rivera* | = Priya Patel
Priya | Priya Patel | ? Priya Patel
Bob | Robert Chen*; Priya Patel* | = Robert Chen
Bob | Robert Chen | ? Robert Chen
Rivera, Sam | Sam Rivera | = Sam Rivera
SR | Sam Rivera*; Priya Patel* | = Sam Rivera
SR | Sam Rivera | ? Sam Rivera
S. Rivera | Sam Rivera | = Sam Rivera
Christina Lee | Christine Lee* | ? Christine Lee
Daniel Kim | Daniela Kim* | ? Daniela Kim
Sam Chen | Sam Cheng* | ? Sam Cheng
Jon Smith | John Smith* | ? John Smith
# written as known
Sam Rivera | Sam Rivera; Sam Chen | = Sam Rivera
sam rivera | Sam Rivera | = Sam Rivera
SAM RIVERA | Sam Rivera | = Sam Rivera
José García | Jose Garcia | = Jose Garcia
Jose Garcia | José García | = José García
Sam  Rivera  | Sam Rivera | = Sam Rivera
"Sam Rivera" | Sam Rivera | = Sam Rivera
Sam Rivera. | Sam Rivera | = Sam Rivera
kohsuke | kohsuke; rtyler | = kohsuke
manu | manu; Manu | = manu
José Silva | José Silva; Jose Silva | = José Silva
Jose Silva | José Silva; Jose Silva | ? José Silva; Jose Silva
# the meeting
Sam | Sam Rivera; Sam Chen* | = Sam Chen
Sam | Sam Rivera*; Sam Chen* | ? Sam Rivera; Sam Chen
Sam | Sam Rivera; Sam Chen | ? Sam Rivera; Sam Chen
Rivera | Sam Rivera*; Priya Patel* | = Sam Rivera
Rivera | Sam Rivera; Priya Patel* | ? Sam Rivera
Rivera | Sam Rivera*; Ana Rivera* | ? Sam Rivera; Ana Rivera
Sam | Samuel Ortiz*; Priya Patel* | = Samuel Ortiz
Sam | Samuel Ortiz*; Sam Rivera | ? Samuel Ortiz; Sam Rivera
Sam | Samantha Lee*; Samuel Ortiz* | ? Samantha Lee; Samuel Ortiz
S. Rivera | Sam Rivera*; Sara Rivera | = Sam Rivera
S. Rivera | Sam Rivera; Sara Rivera | ? Sam Rivera; Sara Rivera
Sam Chen | Sam Rivera*; Priya Patel* | -
Sam Chen | Sam Rivera*; Sam Chen | = Sam Chen
Kim | Kim Lee*; Daniel Kim* | ? Kim Lee; Daniel Kim
Sam | Sam; Sam Rivera* | ? Sam; Sam Rivera
Sam | Sam*; Sam Rivera | = Sam
Sam Rivera | Sam*; Priya Patel* | ? Sam
Sam Rivera | Sam Rivera; Samuel Rivera* | ? Sam Rivera; Samuel Rivera
Sam Rivera | Sam Rivera; Samuel Rivera | = Sam Rivera
# order of the words
Rivera Sam | Sam Rivera | = Sam Rivera
RIVERA Sam | Sam Rivera | = Sam Rivera
Rivera, Sam | Sam Rivera; Rivera Sanchez | = Sam Rivera
Rivera, S. | Sam Rivera | = Sam Rivera
Sam Rivera | Rivera, Sam | = Rivera, Sam
Martin James | James Martin* | ? James Martin
Martin, James | James Martin | = James Martin
Wei Li | Li Wei | = Li Wei
Li Wei | Li Wei; Wei Li | ? Li Wei; Wei Li
Kitahara Masakazu | Masakazu Kitahara | = Masakazu Kitahara
Garcia Lopez, Maria | Maria Garcia Lopez | = Maria Garcia Lopez
# initials and middle names
Sam R. | Sam Rivera | = Sam Rivera
Sam R | Sam Rivera; Sam Chen | = Sam Rivera
Sam R. | Sam Rivera; Sam Roth | ? Sam Rivera; Sam Roth
S.R. | Sam Rivera*; Priya Patel* | = Sam Rivera
S. R. | Sam Rivera*; Sue Roth* | ? Sam Rivera; Sue Roth
Rivera S. | Sam Rivera* | = Sam Rivera
T. Rivera | Sam Rivera* | -
Sam J. Rivera | Sam Rivera | = Sam Rivera
Sam Rivera | Sam J. Rivera | = Sam J. Rivera
Sam Joseph Rivera | Sam J. Rivera | = Sam J. Rivera
John B. Smith | John A. Smith* | -
John Smith | John A. Smith; John B. Smith | ? John A. Smith; John B. Smith
John A. Smith | John A. Smith; John B. Smith | = John A. Smith
Mary Ann Smith | Mary Smith | = Mary Smith
Ann Smith | Mary Ann Smith | ? Mary Ann Smith
Ann Smith | Mary Ann Smith*; Bob Lee* | = Mary Ann Smith
JC Perez | Juan Carlos Perez*; Ana Lee* | = Juan Carlos Perez
J.C. Perez | Juan Carlos Perez | = Juan Carlos Perez
J. R. R. Tolkien | John Ronald Reuel Tolkien | = John Ronald Reuel Tolkien
Maria Garcia | Maria Garcia Lopez | ? Maria Garcia Lopez
Maria Garcia | Maria Garcia Lopez* | = Maria Garcia Lopez
Maria Lopez | Maria Garcia Lopez | = Maria Garcia Lopez
Sara Rivera | S. Rivera | ? S. Rivera
Sam Rivera | Sam R. | ? Sam R.
PM | Peter Moss* | -
QA | Quinn Adams* | -
Ai | Ai Tanaka*; Ana Lee* | = Ai Tanaka
AL | Ann Lee | ? Ann Lee
Al | Ann Lee* | -
Alex V. | Alex V*; Alex Vlasov* | ? Alex V; Alex Vlasov
# honorifics, titles, generations, brackets
Dr. Rivera | Sam Rivera* | = Sam Rivera
Dr. Rivera | Sam Rivera | ? Sam Rivera
Dr. Sam Rivera | Sam Rivera | = Sam Rivera
Prof. Dr. Anna Weiss | Anna Weiss | = Anna Weiss
Ms. Patel | Priya Patel*; Raj Kumar* | = Priya Patel
Sam Rivera, PhD | Sam Rivera | = Sam Rivera
Sam Rivera, Ph.D. | Sam Rivera | = Sam Rivera
Sam Rivera MD | Sam Rivera | = Sam Rivera
CTO Sam Rivera | Sam Rivera | = Sam Rivera
Smith (Guest) | John Smith* | = John Smith
Sam Rivera (Guest) | Sam Rivera | = Sam Rivera
Sam Rivera | Sam Rivera (External) | = Sam Rivera (External)
Sam Rivera (she/her) | Sam Rivera | = Sam Rivera
Sam Rivera | Sam Rivera (they/them) | = Sam Rivera (they/them)
Sam Rivera [Acme] | Sam Rivera | = Sam Rivera
Sam Rivera | Acme | Sam Rivera | = Sam Rivera
Sam Rivera (Acme) | Sam Rivera (Globex)* | ? Sam Rivera (Globex)
Sam Rivera (Acme) | Sam Rivera (Globex); Sam Rivera (Acme) | = Sam Rivera (Acme)
Sam Rivera | Sam Rivera (Acme); Sam Rivera (Globex) | ? Sam Rivera (Acme); Sam Rivera (Globex)
John Smith Jr. | John Smith Jr.; John Smith Sr. | = John Smith Jr.
John Smith, Jr. | John Smith Jr. | = John Smith Jr.
John Smith | John Smith Jr. | = John Smith Jr.
John Smith | John Smith Jr.; John Smith Sr. | ? John Smith Jr.; John Smith Sr.
John Smith Jr. | John Smith Sr.* | -
John Smith Jr. | John Smith | ? John Smith
Sam Rivera, Jr. | Sam Rivera Sr.* | -
John Smith III | John Smith II* | -
Jack Ma | Jack Ma; Jack Maas | = Jack Ma
Matthew Chan | Matt Garrish* | -
Ada Mba | Ada Lee* | -
Amy Crew | Amy Crew | = Amy Crew
Tanaka-san | Hiroshi Tanaka* | = Hiroshi Tanaka
Sam's | Sam Rivera* | = Sam Rivera
Sam Rivera’s | Sam Rivera | = Sam Rivera
Chris' | Chris Wu* | = Chris Wu
Sam's iPhone | Sam Rivera* | = Sam Rivera
Sam's manager | Sam Rivera* | -
William "Bill" Gates | William Gates | = William Gates
Bill | William "Bill" Gates* | = William "Bill" Gates
Zheng Xu | Zheng Xu (Jeff); Zheng Xu (徐征) | ? Zheng Xu (Jeff); Zheng Xu (徐征)
Jeff | Zheng Xu (Jeff)*; Wendy Reid* | = Zheng Xu (Jeff)
Shinya Takami | Shinya Takami (高見真也) | = Shinya Takami (高見真也)
高見真也 | Shinya Takami (高見真也)* | = Shinya Takami (高見真也)
# nicknames
Bob Chen | Robert Chen | = Robert Chen
Robert Chen | Bob Chen | = Bob Chen
Bob Chen | Robert Chen; Bobby Chen | ? Robert Chen
Bob Chen | Robert Chen; Bob Chen | = Bob Chen
Liz Taylor | Elizabeth Taylor | = Elizabeth Taylor
Chris Lee | Christina Lee; Christine Lee | ? Christina Lee; Christine Lee
Alex Kim | Alexander Kim; Alexandra Kim | ? Alexander Kim; Alexandra Kim
Mike Brown | Michael Brown | = Michael Brown
Chen, Bob | Robert Chen | = Robert Chen
Dave | David Ortiz*; Daniel Ortiz* | = David Ortiz
Jon | John Smith* | ? John Smith
Erin Lee | Aaron Lee* | ? Aaron Lee
Jack Chen | John Chen* | ? John Chen
Ernest Hill | Ernestine Hill* | ? Ernestine Hill
Claud Roy | Claudia Roy* | ? Claudia Roy
Carol Davis | Caroline Davis* | ? Caroline Davis
Rupert Hill | Robert Hill* | ? Robert Hill
Stacy Park | Stacey Park* | ? Stacey Park
Bob Marley | Robert Chen* | -
Samantha Rivera | Sam Rivera* | ? Sam Rivera
Alexandra | Alex Kim*; Bob Lee* | ? Alex Kim
Michael Brown | Mike Brown | = Mike Brown
Tom | Thomas Berg*; Tomas Novak* | ? Thomas Berg; Tomas Novak
Tom Novak | Tomas Novak; Thomas Novak | ? Tomas Novak; Thomas Novak
Beth | Bethany Cole*; Elizabeth Moss* | ? Bethany Cole; Elizabeth Moss
Jeff Xu | Zheng Xu (Jeff) | = Zheng Xu (Jeff)
Rob | Robert Chen*; Bob Chen* | ? Robert Chen; Bob Chen
Jon | John Smith*; Jonathan Wu* | ? John Smith; Jonathan Wu
# look-alikes
Prea | Priya Patel* | ? Priya Patel
Shawn | Sean Wu* | ? Sean Wu
Jeff | Geoff Hill* | ? Geoff Hill
Koski | Kohsuke* | ? Kohsuke
Maria Garcia Lopez | Maria Garcia* | ? Maria Garcia
Wang Xiao Ming | Xiaoming Wang | = Xiaoming Wang
Kim Min-su | Minsu Kim | = Minsu Kim
Jan Vandenberg | Jan van den Berg | = Jan van den Berg
Maria Garcia | Mario Garcia* | ? Mario Garcia
Patrick Murphy | Patricia Murphy* | ? Patricia Murphy
Robert Chen | Roberta Chen* | ? Roberta Chen
Eric Moss | Erica Moss* | ? Erica Moss
Stephen Wu | Steven Wu* | ? Steven Wu
Mohammed Ali | Muhammad Ali* | ? Muhammad Ali
Robert Garcia | Robert Gracia* | ? Robert Gracia
Jon Okafor | John Okafor*; Jonathan Okafor* | ? John Okafor; Jonathan Okafor
Andreas Myth | Andrea Smyth* | ~
Sam Pak | Sam Park* | ? Sam Park
Anna Schmidt | Anna Schmitt* | ? Anna Schmitt
Sara Lin | Sarah Lin* | ? Sarah Lin
Ana Li | Anna Li | ~
Kim Lee | Kim Li* | ~
Jan Kim | Jane Kim* | ~
Christina | Christine Lee* | ? Christine Lee
Daniela | Daniel Kim* | ? Daniel Kim
Sean Wu | Shawn Wu* | ~
Kiera Knight | Keira Knight | ? Keira Knight
Thomas Muller | Thomas Mueller* | ? Thomas Mueller
Priya Patel | Pryia Patel | ? Pryia Patel
Pria Patell | Priya Patel | ? Priya Patel
Xavier Quill | Sam Rivera*; Priya Patel* | -
Zo | Sam Rivera* | -
# handles and addresses
sam.rivera | Sam Rivera | = Sam Rivera
sam_rivera | Sam Rivera | = Sam Rivera
sam-rivera | Sam Rivera | = Sam Rivera
@sam.rivera | Sam Rivera | = Sam Rivera
samrivera | Sam Rivera | = Sam Rivera
SamRivera | Sam Rivera | = Sam Rivera
riverasam | Sam Rivera | = Sam Rivera
srivera | Sam Rivera* | = Sam Rivera
srivera | Sam Rivera | ? Sam Rivera
@srivera | Sam Rivera | = Sam Rivera
@srivera | Sam Rivera; Sara Rivera | ? Sam Rivera; Sara Rivera
Sparks | Sam Parks* | ~
samr | Sam Rivera* | = Sam Rivera
@sam | Sam Rivera*; Priya Patel* | = Sam Rivera
@sam | Sam Rivera | ? Sam Rivera
sam@x.com | Sam Rivera*; Priya Patel* | = Sam Rivera
sam@x.com | Sam Rivera | ? Sam Rivera
sam.rivera@x.com | Sam Rivera | = Sam Rivera
srivera@x.com | Sam Rivera | = Sam Rivera
Sam Rivera <sam@x.com> | Sam Rivera | = Sam Rivera
sam.rivera+memo@x.com | Sam Rivera | = Sam Rivera
Sam Rivera | sam.rivera@x.com | = sam.rivera@x.com
sam.rivera@acme.com | sam.rivera@globex.com | ? sam.rivera@globex.com
info@x.com | Sam Rivera* | -
oleg_nenashev | oleg-nenashev; rtyler | = oleg-nenashev
kohsuke_ | kohsuke* | = kohsuke
kohsuke2 | kohsuke* | ? kohsuke
sam1 | sam2* | -
Dave Longley | dlongley*; manu* | = dlongley
Dave Longley | dlongley | ? dlongley
Joe Andrieu | JoeAndrieu | = JoeAndrieu
Joe | JoeAndrieu*; manu* | = JoeAndrieu
Christopher Allen | ChristopherA*; manu* | = ChristopherA
rtlyer | rtyler*; kohsuke* | ? rtyler
rtlyer | rtyler | ? rtyler
gkellogg | Gregg Kellogg*; Manu Sporny* | = Gregg Kellogg
# particles, apostrophes, hyphens
Jan van der Berg | van der Berg, Jan | = van der Berg, Jan
J. van der Berg | Jan van der Berg | = Jan van der Berg
van der Berg | Jan van der Berg* | = Jan van der Berg
Jan Berg | Jan van der Berg* | ? Jan van der Berg
Van Der Berg Jan | Jan van der Berg | = Jan van der Berg
Sean O'Brien | Sean OBrien | = Sean OBrien
Sean O’Brien | Sean O'Brien | = Sean O'Brien
O'Brien | Sean O'Brien*; Ana Lee* | = Sean O'Brien
Jean-Luc Picard | Jean Luc Picard | = Jean Luc Picard
Jean-Luc | Jean-Luc Picard*; Ana Lee* | = Jean-Luc Picard
Jean | Jean-Luc Picard* | ? Jean-Luc Picard
Anna Smith | Anna Smith-Jones* | ? Anna Smith-Jones
Anna Smith Jones | Anna Smith-Jones | = Anna Smith-Jones
Yuwei Chang | Yu-Wei Chang (Yanni) | = Yu-Wei Chang (Yanni)
Junichi Yoshii | Jun’Ichi Yoshii | = Jun’Ichi Yoshii
Maria de la Cruz | María De La Cruz | = María De La Cruz
Di Wu | Di Wu; Dan Wu | = Di Wu
McDonald | Ann McDonald*; Ana Lee* | = Ann McDonald
Ann MacDonald | Ann McDonald* | ? Ann McDonald
Le Meur | Laurent Le Meur*; Ana Lee* | = Laurent Le Meur
# other scripts
Thomas Mueller | Thomas Müller | = Thomas Müller
Thomas Muller | Thomas Müller | = Thomas Müller
Łukasz Żak | Lukasz Zak | = Lukasz Zak
Søren Ærø | Soren Aeroe | = Soren Aeroe
Иван Петров | Ivan Petrov | = Ivan Petrov
Ivan Petrov | Иван Петров | = Иван Петров
Дмитрий Юрьев | Dmitry Yuryev | = Dmitry Yuryev
Петров Иван | Иван Петров | = Иван Петров
Иван Петров | Иван Петренко* | ~
山田さん | 山田太郎*; 佐藤健* | = 山田太郎
山田 | 山田太郎; 山田花子 | ? 山田太郎; 山田花子
山田 太郎 | 山田太郎 | = 山田太郎
山田太郎 | 山田花子* | -
李伟 | 李伟; 李维 | = 李伟
김민수 | 김민수; 김민지 | = 김민수
محمد علي | محمد علي | = محمد علي
# several people, nobody
Gregg and Manu | Gregg Kellogg*; Manu Sporny* | ? Gregg Kellogg; Manu Sporny
kohsuke, abayer, hare_brain | kohsuke*; abayer*; hare_brain* | ? kohsuke; abayer; hare_brain
Sam Rivera and John Doe | Sam Rivera* | ? Sam Rivera
Sam Rivera and team | Sam Rivera* | ? Sam Rivera
Sam Rivera, Acme | Sam Rivera* | ? Sam Rivera
Rivera, Sam | Ana Rivera* | -
Sam, Priya | Sam Rivera*; Priya Patel* | ? Sam Rivera; Priya Patel
Sam/Priya | Sam Rivera*; Priya Patel* | ? Sam Rivera; Priya Patel
Sam & Priya | Sam Rivera*; Priya Patel* | ? Sam Rivera; Priya Patel
we | Wei Li* | -
We | Wei Li*; We | -
everyone | Sam Rivera* | -
Marketing | Marketing*; Ana Lee* | = Marketing
Marketing | Mark Eting* | -
the team | Sam Rivera* | -
Sam's team | Sam Rivera* | -
the design team | Sam Rivera* | -
someone | Sam Rivera* | -
I | Ida Lee* | -
me | Mel Lee* | -
all | Al Lee* | -
All of us | Al Lee* | -
TBD | Tim Bo Dee* | -
N/A | Nina Abel* | -
? | Sam Rivera* | -
  | Sam Rivera* | -
Speaker 1 | Speaker 1; Sam Rivera* | -
Chairs | Chai Rs* | -
Unknown Speaker | Sam Rivera* | -
Sam from Acme | Sam Rivera*; Ana Lee* | ? Sam Rivera
Sam (Rivera) | Sam Chen*; Sam Rivera* | = Sam Rivera
Sam (Rivera) | Sam Chen*; Ana Lee* | ? Sam Chen
(Sam) | Sam Chen*; Ana Lee* | = Sam Chen
@channel | Sam Chen* | -
Sam | Samir Shah*; Pam Lee* | ~
"""

CLIENTS = """
Acme | Acme Inc | = Acme Inc
Acme, Inc. | Acme | = Acme
ACME Corporation | Acme Corp. | = Acme Corp.
Acme GmbH | Acme Ltd | = Acme Ltd
Acme | Acme Inc; Acme Ltd | ? Acme Inc; Acme Ltd
Acme Ltd | Acme Inc; Acme Ltd | = Acme Ltd
The Acme Company | Acme | = Acme
Acme's | Acme | = Acme
Acme S.A. | Acme | = Acme
the Acme account | Acme | = Acme
Acme Labs | Acme Software | -
Acme Labs | Acme | ? Acme
Acme Phase 1 | Acme Phase 2 | -
Northwind | Northwind Traders | ? Northwind Traders
Northwind | Northwind Traders* | = Northwind Traders
Northwind | Northwind Traders; Northwind Foods | ? Northwind Traders; Northwind Foods
Delta | Delta Dental | ? Delta Dental
IBM | International Business Machines | = International Business Machines
International Business Machines Corp. | IBM | = IBM
I.B.M. | IBM | = IBM
ABC | American Broadcasting Company; Australian Broadcasting Corporation | ? American Broadcasting Company
DoD | Department of Defense | ~
FBI | Federal Bureau of Investigation | = Federal Bureau of Investigation
GE | General Electric | ? General Electric
cat | Center for Applied Technology | ? Center for Applied Technology
J&J | Johnson & Johnson | ? Johnson & Johnson
First National Bank | Second National Bank* | -
Deutsche Bank | Deutsche Bahn* | ~
American Airlines | American Airways* | ~
Car Pet | Carp Et* | ~
SAP | SAP SE | = SAP SE
The Home Depot | Home Depot Inc | = Home Depot Inc
OpenAI | Open AI, Inc. | = Open AI, Inc.
Johnson & Johnson | Johnson and Johnson | = Johnson and Johnson
Johnson | Johnson & Johnson; Johnson Controls | ? Johnson Controls
McDonalds | McDonald's | = McDonald's
amazon.com | Amazon | = Amazon
7-Eleven | Seven Eleven | = Seven Eleven
3M | 3M; 3N | = 3M
Acmee | Acme | ? Acme
Globex | Globax | ? Globax
Siemens | Siemens Healthineers | ? Siemens Healthineers
Société Générale | Societe Generale SA | = Societe Generale SA
株式会社アクメ | アクメ | = アクメ
Bank of America | America Bank | ~
the client | Acme* | -
customer | Acme* | -
TBD | Acme* | -
us | US Foods* | -
Wayne Ent. | Wayne Enterprises | ? Wayne Enterprises
the Globex team | Globex | = Globex
GM | General Motors; General Mills | ? General Motors; General Mills
Initech | Acme; Globex | -
"""

PROJECTS = """
Acme Phase 1 | Acme Phase 2* | -
Acme Phase 1 | Acme Phase 1; Acme Phase 2 | = Acme Phase 1
Acme Phase | Acme Phase 1 | ? Acme Phase 1
Phoenix | Phoenix; Project Phoenix | ? Phoenix; Project Phoenix
Project Phoenix | Phoenix; Project Phoenix | = Project Phoenix
Phase 2 | Acme Phase 2 | ? Acme Phase 2
Phase 2 | Acme Phase 1*; Acme Phase 2* | = Acme Phase 2
Phase II | Phase 2 | = Phase 2
Phase Two | Phase 2 | = Phase 2
Phase II | Phase III* | -
Room 101 | Room 102 | -
Room 101 | Room 101; Room 102 | = Room 101
Project Atlas | Atlas | = Atlas
Atlas | Project Atlas | = Project Atlas
the Atlas project | Atlas | = Atlas
Atlas | Atlas Migration | ? Atlas Migration
Atlas | Atlas Migration*; Billing | = Atlas Migration
Atlas | Atlas; Atlas Migration | = Atlas
Atlas v2 | Atlas 2.0 | = Atlas 2.0
Atlas v2 | Atlas v3* | -
Atlas 2 | Atlas | ? Atlas
Atlas | Atlas 2 | ? Atlas 2
v1.2 | v12 | -
1.2 | 1.3 | -
Plan A | Plan B* | -
Q1 2025 Launch | Q2 2025 Launch* | -
Website 2025 | Website 2026* | -
Website Redesign | Redesign Website | ? Redesign Website
web-site redesign | Website Redesign | = Website Redesign
Checkout revamp | Checkout Revamp 2025 | ? Checkout Revamp 2025
Biling Migration | Billing Migration* | ? Billing Migration
Apollo XI | Apollo 11 | = Apollo 11
Apollo 11 | Apollo 13 | -
Sprint 12 | Sprint 21* | -
Apollo | Apolla* | ? Apolla
Project X | Project Y* | -
iOS 17 app | iOS 18 app* | -
C++ port | C port* | -
GTM | Go To Market | = Go To Market
the project | Atlas* | -
it | IT Migration* | -
"""
