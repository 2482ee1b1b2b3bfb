"""Forms of the page of a person: why, and whether the director is sure."""

from django import forms
from django.utils.translation import gettext_lazy as _

from wk.core.fields import validate_clean


class WhyForm(forms.Form):
    """A reason, which the log keeps."""

    reason = forms.CharField(
        label=_("Why?"),
        max_length=300,
        validators=[validate_clean],
        help_text=_("For the log. Leave the name out."),
    )


class TakeOutForm(WhyForm):
    """A reason, and that it was read that this cannot be undone."""

    is_sure = forms.BooleanField(label=_("I know that this cannot be undone."))
