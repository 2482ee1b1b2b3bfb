"""Texts in Dutch and English, so that each game brings its own words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """One text in Dutch and English; `{name}` stands for a value filled in by `format`.

    >>> Text("bod {bid}", "bid {bid}").format(bid=3).to("en")
    'bid 3'
    """

    nl: str
    en: str

    def to(self, language: str) -> str:
        """Return the text in `language` ("en", "en-gb", "nl" …); Dutch for any but English."""
        return self.en if language.partition("-")[0] == "en" else self.nl

    def format(self, **values: object) -> "Text":
        """Return the text with `values` filled in by name, in both languages.

        A value that is itself a Text is filled in in each language.
        """
        return Text(
            self.nl.format(**{key: _translated(value, "nl") for key, value in values.items()}),
            self.en.format(**{key: _translated(value, "en") for key, value in values.items()}),
        )


def _translated(value: object, language: str) -> object:
    """Return a Text in one language, and any other value as it is."""
    return value.to(language) if isinstance(value, Text) else value
