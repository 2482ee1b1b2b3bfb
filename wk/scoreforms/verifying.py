"""The results of all forms, computed again by the rules of their games."""

from collections import defaultdict
from fractions import Fraction

from django.utils.translation import gettext as _

from wk.chain.rows import Row
from wk.chain.verifying import Chain, Misfit, Result
from wk.scoreforms import models
from wk.scoreforms.models import Version
from wk.tournament.models import Seat

Outcome = tuple[int, int, Fraction, bool]  # points, place, match points, whether of totals only


def check_results(chain: Chain) -> Result:
    """Compare the stored results with those of the versions that count; six queries or fewer."""
    counted = list(
        Version.objects.filter(is_counted=True)
        .select_related("form__table__round__tournament")
        .order_by("pk")
    )
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.order_by("number").only("number", "table_id", "entry_id"):
        seats[seat.table_id].append(seat)
    stored = {each.seat_id: each for each in models.Result.objects.all()}
    misfit = None
    for version in counted:
        misfit = misfit or _misfit(chain, version, seats[version.form.table_id], stored)
    expected = {seat.pk for version in counted for seat in seats[version.form.table_id]}
    for key in sorted(stored.keys() - expected):
        words = _("A result is stored for a seat whose form does not count.")
        misfit = misfit or _since(chain, stored[key], words)
    return Result(len(counted), misfit)


def _misfit(
    chain: Chain, version: Version, seats: list[Seat], stored: dict[int, models.Result]
) -> Misfit | None:
    """Return the first seat whose stored result is not that of its form, None if all are."""
    table = version.form.table
    progress = table.round.rules.progress(version.content, len(seats))
    values: dict[str, object] = {"round": table.round.number, "table": table.number}
    known = chain.of_row(Row(Version._meta.db_table, version.pk))
    if progress.normal is None or len(progress.result) != len(seats):
        text = _("The form of round %(round)d, table %(table)d breaks the rules of its game.")
        return known.misfit(text % values)
    if [seat.entry_id for seat in seats] != version.players:
        text = _("The form of round %(round)d, table %(table)d is of other players than sit there.")
        return known.misfit(text % values)
    for seat, outcome in zip(seats, progress.result, strict=True):
        found = stored.get(seat.pk)
        right = (outcome.points, outcome.place, outcome.match_points, progress.totals_only)
        if found is None or found.version_id != version.pk or _outcome(found) != right:
            text = _(
                "The result of round %(round)d, table %(table)d, seat %(seat)d is not that of its "
                "form: %(points)s points and %(wp)s match points, and not %(found)s."
            )
            values |= {"seat": seat.number, "points": outcome.points, "wp": outcome.match_points}
            values["found"] = f"{found.points}, {found.match_points}" if found else "–"
            return _since(chain, found, text % values) if found else known.misfit(text % values)
    return None


def _outcome(found: models.Result) -> Outcome:
    return found.points, found.place, found.match_points, found.totals_only


def _since(chain: Chain, found: models.Result, words: str) -> Misfit:
    return chain.of_row(Row(models.Result._meta.db_table, found.pk)).misfit(words)
