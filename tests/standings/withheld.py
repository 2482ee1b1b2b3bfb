"""Twelve players whose results can be withheld: their points are numbers that occur nowhere
else."""

from wk.tournament.models import Round

NOTHING, TOP, ALL = Round.Withheld.NOTHING, Round.Withheld.TOP, Round.Withheld.ALL
# Places 1 to 12 after the last round are these start numbers.
ORDER = (7, 2, 12, 5, 9, 1, 11, 4, 10, 3, 8, 6)
NAMES = [
    *("Aaltje", "Berend", "Corrie", "Douwe", "Evert", "Fokje"),
    *("Gerrit", "Hiltje", "Ietje", "Jelle", "Klaske", "Lolke"),
]


def first_points(number):
    """Return the points of a player in round 1."""
    return 5900 - ORDER.index(number)


def last_points(number):
    """Return the points of a player in round 2, a number that occurs nowhere else."""
    place, table = divmod(ORDER.index(number), 3)
    return (286, 178, -138, -238)[place] - 2 * table


def total_points(number):
    """Return the points of a player in both rounds."""
    return first_points(number) + last_points(number)


def withhold(tournament, what, number=2):
    """Withhold results of a round."""
    tournament.rounds.filter(number=number).update(withheld=what)
