"""The caps of the other players, when one player is asked for the best or the worst rank."""

from random import Random

from scoring.possible import Contestant, OpenTable, Outlook
from scoring.possible.free_rounds import FreeRounds
from scoring.possible.side import BEST, WORST, Side
from tests.samples import seed_of_run

NO_ROUND = FreeRounds((), 0)


def test_players_of_the_same_moment_have_the_same_caps_against_them():
    random = Random(seed_of_run())
    for _ in range(20):
        people = tuple(
            Contestant(number, 2 * random.randrange(2), random.randrange(5))
            for number in range(1, 9)
        )
        tables = (OpenTable(1, (1, 2, 3), (10, 8, 6)), OpenTable(2, (4, 5, 6), (10, 8, 6)))
        for sign in (BEST, WORST):
            side = Side(Outlook(people, tables, least=0, most=1), sign)
            known = {}
            for player in people:
                target = side.target(player, NO_ROUND)
                over, question = side.question(player.number, target, NO_ROUND, alone=False)
                caps = over, question.caps
                moment = side.moment(player.number, target)
                assert known.setdefault(moment, caps) == caps
            assert len(known) > 2
