"""The words printed on a scoresheet and on the sheet of markers, by language."""

from __future__ import annotations

from typing import Final

from togyz_companion.messages.languages import Language, Texts, text_in

SHEET_WORDS: Final[Texts] = {
    "scoresheet": ("Жүрістерді жазу парағы", "Бланк записи партии", "Scoresheet"),
    "sheet_of_white": ("ақтың данасы", "экземпляр белых", "white's copy"),
    "sheet_of_black": ("қараның данасы", "экземпляр чёрных", "black's copy"),
    "event": ("Жарыс", "Соревнование", "Competition"),
    "level": ("Деңгейі", "Уровень", "Level"),
    "in_honour_of": ("Кімнің құрметіне", "В честь", "In honour of"),
    "dates": ("Өткізу мерзімі", "Сроки проведения", "Dates"),
    "site": ("Қала, ел", "Город, страна", "City, country"),
    "round": ("Айналым", "Тур", "Round"),
    "board": ("Тақта", "Доска", "Board"),
    "date": ("Ойын күні", "Дата партии", "Date of the game"),
    "white": ("Ақ", "Белые", "White"),
    "white_team": ("Командасы", "Команда", "Team"),
    "black": ("Қара", "Чёрные", "Black"),
    "black_team": ("Командасы", "Команда", "Team"),
    "kazan": ("Қазан", "Казан", "Kazan"),
    "after_move": ("{no}-жүрістен кейін", "После хода {no}", "After move {no}"),
    "result": ("Нәтиже", "Результат", "Result"),
    "reason": ("Себебі", "Причина", "Reason"),
    "kazans": ("Қазандар", "Казаны", "Kazans"),
    "white_unused": ("Ақтың қалған уақыты", "Осталось у белых", "White's unused time"),
    "black_unused": ("Қараның қалған уақыты", "Осталось у чёрных", "Black's unused time"),
    "writer": ("Жазған", "Записал", "Written by"),
    "white_signature": ("Ақтың қолы", "Подпись белых", "White's signature"),
    "black_signature": ("Қараның қолы", "Подпись чёрных", "Black's signature"),
    "arbiter_signature": ("Төрешінің қолы", "Подпись судьи", "Arbiter's signature"),
    "head": ("Жазбаның мөрі", "Печать записи", "Seal of the record"),
}

MARKER_WORDS: Final[Texts] = {
    "title": ("Тақтаның белгілері", "Метки для доски", "Markers for the board"),
    "how": (
        "Масштабын өзгертпей басып шығарыңыз. Әр белгіні ақ жиегімен қиып алып, тақтаның бұрышына, жиегіне тақап "
        "жапсырыңыз; ақ жағынан қарағанда орындары суреттегідей. Отаулар мен қазандарды жаппасын, төртеуі де камераға "
        "көрінсін.",
        "Печатайте без изменения масштаба. Вырежьте каждую метку вместе с белым полем и приклейте в угол доски у "
        "самого края; места указаны со стороны белых. Метки не должны закрывать отау и казаны, камера должна видеть "
        "все четыре.",
        "Print this at its true size. Cut out each marker with its white margin and stick it into a corner of the "
        "board, close to the edge; the places are as white sees them. They must not cover otaus or kazans, and the "
        "camera must see all four.",
    ),
    "size": (
        "Сызық дәл 50 мм болуы керек",
        "Эта линия должна быть ровно 50 мм",
        "This line must measure 50 mm",
    ),
    "white": ("ақ", "белые", "white"),
    "black": ("қара", "чёрные", "black"),
    "far_left": ("алысы, сол жақ", "дальняя слева", "far left"),
    "far_right": ("алысы, оң жақ", "дальняя справа", "far right"),
    "near_right": ("жақыны, оң жақ", "ближняя справа", "near right"),
    "near_left": ("жақыны, сол жақ", "ближняя слева", "near left"),
}


def sheet_words(language: Language) -> dict[str, str]:
    """The words in one language."""
    return {name: text_in(language, SHEET_WORDS, name) for name in SHEET_WORDS}
