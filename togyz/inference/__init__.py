"""From quiet observations of a board to the history of the game."""
