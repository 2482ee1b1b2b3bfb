"""Messages for the next page; the storage also knows which ones the present request added."""

from typing import Any

from django.contrib.messages import get_messages
from django.contrib.messages.constants import ERROR
from django.contrib.messages.storage.fallback import FallbackStorage
from django.http import HttpRequest


class MessageStorage(FallbackStorage):
    """Django's storage of messages.

    `added` holds the level and the text of each message that the present request has added.
    """

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        self.added: list[tuple[int, str]] = []
        super().__init__(request, *args, **kwargs)

    def add(self, level: int, message: str, extra_tags: str | None = "") -> None:
        """Add a message to those for the next page."""
        self.added.append((level, str(message)))
        super().add(level, message, extra_tags)


def added_messages(request: HttpRequest) -> list[tuple[int, str]]:
    """Return the level and the text of each message that a request has added."""
    return _storage(request).added


def waiting_messages(request: HttpRequest) -> set[tuple[int, str]]:
    """Return the level and the text of each message that waits for the next page."""
    storage = _storage(request)
    waiting = {(each.level, str(each.message)) for each in storage}
    storage.used = False  # they have been read here, but not shown
    return waiting


def has_refused(request: HttpRequest) -> bool:
    """Return whether a request has added an error: then it has changed nothing."""
    return any(level >= ERROR for level, _text in added_messages(request))


def _storage(request: HttpRequest) -> MessageStorage:
    storage = get_messages(request)
    assert isinstance(storage, MessageStorage)  # MESSAGE_STORAGE in wk.settings
    return storage
