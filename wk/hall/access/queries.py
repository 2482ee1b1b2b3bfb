"""The access of other devices now, and its address, as "Let phones and screens in" shows them."""

from collections.abc import Iterable
from dataclasses import dataclass

from wk.core import hall_access
from wk.core.own_addresses import own_addresses


@dataclass(frozen=True, slots=True)
class Access:
    """The access to wk from other devices.

    - `is_by_button`: a director opens and closes wk; otherwise the environment sets the access.
    - `is_open`: other devices are let in.
    - `chosen`: the host that a director chose, "" while wk is closed.
    - `hosts`: the names and addresses that this machine has now, the most likely one first.
    - `has_moved`: this machine does not have the chosen host any more.
    """

    is_by_button: bool
    is_open: bool
    chosen: str
    hosts: tuple[str, ...]
    has_moved: bool

    def suggested(self, printed: Iterable[str]) -> str:
        """Return the host to choose, "" without a network.

        It is the chosen one, else one in codes on paper (`printed`), if this machine has it.
        """
        asked = (self.chosen, *printed, *self.hosts)
        return next((host for host in asked if host in self.hosts), "")


def access() -> Access:
    """Return the present access to wk from other devices."""
    is_by_button = hall_access.is_by_button()
    return Access(
        is_by_button=is_by_button,
        is_open=not is_by_button or hall_access.is_open(),
        chosen=hall_access.chosen_host() if is_by_button else "",
        hosts=tuple(each.host for each in own_addresses()),
        has_moved=hall_access.has_moved(),
    )
