"""How tests ask about a trick: the cards as one line of codes, and what is answered of it."""

from scoring.arbiter import TableTrick, Verdict, judge
from scoring.registry import game


def laid(cards: str, hands: dict[int, str] | None = None, **choices: str) -> TableTrick:
    """Return a trick with these cards: "9H KS", and what players hold still: {2: "3H"}."""
    held = {seat: tuple(codes.split()) for seat, codes in (hands or {}).items()}
    return TableTrick(choices, tuple(cards.split()), held)


def verdict(key: str, cards: str, hands: dict[int, str] | None = None, **choices: str) -> Verdict:
    """Return the answer about a trick of this game."""
    return judge(game(key).arbiter, laid(cards, hands, **choices))


def winner(found: Verdict) -> tuple[int, str, list[str]]:
    """Return the seat that wins, its card, and the numbers of the rules that say so."""
    assert found.win
    return found.win.seat, str(found.win.card), [rule.number for rule in found.win.why.rules]


def illegal(found: Verdict) -> list[tuple[int, str, list[str], str]]:
    """Return the seat, card, rules and possible cards of each card that could not be played."""
    return [
        (
            each.seat,
            str(each.card),
            [rule.number for rule in each.why.rules],
            " ".join(map(str, each.instead)),
        )
        for each in found.illegal
    ]


def consequences(found: Verdict) -> list[tuple[list[str], str]]:
    """Return the rules and the words of what follows from a trick."""
    return [([rule.number for rule in each.rules], each.text.en) for each in found.after]
