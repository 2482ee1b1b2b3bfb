"""Actions on the access to wk: a director opens it to the hall, and closes it again."""

from django.db import transaction
from django.utils.translation import gettext as _

from wk.chain.events import note
from wk.chain.models import Event
from wk.core import hall_access
from wk.core.own_addresses import own_addresses
from wk.core.refusals import ActionRefused


def open_access(*, host: str) -> None:
    """Let other devices in; `host` is the address in the hall, for codes and screens.

    Raises ActionRefused if the environment sets the access, or if this machine does not have that
    host now.
    """
    _refuse_unless_by_button()
    if host not in [each.host for each in own_addresses()]:
        raise ActionRefused(_("This computer does not have that address now. Choose again."))
    if hall_access.is_open() and hall_access.chosen_host() == host:
        return
    with transaction.atomic():
        note(Event.Kind.HALL_OPENED, host)
        hall_access.open_to_hall(host)


def close_access() -> None:
    """Let in only this machine. Raises ActionRefused if the environment sets the access."""
    _refuse_unless_by_button()
    if not hall_access.is_open():
        return
    with transaction.atomic():
        note(Event.Kind.HALL_CLOSED, "")
        hall_access.close_to_hall()


def _refuse_unless_by_button() -> None:
    if not hall_access.is_by_button():
        raise ActionRefused(
            _("Who may come in is set where Card champion is started, not on this page.")
        )
