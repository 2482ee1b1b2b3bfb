"""Legends below the rows of a printed form: the meaning of columns, and the answers allowed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.layout import Field
from scoring.text import Text

NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Legend:
    """A legend for one column or more: `label` holds their headings, `words` the explanation."""

    label: Text
    words: Text


def legends(heading: Text, fields: Iterable[Field]) -> tuple[Legend, ...]:
    """Return the legends of the rows and of the columns of these cells.

    The legend of the rows is the part in brackets of their `heading`. A legend of a column has the
    answers of a choice and the help text. Columns with the same words share a legend.
    """
    columns_by_words: dict[Text, list[Text]] = {}
    signs = Text(_in_brackets(heading.nl), _in_brackets(heading.en))
    if signs.nl:
        columns_by_words[signs] = [before_brackets(heading)]
    for field in fields:
        if field.choices or field.help:
            columns_by_words.setdefault(_words(field), []).append(field.label)
    return tuple(Legend(_joined(labels), words) for words, labels in columns_by_words.items())


def before_brackets(heading: Text) -> Text:
    """Return a heading without the part in brackets at its end."""
    return Text(heading.nl.partition(" (")[0], heading.en.partition(" (")[0])


def _words(field: Field) -> Text:
    """Return the answers of a choice, and the help text of a cell."""
    answers = _joined([_unbroken(choice.text) for choice in field.choices])
    if not field.help:
        return answers
    if not field.choices:
        return field.help
    return Text(f"{answers.nl} ({field.help.nl})", f"{answers.en} ({field.help.en})")


def _unbroken(text: Text) -> Text:
    """Return a text without places for a line break."""
    return Text(text.nl.replace(" ", NO_BREAK), text.en.replace(" ", NO_BREAK))


def _joined(texts: Sequence[Text]) -> Text:
    return Text(", ".join(text.nl for text in texts), ", ".join(text.en for text in texts))


def _in_brackets(text: str) -> str:
    """Return the part in the brackets at the end of a text, "" without one.

    >>> _in_brackets("kaarten (b: blind)"), _in_brackets("kaarten")
    ('b: blind', '')
    """
    return text.partition(" (")[2].removesuffix(")")
