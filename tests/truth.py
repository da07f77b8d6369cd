"""The truth of the data folder, by the reader that the evaluation uses."""

from __future__ import annotations

from tools.evaluation.truth import Game, load_film, load_game, read_image

__all__ = ["Game", "load_film", "load_game", "read_image"]
