"""The scene in the address of a screen, and the form with which the office holds screens."""

from django import forms

from wk.hall.models import EVERY_SCREEN, MOST_SCREENS
from wk.hall.wall.scenes import Scene


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
    """A screen, or `EVERY_SCREEN`, and the scene to hold it on; without one it is let go."""

    screen = forms.IntegerField(min_value=EVERY_SCREEN, max_value=MOST_SCREENS)
    scene = forms.TypedChoiceField(
        choices=Scene.choices, coerce=Scene, empty_value=None, required=False
    )
