"""The deals of a round as an organiser types them: "1b 2 3 … 10 10z 10 … 2 1 1b".

A deal is written as its number of cards, with a z for no trump (zonder troef) and a b for blind, in
either order.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from scoring.boerenbridge.rules import DealRule
from scoring.text import Text

NO_TRUMP = "z"
BLIND = "b"
DEAL = re.compile(r"([0-9]{1,4})([zb]{0,2})", re.ASCII | re.IGNORECASE)
SIGNS = {
    NO_TRUMP: Text("z: zonder troef", "z: no trump"),
    BLIND: Text("b: blind", "b: blind"),
}


def sign(deal: DealRule) -> str:
    """Return a deal in this notation.

    >>> sign(DealRule(10, trump=False)), sign(DealRule(1, blind=True))
    ('10z', '1b')
    """
    return f"{deal.cards}{'' if deal.trump else NO_TRUMP}{BLIND if deal.blind else ''}"


def sign_words(deal: DealRule) -> Text:
    """Return a deal in words.

    >>> sign_words(DealRule(10, trump=False)).en, sign_words(DealRule(1, blind=True)).nl
    ('10 cards, no trump', '1 kaart, blind')
    """
    cards = Text("kaart", "card") if deal.cards == 1 else Text("kaarten", "cards")
    more = Text("" if deal.trump else ", zonder troef", "" if deal.trump else ", no trump")
    blind = ", blind" if deal.blind else ""
    return Text(
        f"{deal.cards} {cards.nl}{more.nl}{blind}", f"{deal.cards} {cards.en}{more.en}{blind}"
    )


def deal_option(written: str) -> dict[str, Any] | str:
    """Return a deal as in the archive's options, or the text itself if it is no deal."""
    match = DEAL.fullmatch(written)
    # A sign may stand there only once: 10zz is no deal.
    if not match or len(set(match[2].lower())) < len(match[2]):
        return written
    signs = match[2].lower()
    return {"cards": int(match[1]), "trump": NO_TRUMP not in signs, "blind": BLIND in signs}


def deals_option(written: str) -> list[dict[str, Any] | str]:
    """Return the deals of a line; blanks, commas or semicolons stand between them."""
    return [deal_option(each) for each in re.split(r"[\s,;]+", written) if each]


def deals_line(option: object) -> str:
    """Return the line for the deals of some options; a value that is no deal is kept as it is."""
    # Wrong options are shown too, so any JSON may come here.
    if not isinstance(option, list):
        return "" if isinstance(option, dict) else str(option)
    return " ".join(_sign_of(each) for each in option)


def _sign_of(raw: object) -> str:
    """Return a deal of some options in this notation, right or wrong."""
    if not isinstance(raw, Mapping):
        return str(raw)
    trump, blind = raw.get("trump", True) is not False, raw.get("blind", False) is True
    no_trump = "" if trump else NO_TRUMP
    return f"{raw.get('cards', '?')}{no_trump}{BLIND if blind else ''}"


def heading(deals: Iterable[DealRule]) -> Text:
    """Return the heading above the deals of a form, which explains the signs used in them."""
    text = Text("kaarten", "cards")
    written = "".join(sign(deal) for deal in deals)
    used = [words for letter, words in SIGNS.items() if letter in written]
    if not used:
        return text
    return Text(
        f"{text.nl} ({', '.join(words.nl for words in used)})",
        f"{text.en} ({', '.join(words.en for words in used)})",
    )
