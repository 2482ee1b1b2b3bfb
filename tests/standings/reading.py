"""The standings as rows of values, and as the cells on a page."""

import re

from wk.standings.queries import visible_standings
from wk.standings.visibility import result_visibility

STANDINGS = "/t/hal/standings/"


def ranks_of(shown):
    """Return rank, whether it is shared, start number, match points and points of each row."""
    return [(r.rank, r.shared, r.number, r.match_points, r.points) for r in shown.rows]


def state_of(shown):
    """Return after which round they are, whether they are complete, the tables to come, and
    whether they are final."""
    return shown.after_round, shown.complete, shown.not_counted, shown.is_final


def text_of(page):
    """Return the text of a page without tags and data for programs, with single spaces."""
    html = re.sub(r"<script.*?</script>", " ", page.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def rows_of(page):
    """Return the cells of the standings on a page, row by row, without that of the switch."""
    body = re.search(r"<tbody.*?</tbody>", page.content.decode(), re.DOTALL).group()
    return [
        [
            " ".join(re.sub(r"<[^>]*>", "", cell).split())
            for cell in re.findall(r"<t[dh] .*?</t[dh]>", row, re.DOTALL)
            if 'class="more"' not in cell
        ]
        for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    ]


def names_on(page):
    """Return the first names in the standings on a page."""
    return [row[1].split()[0] for row in rows_of(page)]


def visible_to(tournament, after_round=None, *, sees_all=False):
    """Return the standings that the public sees, or officials with `sees_all`."""
    return visible_standings(result_visibility(tournament, sees_all=sees_all), after_round)
