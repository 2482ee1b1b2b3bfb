"""The day in figures: the race for the first places, records, and how well the field plays."""
