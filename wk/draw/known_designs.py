"""The designs known beforehand: constructions, and rounds that a long search found.

`designs` turns them into rounds, and explains places, classes and steps. No number here may ever
change: a printed seed must give the same seats again.
"""

FEWEST = 8  # players with a design
ROUNDS = 3  # of each design
CLASSES = 5  # of places; as many as the seats of a table of five

# By number of tables: by how many tables each class has moved on in the second and in the third
# round, and the places to leave empty, in this order. Nobody meets two empty places as long as
# these are enough.
STEPS = {
    5: ((0, 1, 2, 3, 4), (0, 2, 4, 1, 3), (0,)),
    6: ((0, 2, 1, 5, 4), (0, 4, 5, 2, 3), (0,)),
    7: ((0, 1, 2, 3, 4), (0, 2, 4, 6, 1), (0,)),
    8: ((0, 6, 4, 1, 2), (0, 2, 5, 7, 1), (0, 4)),
    9: ((0, 5, 6, 4, 3), (0, 7, 3, 2, 6), (0, 3, 6)),
    10: ((0, 1, 2, 3, 4), (0, 2, 4, 6, 8), (0, 5)),
    11: ((0, 7, 4, 1, 6), (0, 9, 1, 6, 5), (0, 2, 4)),
    12: ((0, 6, 4, 5, 1), (0, 9, 5, 10, 8), (0, 3, 6, 9)),
    13: ((0, 11, 4, 8, 3), (0, 12, 9, 4, 1), (0, 1, 7)),
    14: ((0, 1, 12, 10, 13), (0, 8, 9, 12, 3), (0, 1, 7, 8)),
    15: ((0, 11, 9, 4, 5), (0, 4, 3, 14, 10), (0, 3, 6, 9)),
    16: ((0, 6, 10, 1, 15), (0, 13, 14, 15, 2), (0, 4, 8, 12)),
    17: ((0, 3, 5, 10, 15), (0, 14, 10, 5, 2), (0, 2, 4, 6)),
    18: ((0, 1, 10, 15, 11), (0, 15, 4, 1, 16), (0, 2, 9, 11)),
    19: ((0, 1, 4, 11, 2), (0, 7, 17, 12, 4), (0, 2, 4, 6)),
    20: ((0, 1, 2, 3, 4), (0, 2, 4, 6, 8), (0, 5, 10, 15)),
    21: ((0, 14, 20, 15, 13), (0, 3, 13, 14, 7), (0, 4, 8, 12)),
}
# With more tables, class s moves on by s tables in each round, and `designs._spread_gaps` chooses
# the empty places.
STEADY = ((0, 1, 2, 3, 4), (0, 2, 4, 6, 8))

# By number of players, at as many tables of five as possible: the second and the third round of
# the best design. A letter is a place, in the order of the seats. In the first round the
# places sit in order.
FOUND = {
    8: ("7612 5034", "6351 2470"),
    9: ("87143 6250", "74028 1536"),
    10: ("12965 83047", "48526 79103"),
    12: ("9278 10b5 3a46", "7814 260a b359"),
    13: ("c4871 630a b952", "2c607 3549 8ba1"),
    14: ("60a17 93bc5 82d4", "c8623 b419a d750"),
    15: ("b357d ca902 14e68", "378a1 9e0b6 2d45c"),
    16: ("1bd5 e490 ac36 72f8", "26be 97c1 d384 f05a"),
    17: ("f4c62 8g19 e3a5 70db", "6f31b a84d gc50 279e"),
    18: ("7g1c5 3h6a2 84eb 9df0", "hc496 g0a18 d53e f7b2"),
    19: ("d9g12 456ci b3fe8 7h0a", "c734g 8i90b 2daf5 6e1h"),
    20: ("c9d2g ha816 e734i j50fb", "be9h1 72j0a 48ic5 d3g6f"),
    21: ("63eia c5h4 17gj 890f bkd2", "j84eb id91 g0c6 2ha7 3fk5"),
    22: ("4lb7h j0de5 2c6k 8af1 9g3i", "1ieb6 d2lg8 c3h5 7ka0 f4j9"),
    23: ("92dkf 4a8jg hl5c1 7m0e b3i6", "efj16 kh3a7 l09gb di45 c8m2"),
    26: ("hd3jn 4ai5m kg92 8oe1 6plc 70fb", "g8bni 2eja7 ch50 o4d6 f3pk lm19"),
    27: ("cnm5f qle0g 1hjp6 7d3o 29kb 8i4a", "h8n2d 4fblo 3q9ja ep5k ic06 m7g1"),
    28: ("1moeh l9j0q 8krgc b4n5p 72df 6i3a", "37pcm dril5 hqk26 nf0oa j81b ge94"),
    31: ("oralg 4hspc 19ujn iem5 q73f dt06 28kb", "8jfrd euoh2 sqi0l m49a tcg7 35bn 6p1k"),
    32: ("trnh8 3faqk p4sei v26mo d71u l5jb g90c", "9okjd 7vp0n bmtgq rc51s euf2 8i3l 6h4a"),
    33: ("sv1ef 48upl 6m0rh iwna2 q7gtb c5jo 39dk", "wr8j3 vckq6 ei5um ots90 1dpgn bfl2 7a4h"),
    36: (
        "un0qi yfrc2 m7at3 xs1e6 boz5 hd9k jw8p g4vl",
        "9mbjy tkxgq zhn4s r8lud iao2 7vp1 e5f0 3cw6",
    ),
    37: (
        "1xfqu 2vlry 3ep9w Atdg8 7oszc mhb0 jn6a 4i5k",
        "vmA6p w4ays e0kjx qzitb u5nhr g71l 8f3c d29o",
    ),
    41: (
        "zmbvq yBkc7 usCg2 Ard1w jD5xp 83lf i0Ee 6aoh 94nt",
        "vAip6 qxtC0 E9wa3 reyDl h8s4B o5ub 2kfz cj1m dng7",
    ),
    46: (
        "AIepD c50HC tBuEG Jyx1h 8Fzvn 47jwm s2kg 63fb 9aor idql",
        "I9gzl Ewsfy 2xDoH dC6Gv Frbku BJ3aq mi1e 7At0 hc84 njp5",
    ),
    47: (
        "CD5uh r9z0I mGAav bxsJF gtHBc 7o3wp E2Kef 8jyk ndq1 i46l",
        "Gn47H Fik5q ly1IA 3cf6z K0Cod Jw8rD BujEb xap2 tmeh 9svg",
    ),
    51: (
        "OcAj2 EH9MB qf1yJ hz4vG K5iwN m7CbD tLIFn xe8l gaor 3k6p sdu0",
        "G8fIa dixEL 1uH6A lNDg0 oFKBp r3MeC JszkO c9vt 7nyh 4wjm b2q5",
    ),
    61: (
        "SrdA2 9x0fN yE3Vh 7avKX nMYTp cHCWR OulLz wsUbP QJtjF 18eD i5Im gG6k 4Boq",
        "T7zG0 mXOpB 3QDoY qVnJ5 IPKRg ekM4s rw8Ni AUW6v LfE1S Cjay F2uc dhxl Htb9",
    ),
}
LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

# The smallest number of repeat meetings in three rounds, and then the smallest number of extra
# sittings at a table of four. For all other numbers both are 0.
# fmt: off
SMALLEST = {
    8: (12, 16), 9: (18, 4), 10: (24, 0),
    12: (9, 24), 13: (12, 11), 14: (15, 2), 15: (18, 0),
    16: (0, 32), 17: (3, 19), 18: (6, 8), 19: (9, 2), 20: (12, 0),
    21: (0, 27), 22: (0, 14), 23: (0, 4), 26: (0, 22), 27: (0, 9),
    31: (0, 17), 32: (0, 4), 36: (0, 12), 41: (0, 7), 46: (0, 2),
}
# fmt: on


def smallest_known(players: int) -> tuple[int, int]:
    """Return the smallest `cost` known for three rounds with as many tables of five as possible.

    Raises ValueError for fewer than 8 players and for 11 players: they do not fill such tables.
    """
    if players < FEWEST or CLASSES * tables_needed(players) - players > tables_needed(players):
        raise ValueError(f"{players} players have no three rounds at tables of five and four")
    return SMALLEST.get(players, (0, 0))


def tables_needed(players: int) -> int:
    """Return the number of tables when as many as possible have five players."""
    return -(-players // CLASSES)
