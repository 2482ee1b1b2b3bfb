"""The room of persons who are not named: they stay so when a backup comes back."""

from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    """Register what is done again in the rows of a backup."""

    name = "wk.privacy"

    def ready(self) -> None:
        """Register it once, when wk starts."""
        from wk.backups.privacy import PROMISES, Promise
        from wk.privacy.promises import keep, remember

        PROMISES.append(Promise(remember, keep))
