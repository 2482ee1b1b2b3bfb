"""The scene in the address of a screen, and the form with which the office holds screens."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from wk.hall.models import EVERY_SCREEN, MOST_SCREENS
from wk.hall.wall.scenes import TURNING, Scene


class ShowForm(forms.Form):
    """The scene that was chosen at the screen itself."""

    show = forms.TypedChoiceField(
        choices=Scene.choices, coerce=Scene, empty_value=None, required=False
    )

    @property
    def scene(self) -> Scene | None:
        """Return the scene, None if none or an unknown one is asked for."""
        self.is_valid()
        return self.cleaned_data.get("show")


class HoldForm(forms.Form):
    """A screen, or `EVERY_SCREEN`, and the scenes to hold it on; without one it is let go.

    `turns` says that several were to be chosen, between which the screen turns.
    """

    screen = forms.IntegerField(min_value=EVERY_SCREEN, max_value=MOST_SCREENS)
    scene = forms.TypedMultipleChoiceField(
        choices=[("", ""), *Scene.choices], coerce=str, required=False
    )
    turns = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse to turn between nothing, and between scenes that have the hall to themselves."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        scenes = [scene for scene in Scene if scene in cleaned.get("scene", ())]
        cleaned["scenes"] = scenes
        is_turn = cleaned.get("turns") or len(scenes) > 1
        if is_turn and not (scenes and set(scenes) <= set(TURNING)):
            self.add_error("scene", _("Choose what it is to turn between."))
        return cleaned

    @property
    def refusal(self) -> str:
        """Return what to answer to an invalid form."""
        if self.cleaned_data.get("turns"):
            return _("Choose what it is to turn between.")
        return _("There is no such screen or scene.")
