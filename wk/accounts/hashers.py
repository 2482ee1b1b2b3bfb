"""The hashers of passwords: argon2id with the parameters that OWASP lists, two hashes at a time.

Source: OWASP Password Storage Cheat Sheet. A stored hash with other parameters keeps working; it is
renewed when its owner logs in.
"""

from concurrent.futures import ThreadPoolExecutor

from django.contrib.auth import hashers

from wk.accounts.hash_slots import SLOTS, hash_slot

# The system library keeps freed memory for the thread that used it. Forty threads of a server, each
# of which hashes now and then, would keep forty times 19 MiB.
_threads = ThreadPoolExecutor(SLOTS, "hash")


class Argon2Hasher(hashers.Argon2PasswordHasher):
    """Argon2id that takes 19 MiB, two passes and one lane."""

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Return the hash of a password. Raises Busy if no slot gets free."""
        with hash_slot():
            return _threads.submit(super().encode, password, salt).result()

    def verify(self, password: str, encoded: str) -> bool:
        """Return whether a password has this hash. Raises Busy if no slot gets free."""
        with hash_slot():
            return _threads.submit(super().verify, password, encoded).result()


class Pbkdf2Hasher(hashers.PBKDF2PasswordHasher):
    """PBKDF2, for hashes that were made where argon2 was missing."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Return the hash of a password. Raises Busy if no slot gets free."""
        with hash_slot():
            return super().encode(password, salt, iterations)
