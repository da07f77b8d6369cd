"""The words of the audience's page and the overlay, by language."""

from __future__ import annotations

from typing import Final

from togyz.outcome import Reason
from togyz_companion.messages.catalogue import TEXTS
from togyz_companion.messages.languages import Language, Texts, text_in

PAGE_WORDS: Final[Texts] = {
    "white": ("Ақ", "Белые", "White"),
    "black": ("Қара", "Чёрные", "Black"),
    "kazan": ("қазан", "казан", "kazan"),
    "tuzdyk": ("тұздық", "туздык", "tuzdyk"),
    "board": ("Тақта", "Доска", "Board"),
    "moves": ("Жүрістер", "Ходы", "Moves"),
    "steps": ("Ойынды қарап шығу", "Просмотр партии", "Step through the game"),
    "first": ("Басы", "В начало", "To the start"),
    "back": ("Артқа", "Назад", "Back"),
    "forth": ("Алға", "Вперёд", "Forward"),
    "last": ("Соңы", "В конец", "To the end"),
    "newest": ("Соңғы жүріс", "К последнему ходу", "To the newest move"),
    "flip": ("Тақтаны бұру", "Повернуть доску", "Turn the board"),
    "connecting": ("Қосылуда…", "Подключение…", "Connecting…"),
    "unheard": (
        "Жазушымен байланыс жоқ: көрсетілгені ескі болуы мүмкін",
        "Нет связи с записью: показанное может быть устаревшим",
        "No connection to the recorder: what is shown may be old",
    ),
    "waiting": ("Бастапқы орналасу күтілуде", "Ожидается начальная позиция", "Waiting for the start position"),
    "playing": ("Ойын жүріп жатыр", "Идёт партия", "Playing"),
    "paused": ("Үзіліс", "Перерыв", "Paused"),
    "desync": (
        "Тақтадағы жағдай анықталуда",
        "Положение на доске выясняется",
        "The position on the board is being cleared up",
    ),
    "over": ("Ойын аяқталды", "Партия окончена", "The game is over"),
}


def page_words(language: Language) -> dict[str, str]:
    """The words in one language."""
    reasons = {reason.value: text_in(language, TEXTS, f"reason.{reason.value}") for reason in Reason}
    return reasons | {name: text_in(language, PAGE_WORDS, name) for name in PAGE_WORDS}
