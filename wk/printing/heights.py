"""The heights of the parts of a score sheet, from top to bottom, in millimetres."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """A kind of page between its margins, and the parts of it that are always as high.

    `name`: its CSS class, `head`: the title and the code, `total`: a row of totals, `sign`: the
    boxes to sign in.
    """

    name: str
    width: float
    height: float
    head: float
    total: float
    sign: float


UPRIGHT = Page("", 196.0, 277.0, head=24.0, total=9.4, sign=20.0)
DENSE = Page("dense", 196.0, 277.0, head=19.0, total=8.0, sign=18.0)
ON_ITS_SIDE = Page("on-its-side", 283.0, 190.0, head=19.0, total=8.0, sign=18.0)

HEADINGS = 6.25  # the headings of the columns of a side, with the lines around them
ABOVE_PAD = 5.4  # what the head above a pad has more: the headings without the lines around them
LINE_TO_WRITE = 8.0  # a line to write on, in the head
PLACE, CHOICE = 4.8, 4.8  # above a name, and below it
# Three lines of an ordinary name, two of a partner's. A longer one makes the heads higher.
NAME, NAME_OF_PARTNER = 13.0, 8.6
AROUND_NAME = 0.8
TAIL, CHART_ROW, REMARK = 7.4, 4.1, 4.2  # below the rows
GAPS = 4.65  # the lines around the rows, and what is white above and below the remarks


@dataclass(frozen=True, slots=True)
class Heights:
    """The heights on a page: of the heads of the sides with `names`, and of `rows` deals.

    `heading_lines` are the lines to write on in the head, `choices` those to mark below each name,
    `totals` the rows of totals, `below` all that stands between them and the boxes to sign in.
    """

    page: Page
    heading_lines: int
    choices: int
    names: float
    rows: int
    totals: int
    below: float

    @property
    def above_deals(self) -> float:
        """Return the distance of the first deal from the upper margin."""
        head = self.page.head + LINE_TO_WRITE * self.heading_lines
        return round(head + self.names + HEADINGS, 2)

    @property
    def deals(self) -> float:
        """Return the height of all deals together."""
        foot = self.page.total * self.totals + self.below + self.page.sign + GAPS
        return round(self.page.height - self.above_deals - foot, 2)

    @property
    def name(self) -> float:
        """Return the height of the name of a seat that shares its head with nobody."""
        return round(self.names - PLACE - CHOICE * self.choices - AROUND_NAME, 2)

    @property
    def row(self) -> float:
        """Return the height of one deal."""
        return round(self.deals / max(1, self.rows), 3)
