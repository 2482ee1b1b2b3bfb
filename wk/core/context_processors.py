"""What pages of officials and the kiosk get of another laptop."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest

from wk.core.second_laptop import second_address


def second_laptop(request: HttpRequest) -> dict[str, Callable[[], str]]:
    """Return `second_laptop`, the address of the laptop that follows this one, "" without one.

    It is read where a template asks for it: public pages do not.
    """
    return {"second_laptop": lambda: second_address(settings.DATA_DIR)}
