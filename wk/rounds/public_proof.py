"""What everybody may know of the draw of a round, so that anybody can make it again.

It stands on a public page as soon as no seat that is not public yet can follow from it: that is for
`wk.rounds.public_report` to judge.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from wk.auditlog.models import AuditLogEntry
from wk.rounds.draw_proof import draw_entries, in_ranges, present_draw
from wk.rounds.draws.asked import request_text
from wk.tournament.models import Round


@dataclass(frozen=True, slots=True)
class PublicProof:
    """What was asked of the present draw of a round, without what players wished.

    - `players`, `tables`: as in `DrawProof`.
    - `seeds`: the draw numbers of the rounds until this one, each with its round.
    - `is_announced`: whether the number of this round was announced beforehand and typed in.
    - `wishes`: how many wishes were asked; which ones only directors read.
    - `thrown_away`: how many draws of this round were thrown away before.
    - `request`: the text of which `python manage.py draw_again` makes the draw; "" with wishes, as
      these would stand in it.
    """

    players: str
    tables: str
    seeds: str
    is_announced: bool
    wishes: int
    thrown_away: int
    request: str


def public_proof(round: Round) -> PublicProof | None:
    """Return the public proof of a draw; two queries.

    Return None if the round has no draw number, or the log does not have what was asked of its
    draw.
    """
    log_entries = draw_entries(round)
    present = present_draw(log_entries)
    # A round from an archive has no draw number: the draw in the log is that of a round before it.
    if round.seed is None or present is None or "asked" not in present.payload:
        return None
    asked = present.payload["asked"]
    return PublicProof(
        players=in_ranges(asked["players"]),
        tables=", ".join(map(str, asked["sizes"])),
        seeds=_seeds(round),
        is_announced=asked.get("is_announced", False),
        wishes=len(asked["constraints"]),
        thrown_away=sum(_is_draw(each) for each in log_entries) - 1,
        request="" if asked["constraints"] else request_text(asked),
    )


def _seeds(round: Round) -> str:
    """Return the draw number of each round until this one, in words."""
    drawn = round.tournament.rounds.filter(number__lte=round.number).exclude(seed=None)
    told = drawn.order_by("number").values_list("number", "seed")
    text = _("round %(number)d: %(seed)s")
    return " · ".join(text % {"number": number, "seed": seed} for number, seed in told)


def _is_draw(log_entry: AuditLogEntry) -> bool:
    """Return whether a log entry is about a draw that was made, and not about one that went."""
    return bool(log_entry.payload["how"] != "discarded")
