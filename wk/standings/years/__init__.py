"""The championship over the years: champions, records, and the editions of every player."""
