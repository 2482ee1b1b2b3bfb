"""The backend of logins: it judges passwords as Django does, and ends sessions after a last day."""

from django.contrib.auth.backends import ModelBackend

from wk.accounts.models import User


class OfficialsBackend(ModelBackend):
    """Finds the account of a session, and judges passwords.

    An account that has ended has no sessions any more, like a closed one. Its right password is
    still judged as right: the form of the login then tells that the account has ended.
    """

    def get_user(self, user_id: int) -> User | None:
        """Return the account of a session, None if it is closed or has ended."""
        return _lasting(super().get_user(user_id))

    async def aget_user(self, user_id: int) -> User | None:
        """Return the same for a view that waits for it."""
        return _lasting(await super().aget_user(user_id))


def _lasting(account: User | None) -> User | None:
    return None if account is None or account.has_ended else account
