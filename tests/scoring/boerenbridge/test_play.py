"""The rules of play of the variants, with the examples of the source."""

from random import Random

from scoring.boerenbridge.play import (
    PLAIN,
    PlayRules,
    direction_after,
    goes_on,
    kings_laid_open,
    lead_points,
    marshalls,
    mexican_wins,
    next_seat,
    order_of_play,
    passed_on,
    passes_on,
    playable,
    seat_using_mexican,
    trick_winner,
    tricks_worth,
    trump_of,
)
from scoring.cards import DECK, Card
from scoring.cards import trick_winner as plain_winner
from tests.cases import cases

MARSHALL = PlayRules(marshall=True)
MEXICAN = PlayRules(marshall=True, mexican=True)
KING_THREE = PlayRules(king_three=True)
NINE = PlayRules(nine=True)
SEVEN = PlayRules(seven=True)
CONTINUATION = PlayRules(continuation=True)
ALL = PlayRules(True, True, True, True, True, True)


def cards_of(names: str) -> list[Card]:
    return [Card.of(name) for name in names.split()]


@cases(("turned_up", "trump"), [("AS", "S"), ("2H", "H"), ("TD", "D"), ("9C", "C")])
def test_w_2_w_13_the_card_turned_up_is_trump(turned_up, trump):
    assert trump_of(Card.of(turned_up)) == trump


def test_a_deal_without_trump_has_no_card_turned_up():
    assert trump_of(None) is None


@cases(
    ("trick", "trump", "winner"),
    [
        ("2H", "S", 0),
        ("9H KD QC JH", "S", 3),
        ("AH 2S KH QH JH", "S", 1),
        ("AH 2S 3S KH QH", "S", 2),
        ("AH 2S 3S KH QH", None, 0),
        ("AH 2H", "S", 0),  # no Marshall without the rule
        ("AH 2H", "H", 0),
    ],
)
def test_w_2_the_highest_trump_wins_else_the_highest_of_the_suit_led(trick, trump, winner):
    assert trick_winner(cards_of(trick), trump) == winner


def test_without_special_rules_a_trick_is_won_as_any_other():
    random = Random(1)
    for _ in range(200):
        trick = random.sample(DECK, random.randint(1, 8))
        trump = random.choice(["S", "H", "D", "C", None])
        assert trick_winner(trick, trump) == plain_winner(trick, trump)


@cases(
    ("trick", "trump", "winner"),
    [
        ("AH 2H 9D KD", "S", 1),  # the two neutralises the ace
        ("AH KH 2H QD", "S", 2),
        ("AH 2H 9H KH", "S", 3),  # the highest of the suit after the two
        ("AH KH 2H 9H", "S", 3),  # the king lay there before
        ("AH 2H KH 9H", "S", 2),
        ("9H AH 2H 3D", "S", 2),
        ("2H AH KH", "S", 1),  # the two came too early
        ("AH 2D KH", "S", 0),  # the two of another suit
        ("AH 2S KH", "S", 1),  # a small trump is no Marshall, but wins
        ("AH 5S 2H", "S", 1),  # trumped: the ace was not winning any more
        ("AH 2H 3S", "S", 2),  # trumped afterwards
        ("AS 2S KH", "S", 1),  # in trumps as well
        ("AH 3S AS 2S", "S", 3),
        ("KD AH 2H", "S", 0),  # an ace that was thrown away
        ("AH 2H KH", None, 2),
    ],
)
def test_w_12_marshall(trick, trump, winner):
    assert trick_winner(cards_of(trick), trump, MARSHALL) == winner


@cases(
    ("trick", "trump", "who"),
    [
        ("AH 2H 9H KH", "S", (1,)),  # he neutralised the ace, though he did not win
        ("AH 3S AS 2S", "S", (3,)),
        ("AH 5S 2H", "S", ()),
        ("2H AH", "S", ()),
        ("AH 2H 3S AS 2S", "S", (1, 4)),
        ("KH 3H", "S", ()),
    ],
)
def test_w_12_a_marshall_gives_the_right_of_the_mexican(trick, trump, who):
    assert marshalls(cards_of(trick), trump, MEXICAN) == who


def test_no_marshall_without_the_rule():
    assert marshalls(cards_of("AH 2H"), "S", PLAIN) == ()


@cases(
    ("trick", "turned_up", "wins"),
    [
        ("AH KH QH 9D", "2S", True),  # the only trump in the trick
        ("AH 3S QH 9D", "4S", True),  # higher than any other
        ("AH 5S QH 9D", "4S", False),
        ("AH 3S 5S 9D", "4S", False),
        ("3S 2S", "AS", True),
    ],
)
def test_w_12_the_mexican_wins_as_the_only_or_the_highest_trump(trick, turned_up, wins):
    assert mexican_wins(cards_of(trick), Card.of(turned_up)) == wins


@cases(
    ("rights", "waits", "seat"),
    [
        ([2], [2], 2),
        ([2, 4], [4, 2], 4),  # first come, first served
        ([2, 4], [2, 4], 2),
        ([2], [3, 2], 2),  # seat 3 has no right
        ([2], [3], None),
        ([2], [], None),
        ([], [1, 2], None),
    ],
)
def test_w_12_the_first_player_to_say_wait_uses_the_mexican(rights, waits, seat):
    assert seat_using_mexican(rights, waits) == seat


@cases(
    ("hand", "trick", "trump", "allowed"),
    [
        ("3H 9H 4S", "KH 9D", "S", "3H"),  # the king of hearts is winning
        ("3H 9H 4S", "QH KH", "S", "3H"),
        ("3H 9H 4S", "KH AH", "S", "3H 9H"),  # the ace was put on it
        ("3H 9H 4S", "KH 2S", "S", "3H 9H"),  # it was trumped
        ("4H 9H 4S", "KH 9D", "S", "4H 9H"),  # no three
        ("3S 9H", "KH 9D", "S", "9H"),  # the three of another suit
        ("3S 5D", "9H KS", "S", "3S"),  # the king of trumps is winning
        ("3S 5H", "9H KS", "S", "5H"),  # follow suit first
        ("3S 5D", "9H KD", "S", "3S 5D"),  # a king that was thrown away
        ("3H 9H 4S", "", "S", "3H 9H 4S"),  # who leads is free
        ("5D 4S", "KH 9D", "S", "5D 4S"),
    ],
)
def test_w_12_king_three_may_force_a_card(hand, trick, trump, allowed):
    assert playable(cards_of(hand), cards_of(trick), trump, KING_THREE) == tuple(cards_of(allowed))


def test_king_three_is_no_obligation_without_the_rule():
    assert playable(cards_of("3H 9H 4S"), cards_of("KH 9D"), "S") == tuple(cards_of("3H 9H"))


@cases(
    ("trick", "trump", "open_hands"),
    [
        ("KH 9H 3H", "S", (0,)),
        ("9H KH 3H", "S", (1,)),
        ("KH AH 3H", "S", ()),
        ("KH 2S 3H", "S", ()),
        ("3H KH", "S", ()),
        ("KH 3D", "S", ()),
        ("KH 3H KS 3S", "S", (0, 2)),
    ],
)
def test_w_12_the_king_under_a_three_lays_his_cards_open(trick, trump, open_hands):
    assert kings_laid_open(cards_of(trick), trump, KING_THREE) == open_hands
    assert kings_laid_open(cards_of(trick), trump, PLAIN) == ()


@cases(
    ("direction", "received"),
    [(1, {2: "a", 3: "b", 4: "c", 1: "d"}), (-1, {4: "a", 1: "b", 2: "c", 3: "d"})],
)
def test_w_12_after_a_nine_each_passes_a_card_on_in_the_direction_of_play(direction, received):
    assert passed_on({1: "a", 2: "b", 3: "c", 4: "d"}, direction) == received


def test_w_12_only_a_nine_passes_cards_and_only_a_seven_turns_round():
    for winner in DECK:
        assert passes_on(winner, NINE) == (winner.rank == "9"), winner
        assert not passes_on(winner, SEVEN), winner
        assert direction_after(1, winner, SEVEN) == (-1 if winner.rank == "7" else 1), winner
        assert direction_after(-1, winner, SEVEN) == (1 if winner.rank == "7" else -1), winner
        assert direction_after(1, winner, NINE) == 1, winner


def test_w_12_the_direction_of_play():
    assert [next_seat(seat, 1, 5) for seat in range(1, 6)] == [2, 3, 4, 5, 1]
    assert [next_seat(seat, -1, 5) for seat in range(1, 6)] == [5, 1, 2, 3, 4]
    assert order_of_play(4, 1, 5) == (4, 5, 1, 2, 3)
    assert order_of_play(4, -1, 5) == (4, 3, 2, 1, 5)


@cases(
    ("led", "leader", "rules", "points"), [(2, 3, SEVEN, -1), (3, 3, SEVEN, 0), (2, 3, PLAIN, 0)]
)
def test_w_10_leading_out_of_turn_costs_one_under_the_rule_of_seven(led, leader, rules, points):
    assert lead_points(led, leader, rules) == points


@cases(
    ("trick", "turned_up", "on"),
    [
        ("8H 9D TC 8S", None, True),  # the examples of the source
        ("8H 9D TC 6S", None, False),
        ("9H TD QC QS", "JH", True),
        ("9H TD QC QS", None, False),  # nobody wants the card turned up to count
        ("9H TD QC QS", "2H", False),
        ("KH AD 2C 3S", None, True),  # around the corner
        ("2H AD KC QS", None, True),
        ("AH 2D QC KS", None, True),
        ("2H KD", None, False),
        ("TH 8D 9C 8S", None, True),  # in any order
        ("8H 8D 8C 8S", None, False),  # one rank is no row
        ("8H 8D 8C 9S", None, True),
        ("8H 9D TC", None, False),  # the circuit is not complete
        ("", None, False),
    ],
)
def test_w_12_continuation(trick, turned_up, on):
    counts = Card.of(turned_up) if turned_up else None
    players = 2 if trick == "2H KD" else 4
    assert goes_on(cards_of(trick), players, CONTINUATION, counts) == on
    assert not goes_on(cards_of(trick), players, PLAIN, counts)


@cases(
    ("circuits", "on"),
    [
        ("8H 9D TC 8S JH 7D 9C 9S", True),  # 7 8 9 10 J on the table
        ("8H 9D TC 8S JH 7D 2C 9S", False),
        ("2H 3D 4C 5S 6H 7D 8C 9S TH JD QC KS", True),
        ("2H 3D 4C 5S 6H 7D 8C 9S TH JD QC KS AH 2D 2C 2S", True),  # it never ends any more
    ],
)
def test_w_12_continuation_counts_all_circuits_on_the_table(circuits, on):
    assert goes_on(cards_of(circuits), 4, CONTINUATION) == on


@cases(("players", "number", "worth"), [(4, 4, 1), (4, 8, 2), (4, 52, 13), (5, 15, 3)])
def test_w_12_a_trick_counts_once_for_each_circuit(players, number, worth):
    assert tricks_worth(DECK[:number], players) == worth


@cases("seed", range(60))
def test_w_12_the_tricks_add_up_to_the_cards_under_all_rules_together(seed):
    random = Random(seed)
    players, each = random.choice([(3, 17), (4, 12), (5, 10), (8, 6), (5, 3)])
    *dealt, turned_up = random.sample(DECK, players * each + 1)
    trump = trump_of(turned_up)
    hands = {seat: dealt[(seat - 1) * each : seat * each] for seat in range(1, players + 1)}
    won = dict.fromkeys(hands, 0)
    leader, direction = 1, 1
    while hands[leader]:
        order, trick = order_of_play(leader, direction, players), []
        while not trick or (hands[leader] and goes_on(trick, players, ALL, turned_up)):
            for seat in order:
                card = random.choice(playable(hands[seat], trick, trump, ALL))
                hands[seat].remove(card)
                trick.append(card)
        best = trick_winner(trick, trump, ALL)
        leader = order[best % players]
        won[leader] += tricks_worth(trick, players)
        direction = direction_after(direction, trick[best], ALL)
        if passes_on(trick[best], ALL) and hands[leader]:
            chosen = {seat: hand.pop() for seat, hand in hands.items()}
            for seat, card in passed_on(chosen, direction).items():
                hands[seat].append(card)
    assert sum(won.values()) == each
