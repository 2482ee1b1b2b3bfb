"""The form for the logo on paper."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.core.refusals import ActionRefused
from wk.printing.logo_services import MOST_BYTES, Drawn, redrawn


class LogoField(forms.FileField):
    """A picture, which is checked and drawn anew."""

    def clean(self, data: Any, initial: Any = None) -> Drawn:
        file = super().clean(data, initial)
        if (file.size or 0) > MOST_BYTES:
            message = _("This file is larger than %d MB.") % (MOST_BYTES // 1_000_000)
            raise ValidationError(message)
        try:
            return redrawn(file)
        except ActionRefused as refusal:
            raise ValidationError(str(refusal)) from refusal


class LogoForm(forms.Form):
    """The logo of a tournament. When valid, `cleaned_data["logo"]` is a Drawn."""

    logo = LogoField(
        label=gettext_lazy("Logo"),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
        help_text=gettext_lazy("A PNG or JPEG. It is printed in black and grey."),
        error_messages={
            "required": gettext_lazy("Choose a picture first."),
            "empty": gettext_lazy("This file is empty."),
        },
    )
