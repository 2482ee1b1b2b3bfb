"""The exception of a service that will not do something."""

from django.utils.functional import Promise


class ActionRefused(Exception):
    """Raised by a service that changed nothing; `message` tells the official why, translated."""

    def __init__(self, message: "str | Promise") -> None:
        self.message = message
        super().__init__(message)

    def __str__(self) -> str:
        return str(self.message)
