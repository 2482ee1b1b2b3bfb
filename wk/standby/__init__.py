"""The second laptop: it follows the first page by page, and takes over when that one is gone."""
