"""Forms for photos of the paper: uploading them, and turning one."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.core.refusals import ActionRefused
from wk.scoreforms.photos.services import MOST_BYTES, MOST_PHOTOS, Picture, redrawn


class FilesInput(forms.FileInput):
    """A button to choose one file or several."""

    allow_multiple_selected = True


class PicturesField(forms.FileField):
    """One picture or several, each checked and encoded anew; one bad file refuses all."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> list[Picture]:
        # An empty choice is checked as a missing file, which gives the error "required".
        files = [super(PicturesField, self).clean(each, initial) for each in data or [None]]
        if len(files) > MOST_PHOTOS:
            raise ValidationError(_("A form keeps at most %d photos.") % MOST_PHOTOS)
        pictures: list[Picture] = []
        problems = []
        for file in files:
            try:
                pictures.append(_picture(file))
            except ActionRefused as refusal:
                problems.append(f"{file.name}: {refusal}")
        if problems:
            raise ValidationError([ValidationError(problem) for problem in problems])
        return pictures


def _picture(file: "UploadedFile[bytes]") -> Picture:
    if (file.size or 0) > MOST_BYTES:
        raise ActionRefused(_("This file is larger than %d MB.") % (MOST_BYTES // 1_000_000))
    return redrawn(file)


class PhotosForm(forms.Form):
    """The photos of one form."""

    pictures = PicturesField(
        label=gettext_lazy("Photos"),
        error_messages={
            "required": gettext_lazy("Choose a photo first."),
            "empty": gettext_lazy("This file is empty."),
        },
    )


class TurnForm(forms.Form):
    """The direction in which to turn a photo by a quarter."""

    turn = forms.ChoiceField(choices=[("left", ""), ("right", "")])


class BesideForm(forms.Form):
    """The request for photos beside the cells, where they have no buttons.

    `seen`: the keys of the photos on the page, "12-13-".
    """

    beside = forms.BooleanField(required=False)
    seen = forms.RegexField(r"^([0-9]{1,20}-){0,99}$", required=False)
