"""Persons who do not want to be named: shown by initials, or taken out of all editions."""
