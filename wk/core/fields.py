"""Model fields for text that every database, page and file can show."""

import unicodedata
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scoring.registry import GAMES, game
from scoring.text import Text


def is_clean(text: str) -> bool:
    """Return whether a text has no control, invisible or replacement characters.

    >>> is_clean("Zoë de Wit"), is_clean("Zoë\\u200b")
    (True, False)
    """
    # Unicode categories: control, surrogate, private use, unassigned, and format. The last holds
    # zero-width characters, with which two names that look equal would differ.
    kinds = {unicodedata.category(character) for character in text}
    return "\ufffd" not in text and not kinds & {"Cc", "Cs", "Co", "Cn", "Cf"}


def validate_clean(text: str) -> None:
    """Raise ValidationError if a text has a character that cannot be shown."""
    if not is_clean(text):
        raise ValidationError(_("This text has characters that cannot be shown."))


# Django's fields take type parameters in its stubs only, not when the program runs.
if TYPE_CHECKING:
    _CharField = models.CharField[str, str]
else:
    _CharField = models.CharField


class CleanCharField(_CharField):
    """A line of text that can be shown and printed."""

    default_validators = [validate_clean]


class Words:
    """A Text of `scoring` as a lazy string: `str` returns it in the language of the reader."""

    def __init__(self, text: Text) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text.to(get_language() or "nl")


def GAME_CHOICES() -> list[tuple[str, Any]]:  # noqa: N802 - stands where Django expects a constant
    """Return key and name of every game.

    It is a function, so that a new game changes no stored list of choices and needs no migration.
    """
    return [(key, Words(game(key).name)) for key in GAMES]
