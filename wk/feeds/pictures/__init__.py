"""Pictures to send on, which are also the previews of links: of a player, and of the standings."""
