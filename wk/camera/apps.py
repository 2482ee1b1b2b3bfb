"""The room of the camera: what it threw away stays so when a backup comes back."""

from django.apps import AppConfig


class CameraConfig(AppConfig):
    """Register what is done again in the rows of a backup."""

    name = "wk.camera"

    def ready(self) -> None:
        """Register it once, when wk starts."""
        from wk.backups.privacy import PROMISES, Promise
        from wk.camera.examples.promises import keep, remember

        PROMISES.append(Promise(remember, keep))
