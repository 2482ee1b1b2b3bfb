"""The games in pure Python: score forms, points, match points and ranking.

No module here uses Django, a clock or a global random generator; functions take and return frozen
records. `scoring.registry.game(key, options)` returns a game; `scoring.game.Game` is the interface
of every game.
"""
