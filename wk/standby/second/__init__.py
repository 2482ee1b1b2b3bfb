"""The pages of a second laptop, until it takes over."""
