"""What the standings say: those that are worked out, and those that stand on a page."""

import re

NOW = "/t/hal/standings/"


def ranks(shown):
    """Return rank, whether it is shared, start number, match points and points of every row."""
    return [(r.rank, r.shared, r.number, r.match_points, r.points) for r in shown.rows]


def state(shown):
    return shown.after_round, shown.complete, shown.tables_to_come, shown.is_final


def text(page):
    """Return what is read on a page: no tags, single spaces."""
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


def rows(page):
    """Return the cells of the standings, row by row."""
    body = re.search(r"<tbody.*?</tbody>", page.content.decode(), re.DOTALL).group()
    return [
        [
            " ".join(re.sub(r"<[^>]*>", "", cell).split())
            for cell in re.findall(r"<t[dh] .*?</t[dh]>", row, re.DOTALL)
        ]
        for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    ]


def names(page):
    return [row[1].split()[0] for row in rows(page)]
