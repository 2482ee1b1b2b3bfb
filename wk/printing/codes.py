"""The QR codes on score sheets: one that opens the form on a phone, and one that tells which
sheet it is."""

from collections.abc import Sequence

from django.utils import timezone

from wk.phones.keys import phone_address, qr_svg
from wk.phones.services import keys_for
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.sheet_codes import SheetCode


def phone_codes(round: Round, tables: Sequence[Table], page: str) -> dict[int, str]:
    """Return the codes that open the forms on a phone, as <svg>, by the key of the table.

    `page` is the absolute address of the phones' page. There are no codes without phones.
    """
    if round.tournament.phones == Tournament.Phones.OFF:
        return {}
    keys = keys_for(tables=tables, now=timezone.now())
    return {pk: qr_svg(phone_address(page, key.key)) for pk, key in keys.items()}


def sheet_code(round: Round, table: int, place: int) -> str:
    """Return the code, as <svg>, for a camera: which sheet it is, and which place it has there."""
    return qr_svg(SheetCode(round.tournament.slug, round.number, table, place).text)
