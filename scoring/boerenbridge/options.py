"""Reading the options of a game, which an organiser may set.

Options are the parameters of the family, by the names of the archive format. Besides those there
are `misdeal_before` and `misdeal_during`: the points that each guilty seat loses (W-8, W-9).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from itertools import pairwise
from typing import Any, TypeGuard, get_args

from scoring.boerenbridge.messages import MESSAGES
from scoring.boerenbridge.rules import DealRule, MisdealRule, Restriction, Rules
from scoring.boerenbridge.variants import CARDS_TO_DEAL, DealSequence, Variant
from scoring.cells import is_integer
from scoring.game import Options
from scoring.problems import Invalid, ProblemList

MOST_DEALS = 60  # in a round; the longest round of the family has 36, for three players
MOST_POINTS = 1000  # a bid, a trick, a miss, a misdeal or a place is worth no more
MOST_PLACES = 8  # the players of the largest table (W-11)
NUMBERS = ("base", "per_trick", "per_miss", "misdeal_before", "misdeal_during")
RESTRICTIONS: tuple[Restriction, ...] = get_args(Restriction)


def values(rules: Rules) -> Options:
    """Return the value of every option but the deals, in the order of the archive format."""
    misdeal = rules.misdeal or MisdealRule(0, 0)
    return {
        "base": rules.base,
        "per_trick": rules.per_trick,
        "per_miss": rules.per_miss,
        "restriction": rules.restriction,
        "wp": list(rules.scale),
        "misdeal_before": misdeal.before,
        "misdeal_during": misdeal.during,
    }


def options_of(variant: Variant, rules: Rules, sequence: DealSequence) -> Options:
    """Return the options in which these rules and deals differ from those of the variant."""
    own = {"deals": [asdict(deal) for deal in sequence.own]} if sequence != variant.sequence else {}
    defaults = values(variant.rules)
    return own | {key: value for key, value in values(rules).items() if value != defaults[key]}


def read_options(variant: Variant, options: Mapping[str, Any]) -> tuple[Rules, DealSequence]:
    """Return a variant's rules and deals under `options`, a mapping of name to value.

    Raises Invalid with every problem, each with the path of its cell in the settings.
    """
    problems = ProblemList(MESSAGES)
    known = {"deals", *values(variant.rules)} if variant.has_settings else set()
    for key in options:
        if key not in known:
            problems.add("UNKNOWN_OPTION", key, key=key[:40])
    given = {key: value for key, value in options.items() if key in known}
    sequence = variant.sequence
    if "deals" in given:
        sequence = _deal_sequence(variant, given.pop("deals"), problems)
    for key, value in given.items():
        _check(key, value, problems)
    if problems.found:
        raise Invalid(problems.found)
    return _rules(variant, values(variant.rules) | given), sequence


def _rules(variant: Variant, chosen: Options) -> Rules:
    """Return the variant's rules with the chosen value of every option but the deals."""
    # A variant without penalties by the scorer keeps none, whatever the chosen numbers (W-15).
    misdeal = MisdealRule(chosen["misdeal_before"], chosen["misdeal_during"])
    return replace(
        variant.rules,
        base=chosen["base"],
        per_trick=chosen["per_trick"],
        per_miss=chosen["per_miss"],
        restriction=chosen["restriction"],
        misdeal=misdeal if variant.rules.misdeal else None,
        scale=tuple(chosen["wp"]),
    )


def _check(key: str, value: object, problems: ProblemList) -> None:
    """Note the problem of an option other than the deals."""
    if key == "wp":
        _check_scale(value, problems)
    elif key in NUMBERS and not _is_number(value):
        expected = f"0–{MOST_POINTS}"
        problems.add("OPTION_INVALID", key, value=str(value)[:40], expected=expected)
    elif key == "restriction" and value not in RESTRICTIONS:
        expected = ", ".join(RESTRICTIONS)
        problems.add("OPTION_INVALID", key, value=str(value)[:40], expected=expected)


def _is_number(value: object, least: int = 0, most: int = MOST_POINTS) -> TypeGuard[int]:
    return is_integer(value) and least <= value <= most


def _check_scale(raw: object, problems: ProblemList) -> None:
    """Check match points: two to eight whole numbers in equal steps downwards.

    Steps must be equal, as lower places continue them (scoring.result.results, W-7).
    """
    scale = raw if isinstance(raw, list) else []
    if not (2 <= len(scale) <= MOST_PLACES and all(_is_number(points) for points in scale)):
        written = " ".join(str(points)[:20] for points in scale[:MOST_PLACES]) or str(raw)
        problems.add(
            "WP_UNREADABLE", "wp", value=written[:40], places=MOST_PLACES, most=MOST_POINTS
        )
    elif not _has_equal_steps(scale):
        problems.add("WP_STEPS_UNEQUAL", "wp")


def _has_equal_steps(scale: Sequence[int]) -> bool:
    steps = {above - below for above, below in pairwise(scale)}
    return len(steps) == 1 and steps.pop() > 0


def _deal_sequence(variant: Variant, raw: object, problems: ProblemList) -> DealSequence:
    """Return the deals that an organiser wrote, as a sequence for tables of any size.

    The result is the variant's own sequence if both have the same deals at every size of table, or
    if no deal is right.
    """
    if not isinstance(raw, list):
        problems.add("NOT_A_LIST", "deals")
        return variant.sequence
    if not 1 <= len(raw) <= MOST_DEALS:
        problems.add("DEALS_OUT_OF_RANGE", "deals", most=MOST_DEALS, found=len(raw))
        return variant.sequence
    read = [
        _deal_rule(each, number, min(variant.table_sizes), problems)
        for number, each in enumerate(raw, 1)
    ]
    deals = tuple(deal for deal in read if deal)
    # Deals written out just as the variant has them are no change of the rules.
    same = all(variant.sequence.deals(players) == deals for players in variant.table_sizes)
    return variant.sequence if same or not deals else DealSequence(own=deals)


def _deal_rule(raw: object, number: int, players: int, problems: ProblemList) -> DealRule | None:
    """Return one deal of the options, None if it is not right.

    `players` is the number of players at the smallest table.
    """
    written = raw if isinstance(raw, dict) else {}
    cards, signs = written.get("cards"), (written.get("trump", True), written.get("blind", False))
    # A deal too large for even the smallest table could be played by nobody (W-14).
    most = CARDS_TO_DEAL // players
    if (
        not set(written) <= {"cards", "trump", "blind"}
        or not (is_integer(cards) and cards > 0)
        or not all(isinstance(value, bool) for value in signs)
    ):
        problems.add("DEALS_UNREADABLE", "deals", number=number, value=str(raw)[:40])
    elif cards > most:
        problems.add(
            "NO_TABLE_FITS",
            "deals",
            number=number,
            cards=str(cards)[:20],
            players=players,
            most=most,
        )
    else:
        return DealRule(cards, *signs)
    return None
