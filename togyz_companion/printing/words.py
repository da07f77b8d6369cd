"""The words printed on a scoresheet, by language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LANGUAGES: Final = ("kk", "kk-Latn", "ru", "en")

SHEET_WORDS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "scoresheet": ("Жүрістерді жазу парағы", "Júristerdi jazu paraǵy", "Бланк записи партии", "Scoresheet"),
    "sheet_of_white": ("ақтың данасы", "aqtyń danasy", "экземпляр белых", "white's copy"),
    "sheet_of_black": ("қараның данасы", "qaranyń danasy", "экземпляр чёрных", "black's copy"),
    "event": ("Жарыс", "Jarys", "Соревнование", "Competition"),
    "level": ("Деңгейі", "Deńgeıi", "Уровень", "Level"),
    "in_honour_of": ("Кімнің құрметіне", "Kimniń qurmetine", "В честь", "In honour of"),
    "dates": ("Өткізу мерзімі", "Ótkizu merzimi", "Сроки проведения", "Dates"),
    "site": ("Қала, ел", "Qala, el", "Город, страна", "City, country"),
    "round": ("Айналым", "Aınalym", "Тур", "Round"),
    "board": ("Тақта", "Taqta", "Доска", "Board"),
    "date": ("Ойын күні", "Oıyn kúni", "Дата партии", "Date of the game"),
    "white": ("Ақ", "Aq", "Белые", "White"),
    "white_team": ("Командасы", "Komandasy", "Команда", "Team"),
    "black": ("Қара", "Qara", "Чёрные", "Black"),
    "black_team": ("Командасы", "Komandasy", "Команда", "Team"),
    "kazan": ("Қазан", "Qazan", "Казан", "Kazan"),
    "after_move": ("Жүрістен кейін", "Júristen keıin", "После хода", "After move"),
    "result": ("Нәтиже", "Nátije", "Результат", "Result"),
    "reason": ("Себебі", "Sebebi", "Причина", "Reason"),
    "kazans": ("Қазандар", "Qazandar", "Казаны", "Kazans"),
    "white_unused": ("Ақтың қалған уақыты", "Aqtyń qalǵan uaqyty", "Осталось у белых", "White's unused time"),
    "black_unused": ("Қараның қалған уақыты", "Qaranyń qalǵan uaqyty", "Осталось у чёрных", "Black's unused time"),
    "writer": ("Жазған", "Jazǵan", "Записал", "Written by"),
    "white_signature": ("Ақтың қолы", "Aqtyń qoly", "Подпись белых", "White's signature"),
    "black_signature": ("Қараның қолы", "Qaranyń qoly", "Подпись чёрных", "Black's signature"),
    "arbiter_signature": ("Төрешінің қолы", "Tóreshiniń qoly", "Подпись судьи", "Arbiter's signature"),
    "head": ("Жазбаның мөрі", "Jazbanyń móri", "Печать записи", "Seal of the record"),
}
"""A word in every one of ``LANGUAGES``."""


def sheet_words(language: str) -> dict[str, str]:
    """The words in one of ``LANGUAGES``."""
    nth = LANGUAGES.index(language)
    return {name: words[nth] for name, words in SHEET_WORDS.items()}
