"""The hashers of passwords: argon2id with the parameters that OWASP lists, two hashes at a time.

Source: OWASP Password Storage Cheat Sheet. A stored hash with other parameters keeps working; it is
renewed when its owner logs in.
"""

from django.contrib.auth import hashers

from wk.accounts.hash_slots import hash_slot


class Argon2Hasher(hashers.Argon2PasswordHasher):
    """Argon2id that takes 19 MiB, two passes and one lane."""

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Return the hash of a password. Raises Busy if no slot gets free."""
        with hash_slot():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Return whether a password has this hash. Raises Busy if no slot gets free."""
        with hash_slot():
            return super().verify(password, encoded)


class Pbkdf2Hasher(hashers.PBKDF2PasswordHasher):
    """PBKDF2, for hashes that were made where argon2 was missing."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Return the hash of a password. Raises Busy if no slot gets free."""
        with hash_slot():
            return super().encode(password, salt, iterations)
