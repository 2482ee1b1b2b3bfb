"""Names of invented people for the practice tournament."""

from collections.abc import Iterator
from random import Random


def _listed(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


FIRST = _listed("""
Aafke, Ahmed, Aleid, Anouk, Arjen, Baukje, Bilal, Bregje, Carlijn, Cees, Chantal, Coen, Dagmar,
Danique, Derk, Diewertje, Djoeke, Edwin, Eline, Emre, Esmée, Evert, Fatima, Femke, Floor,
Folkert, Frédérique, Geesje, Gerrit, Gijs, Guusje, Hafid, Hanneke, Harm, Heleen, Hidde, Ilse,
Imane, Ineke, Ivo, Jasmijn, Jelmer, Jikke, Joost, Jörgen, Kaatje, Karim, Kees, Klaartje, Koen,
Lammert, Leonie, Lieke, Loes, Lubbert, Maaike, Marloes, Mehmet, Meindert, Merel, Mirjam, Nadia,
Naomi, Nienke, Noor, Okke, Olaf, Oumaima, Paulien, Pepijn, Petra, Quinten, Ravi, Reinier,
Renske, Roelof, Rosalie, Sanne, Sietse, Sjoerd, Soraya, Stijn, Svenja, Tamar, Teun, Thijs,
Tjitske, Ümit, Vera, Wiebe, Wietske, Willemijn, Xander, Yara, Youssef, Zoë
""")

LAST = _listed("""
Aalbers, van Aken, Akkerman, Asselbergs, Bakker, van den Berg, Bijlsma, ter Beek, Boersma,
de Boer, Bouwmeester, Brouwer, el Amrani, Claassen, Coenraads, van Dam, van Dijk, Dijkgraaf,
Doornbos, van der Duin, Eikelboom, van Engelen, Evers, Feenstra, de Graaf, Groeneveld,
Grootenhuis, Haan, den Hartog, Heemskerk, van der Heijden, ten Hoeve, Hoekstra, ’t Hooft,
Huizinga, IJzerman, Jagersma, Jansen, de Jong, Kaya, van de Kamp, Ketelaar, Klaver, Kloosterman,
Koster, Kramer, Kuipers, van der Laan, Lammers, van Leeuwen, Looijenga, op den Kamp, Luijten,
Meerman, van der Meulen, Molenaar, Mulder, Nijhuis, van Nes, Noordhoek, Özdemir, Oosterhuis,
Peeters, Pietersma, van der Ploeg, Poelstra, Post, Ramdin, van Rijn, Roos, Ruiter, Schaap,
Schippers, Sluis, Smit, Spaans, Steenbergen, Tangelder, Terpstra, Tuinman, van Uden, Veenstra,
Verhoeven, de Vries, Wassink, van der Wal, te Winkel, Wiersma, van Wijk, de Wit, Yılmaz,
Zandstra, Zeldenrust, van Zanten, Zijlstra, Zwart
""")

CLUBS = [
    "De Slag",
    "Schoppen Troef",
    "Boeren en Buren",
    "’t Kaarthuis",
    "De Laatste Gever",
    "Harten Drie",
    "Café De Wagenmaker",
]

# Each first name with each last name.
MOST_NAMES = len(FIRST) * len(LAST)


def people(count: int, random: Random) -> Iterator[tuple[str, str]]:
    """Yield `count` different names, each with a club; the club is "" for some.

    Raises ValueError for more than MOST_NAMES.
    """
    for index in random.sample(range(MOST_NAMES), count):
        first, last = FIRST[index % len(FIRST)], LAST[index // len(FIRST)]
        yield f"{first} {last}", random.choice(["", *CLUBS])
