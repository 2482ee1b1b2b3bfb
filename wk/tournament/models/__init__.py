"""The nouns that all rooms share. Other modules import them from here: `wk.tournament.models`."""

from wk.tournament.models.constraints import FixedSeat, Separation
from wk.tournament.models.payments import Payment
from wk.tournament.models.players import MOST_NUMBER, Entry, Player
from wk.tournament.models.printed import PrintedAddress
from wk.tournament.models.prizes import USUAL_MEMBERS, HandedPrize, PrizeCategory, PrizeMark
from wk.tournament.models.rounds import (
    BEGUN,
    MOST_DEALS,
    Round,
    RoundQuerySet,
    Seat,
    Substitute,
    Table,
)
from wk.tournament.models.tournaments import MOST_MINUTES, MOST_ROUNDS, Tournament

__all__ = [
    "BEGUN",
    "MOST_DEALS",
    "MOST_MINUTES",
    "MOST_NUMBER",
    "MOST_ROUNDS",
    "USUAL_MEMBERS",
    "Entry",
    "FixedSeat",
    "HandedPrize",
    "Payment",
    "Player",
    "PrintedAddress",
    "PrizeCategory",
    "PrizeMark",
    "Round",
    "RoundQuerySet",
    "Seat",
    "Separation",
    "Substitute",
    "Table",
    "Tournament",
]
