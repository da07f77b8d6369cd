"""The rules of togyzkumalak, and the inference of games from noisy readings of a board."""
