"""What an attacker tries, against a server as bin/run starts it."""
