"""Exceptions of services that refuse an action, or cannot do it now."""

from django.utils.functional import Promise


class ActionRefused(Exception):
    """Raised by a service that refuses an action and changes nothing.

    `message` is the reason for the official: one translated sentence, shown as it is.
    """

    def __init__(self, message: "str | Promise") -> None:
        self.message = message
        super().__init__(message)

    def __str__(self) -> str:
        return str(self.message)


class Busy(Exception):
    """Raised if too many requests wait for the same kind of work. Nothing was changed."""
