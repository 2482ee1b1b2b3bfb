"""The examples of a tournament as the file in which they are taken along."""

from django.utils.translation import gettext as _

from wk.camera.examples.packing import packed
from wk.core.refusals import ActionRefused
from wk.tournament.models import Tournament


def file_name(tournament: Tournament) -> str:
    """Return what the file is called, as `bin/train` looks for it."""
    return f"examples-{tournament.slug}.zip"


def examples_file(tournament: Tournament) -> bytes:
    """Return the file with the examples of a tournament. Raises ActionRefused if it has none."""
    found = tournament.writing_examples.values_list("image", "text")
    pieces = [(bytes(image), text) for image, text in found]
    if not pieces:
        raise ActionRefused(_("No pieces of photos are kept."))
    return packed(pieces)
