"""Questions about tricks in short: cards as one line of codes, and the parts of an answer."""

from scoring.arbiter import TableTrick, Verdict, judge
from scoring.registry import game


def trick_of(cards: str, hands: dict[int, str] | None = None, **choices: str) -> TableTrick:
    """Return a trick of these cards, such as "9H KS". `hands` has the cards that players still
    hold: {2: "3H"}."""
    held = {seat: tuple(codes.split()) for seat, codes in (hands or {}).items()}
    return TableTrick(choices, tuple(cards.split()), held)


def ruling_of(key: str, cards: str, hands: dict[int, str] | None = None, **choices: str) -> Verdict:
    """Return the ruling on a trick of a game."""
    return judge(game(key).arbiter, trick_of(cards, hands, **choices))


def winner_of(found: Verdict) -> tuple[int, str, list[str]]:
    """Return the seat that wins, its card and the numbers of the rules."""
    assert found.win
    return found.win.seat, str(found.win.card), [rule.number for rule in found.win.why.rules]


def illegal_cards(found: Verdict) -> list[tuple[int, str, list[str], str]]:
    """Return seat, card, rules and possible cards of each card that could not be played."""
    return [
        (
            each.seat,
            str(each.card),
            [rule.number for rule in each.why.rules],
            " ".join(map(str, each.instead)),
        )
        for each in found.illegal
    ]


def consequences_of(found: Verdict) -> list[tuple[list[str], str]]:
    """Return the rules and words of everything that follows from a trick."""
    return [([rule.number for rule in each.rules], each.text.en) for each in found.after]
