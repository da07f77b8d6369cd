"""The words of the audience's page and the overlay, by language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from togyz_companion.printing.words import LANGUAGES

PAGE_WORDS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "white": ("Ақ", "Aq", "Белые", "White"),
    "black": ("Қара", "Qara", "Чёрные", "Black"),
    "kazan": ("қазан", "qazan", "казан", "kazan"),
    "tuzdyk": ("тұздық", "tuzdyq", "туздык", "tuzdyk"),
    "board": ("Тақта", "Taqta", "Доска", "Board"),
    "moves": ("Жүрістер", "Júrister", "Ходы", "Moves"),
    "steps": ("Ойынды қарап шығу", "Oıyndy qarap shyǵu", "Просмотр партии", "Step through the game"),
    "first": ("Басы", "Basy", "В начало", "To the start"),
    "back": ("Артқа", "Artqa", "Назад", "Back"),
    "forth": ("Алға", "Alǵa", "Вперёд", "Forward"),
    "last": ("Соңы", "Sońy", "В конец", "To the end"),
    "newest": ("Соңғы жүріс", "Sońǵy júris", "К последнему ходу", "To the newest move"),
    "flip": ("Тақтаны бұру", "Taqtany buru", "Повернуть доску", "Turn the board"),
    "connecting": ("Қосылуда…", "Qosyluda…", "Подключение…", "Connecting…"),
    "unheard": (
        "Жазушымен байланыс жоқ: көрсетілгені ескі болуы мүмкін",
        "Jazushymen baılanys joq: kórsetilgeni eski boluy múmkin",
        "Нет связи с записью: показанное может быть устаревшим",
        "No connection to the recorder: what is shown may be old",
    ),
    "waiting": (
        "Бастапқы орналасу күтілуде",
        "Bastapqy ornalasu kútilude",
        "Ожидается начальная позиция",
        "Waiting for the start position",
    ),
    "playing": ("Ойын жүріп жатыр", "Oıyn júrip jatyr", "Идёт партия", "Playing"),
    "paused": ("Үзіліс", "Úzilis", "Перерыв", "Paused"),
    "desync": (
        "Тақтадағы жағдай анықталуда",
        "Taqtadaǵy jaǵdaı anyqtaluda",
        "Положение на доске выясняется",
        "The position on the board is being cleared up",
    ),
    "over": ("Ойын аяқталды", "Oıyn aıaqtaldy", "Партия окончена", "The game is over"),
    "kazan_82": ("қазанда 82 құмалақ", "qazanda 82 qumalaq", "82 кумалака в казане", "82 kumalak in the kazan"),
    "atsyrau": ("атсырау", "atsyrau", "атсырау", "atsyrau"),
    "draw_81": ("81:81", "81:81", "81:81", "81 to 81"),
    "agreement": ("келісім бойынша", "kelisim boıynsha", "по согласию", "agreed"),
    "flag": ("уақыт бітті", "uaqyt bitti", "время истекло", "the flag fell"),
    "resigned": ("берілді", "berildi", "сдался", "resigned"),
    "forfeit": ("келмеді", "kelmedi", "неявка", "by absence"),
    "rules": ("ереже бойынша", "ereje boıynsha", "по правилам", "by the rules"),
    "arbiter": ("төреші шешімі", "tóreshi sheshimi", "решение судьи", "by the arbiter"),
}
"""A word in every one of ``LANGUAGES``."""


def page_words(language: str) -> dict[str, str]:
    """The words in one of ``LANGUAGES``."""
    nth = LANGUAGES.index(language)
    return {name: words[nth] for name, words in PAGE_WORDS.items()}
