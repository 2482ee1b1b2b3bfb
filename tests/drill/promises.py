"""What is promised: each row of the table by its name, in the order of the table."""

# What somebody in the hall may try.
ATTACKED = {
    "crowd-of-wrong-logins": "Eighty wrong logins at once, three times, cost an official nothing.",
    "one-name-at-once": "A name tried eighty times at once has no more passwords judged than one.",
    "lockout-of-the-director": "Nobody in the hall locks the director out of his own laptop.",
    "forged-addresses": "A forged `X-Forwarded-For` gives no further tries at a password.",
    "guessed-codes": "The start code cannot be guessed.",
    "common-passwords": "The first account takes no password that everybody tries.",
    "silent-connections": "500 connections that say nothing keep no reader waiting.",
    "half-requests": "500 half requests keep no reader waiting.",
    "slow-heads": "500 heads that come a byte at a time keep no reader waiting.",
    "slow-bodies": "100 bodies that come a byte at a time keep no reader waiting.",
    "huge-heads": "Heads of 50 MB are refused, and memory stays as it is.",
    "huge-bodies": "Bodies of 200 MB are refused, and memory stays as it is.",
    "full-house": "300 phones, 30 clerks, 80 wrong logins and four PDFs of sixty sheets at once"
    " are all served.",
    "pressed-twice": "A button pressed twice does what it does once.",
    "pressed-at-once": "So does one that is pressed thirty times at the same moment.",
    "pressed-at-once-on-postgresql": "So does that on PostgreSQL.",
    "closed-by-each-other": "Of directors who close each other’s accounts at once one stays.",
    "read-meanwhile": "Every page can be read while somebody changes what it shows.",
    "read-meanwhile-on-postgresql": "So it can on PostgreSQL.",
}
ATTACKS = tuple(ATTACKED)
SAYS = (
    ": a page in the reader’s language and the console say so, nothing is lost, and it goes on by"
    " itself when that is over"
)
PROMISES = {
    "kills": "20 times `kill -9` of the whole server under 30 clerks and 10 phones: nothing that"
    " was acknowledged is lost, each form is whole, it serves again within 2 s at rest, and"
    " `verify` finds nothing.",
    "kills-on-postgresql": "So it is on PostgreSQL.",
    "power-cuts": "Power cuts while 30 clerks type, on a disk that forgets what was not synced and"
    " tears what was being written: the database is sound, and all that was acknowledged is there.",
    "full-disk": f"A full disk{SAYS}.",
    "read-only-folder": f"A folder that may not be written{SAYS}.",
    "broken-database": f"A database with rubbish in its header or its middle{SAYS}.",
    "clock-back": "A clock that jumps an hour back: sessions, forms, the order of the log, backups"
    " and their thinning go on, and nothing is lost.",
    "newer-database": f"A database of a newer wk{SAYS}.",
    "held-database": f"A database that another program holds for 30 s{SAYS}.",
    "restore": "The copy of five minutes ago is brought back by its page while 30 clerks type: the"
    " present is kept first, and no form is in neither.",
    "standby": "The first laptop is killed for good while 30 clerks type, the second takes over:"
    " no form is lost that was acknowledged more than 2 s before, and each younger one is named.",
    "standby-on-postgresql": "So it is on PostgreSQL, with a standby server; the first that comes"
    " back takes nothing more.",
    "forged-presses": "Forged keys, replayed presses, edited cookies, and a clerk’s account for a"
    " director’s work change nothing, and each try stands in the log.",
    "every-address-by-every-role": "Every address answers each role as the table says.",
    "withheld": "What is withheld or not yet public is in no page, feed, picture, file of the"
    " mirror or kept byte.",
    **ATTACKED,
}
