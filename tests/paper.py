"""Score forms with totals that are chosen beforehand."""

CARDS = [*range(10, 0, -1), *range(2, 11)]
PENALTY = 4  # points lost by who has the wrong number of cards


def form_with_totals(totals):
    """Return the document of a legal form with these points, one for each seat.

    Every deal is stopped for a wrong number of cards: its offenders lose 4 and may bid anything,
    the others have 10 + 2 × their bid. So each total is reached by a number of offences and bids.
    """
    seats = len(totals)
    offences = [max(4, -(-(190 - total) // 14)) for total in totals]
    deals = [{"bids": [0] * seats, "offenders": set()} for _ in CARDS]
    turn = 0
    for seat, (total, count) in enumerate(zip(totals, offences, strict=True)):
        for _ in range(count):
            deals[turn % len(CARDS)]["offenders"].add(seat)
            turn += 1
        missing = (total - 10 * (len(CARDS) - count) + PENALTY * count) // 2
        for deal, cards in zip(deals, CARDS, strict=True):
            if seat not in deal["offenders"]:
                deal["bids"][seat] = min(cards, missing)
                missing -= deal["bids"][seat]
        assert missing == 0, f"a total of {total} needs more offences"
    assert turn >= len(CARDS)
    stopped = [stopped_deal(*each) for each in zip(deals, CARDS, strict=True)]
    return {"first_dealer": 1, "deals": stopped}


def stopped_deal(deal, cards):
    offenders, bids = sorted(deal["offenders"]), list(deal["bids"])
    if sum(bids) == cards:
        bids[offenders[0]] += 1  # what an offender bid does not matter, but the total does
    seats = [seat + 1 for seat in offenders]
    return {"bids": bids, "infraction": {"kind": "wrong-cards", "seats": seats}}
