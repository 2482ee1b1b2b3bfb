"""What we promise of speed, each beside something known, in one run on one machine."""
