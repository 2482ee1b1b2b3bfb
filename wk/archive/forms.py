"""Forms of directors for archives and the practice tournament."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.registry import DEFAULT
from wk.core.fields import GAME_CHOICES


class ArchiveForm(forms.Form):
    """An archive to import."""

    file = forms.FileField(
        label=_("File"),
        help_text=_(
            "The file that “Save this tournament as a file” gave you, or one in the same format."
        ),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )


class ReplaceForm(ArchiveForm):
    """An archive with the confirmation to replace a tournament that exists.

    `slug` is that of the tournament in the warning. The director may choose another file on the
    same page: that file must not replace another tournament.
    """

    replace = forms.BooleanField(
        label=_("Replace the tournament that is there"),
        help_text=_(
            "A backup of it as it is now is kept first. Players, seats and forms become those of "
            "the file. All that no file holds stays: settings, what is held back, who has arrived, "
            "draw numbers, photos, phones, earlier versions and the log. A round that is not in "
            "the file goes back to its draw."
        ),
        required=False,
    )
    slug = forms.CharField(max_length=50, required=False, widget=forms.HiddenInput)

    def allows(self, slug: str) -> bool:
        """Return whether the director has confirmed to replace the tournament of this slug."""
        return bool(self.cleaned_data["replace"]) and self.cleaned_data["slug"] == slug


class PracticeForm(forms.Form):
    """The game to practise."""

    game = forms.ChoiceField(label=_("Game"), choices=GAME_CHOICES, initial=DEFAULT)
