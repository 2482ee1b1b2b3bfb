"""What a service says when it will not do something."""

from django.utils.functional import Promise


class Refusal(Exception):
    """A service refused, and changed nothing; `message` tells the official why, in his language."""

    def __init__(self, message: "str | Promise") -> None:
        self.message = message
        super().__init__(message)

    def __str__(self) -> str:
        return str(self.message)
