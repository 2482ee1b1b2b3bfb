"""The games, in pure Python: what a score form is, what it is worth, who ranks where.

Nothing here knows of Django, a clock or a global random: frozen records in, frozen records out.
`scoring.registry.game(key, options)` gives a game; `scoring.game.Game` says what each can do.
"""
