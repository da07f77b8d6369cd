"""What click says by itself, and the lines of the list of commands: Kazakh and Russian by the English text.

Forms of the plural are avoided as in the catalogue; what stands in braces is filled in by click.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from togyz_companion.messages.languages import Language, text_in

_CLICK: Final[Mapping[str, tuple[str, str]]] = {
    "Usage:": ("Қолданылуы:", "Использование:"),
    "Options": ("Параметрлер", "Параметры"),
    "Examples": ("Мысалдар", "Примеры"),
    "Commands": ("Пәрмендер", "Команды"),
    "Positional arguments": ("Аргументтер", "Аргументы"),
    "required": ("міндетті", "обязательно"),
    "default: {default}": ("әдепкі: {default}", "по умолчанию: {default}"),
    "Show this message and exit.": ("Осы анықтаманы көрсету.", "Показать эту справку."),
    "Aborted!": ("Тоқтатылды!", "Прервано!"),
    "Error: {message}": ("Қате: {message}", "Ошибка: {message}"),
    "Try '{command} {option}' for help.": ("Анықтама: '{command} {option}'", "Справка: '{command} {option}'"),
    "Missing command.": ("Пәрмен көрсетілмеген.", "Не указана команда."),
    "No such command {name!r}.": ("{name!r} деген пәрмен жоқ.", "Нет команды {name!r}."),
    "No such option {name!r}.": ("{name!r} деген параметр жоқ.", "Нет параметра {name!r}."),
    "No such option: {name}": ("{name} деген параметр жоқ.", "Нет параметра {name}."),
    "Did you mean {possibility}?": ("Мүмкін, {possibility}?", "Может быть, {possibility}?"),
    "(Did you mean one of: {possibilities}?)": (
        "(Мүмкін, мыналардың бірі: {possibilities}?)",
        "(Может быть, что-то из этого: {possibilities}?)",
    ),
    "(Possible options: {possibilities})": (
        "(Мүмкін, мыналардың бірі: {possibilities}?)",
        "(Может быть, что-то из этого: {possibilities}?)",
    ),
    "Missing argument": ("Көрсетілмеген аргумент:", "Не указан аргумент"),
    "Missing option": ("Көрсетілмеген параметр:", "Не указан параметр"),
    "Missing parameter": ("Көрсетілмеген параметр:", "Не указан параметр"),
    "Missing parameter: {param_name}": ("Көрсетілмеген параметр: {param_name}", "Не указан параметр {param_name}"),
    "Missing {param_type}": ("Көрсетілмеген: {param_type}", "Не указано: {param_type}"),
    "Got unexpected extra argument ({args})": ("Артық аргумент ({args})", "Лишний аргумент ({args})"),
    "Got unexpected extra arguments ({args})": ("Артық аргументтер ({args})", "Лишние аргументы ({args})"),
    "Option {name!r} does not take a value.": (
        "{name!r} параметріне мән берілмейді.",
        "Параметр {name!r} указывают без значения.",
    ),
    "Option {name!r} requires an argument.": (
        "{name!r} параметріне мән керек.",
        "Параметру {name!r} нужно значение.",
    ),
    "Option {name!r} requires {nargs} arguments.": (
        "{name!r} параметріне керек мән саны: {nargs}.",
        "Сколько значений нужно параметру {name!r}: {nargs}.",
    ),
    "Argument {name!r} takes {nargs} values.": (
        "{name!r} аргументіне керек мән саны: {nargs}.",
        "Сколько значений нужно аргументу {name!r}: {nargs}.",
    ),
    "Takes {nargs} values but 1 was given.": (
        "Керек мән саны {nargs}, берілгені 1.",
        "Нужно значений: {nargs}, дано 1.",
    ),
    "Takes {nargs} values but {len} were given.": (
        "Керек мән саны {nargs}, берілгені {len}.",
        "Нужно значений: {nargs}, дано {len}.",
    ),
    "Invalid value for {param_hint}: {message}": ("{param_hint}: {message}", "{param_hint}: {message}"),
    "Invalid value: {message}": ("Жарамсыз мән: {message}", "Недопустимое значение: {message}"),
    "Could not open file {filename!r}: {message}": (
        "{filename!r} файлы ашылмады: {message}",
        "Файл {filename!r} не открывается: {message}",
    ),
    "Choose from:\n\t{choices}": ("Мыналардың бірін таңдаңыз:\n\t{choices}", "Выберите одно из:\n\t{choices}"),
    "{value!r} is not {choice}.": ("{value!r} емес, {choice} керек.", "Нужно {choice}, а не {value!r}."),
    "{value!r} is not one of {choices}.": (
        "{value!r} емес, мыналардың бірі керек: {choices}.",
        "Нужно одно из {choices}, а не {value!r}.",
    ),
    "{value} is not in the range {range}.": ("{value} {range} аралығында емес.", "{value} вне промежутка {range}."),
    "{value!r} is not a valid {number_type}.": ("{value!r} – дұрыс сан емес.", "{value!r} – не число, какое нужно."),
    "file": ("файл", "файл"),
    "directory": ("қалта", "папка"),
    "path": ("жол", "путь"),
    "{name} {filename!r} does not exist.": ("{name} {filename!r} жоқ.", "{name} {filename!r} не существует."),
    "{name} {filename!r} is a file.": ("{name} {filename!r} – файл.", "{name} {filename!r} – это файл."),
    "{name} {filename!r} is a directory.": ("{name} {filename!r} – қалта.", "{name} {filename!r} – это папка."),
    "{name} {filename!r} is not readable.": ("{name} {filename!r} оқылмайды.", "{name} {filename!r} не читается."),
    "{name} {filename!r} is not writable.": (
        "{name} {filename!r}: жазуға рұқсат жоқ.",
        "{name} {filename!r}: нет права записи.",
    ),
}

_COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "Record the film that comes with the program.": (
        "Бағдарламамен бірге келген фильмнен ойын жазу.",
        "Записать партию с фильма, который идёт с программой.",
    ),
    "Record games from a camera, watched over on a page in the browser.": (
        "Камерадан ойын жазу, бәрі браузердегі бетте.",
        "Записывать партии с камеры, всё на странице в браузере.",
    ),
    "Record a game from a film or a camera.": (
        "Фильмнен не камерадан ойын жазу.",
        "Записать партию с фильма или камеры.",
    ),
    "Show the boards of a feed on pages for everybody.": (
        "Трансляциядағы тақталарды көпшілікке көрсету.",
        "Показать доски трансляции на страницах для всех.",
    ),
    "Count the kumalak in pictures of a board.": (
        "Тақта суреттеріндегі құмалақты санау.",
        "Сосчитать кумалаки на снимках доски.",
    ),
    "Find the board in a source and store where it lies.": (
        "Тақтаны тауып, орнын файлға жазу.",
        "Найти доску и записать, где она лежит.",
    ),
    "Show a recorded game as diagrams.": (
        "Жазылған ойынды диаграммалармен көрсету.",
        "Показать записанную партию с диаграммами.",
    ),
    "Replay a recorded game and name every contradiction.": (
        "Жазылған ойынды тексеріп, қайшылықтарын атау.",
        "Проверить записанную партию и назвать все противоречия.",
    ),
    "Find recorded games by player, date, opening or position.": (
        "Ойындарды ойыншы, күн, бастау не жағдай бойынша іздеу.",
        "Найти партии по игроку, дате, дебюту или положению.",
    ),
    "List a game's alerts.": ("Ойындағы ескертулер тізімі.", "Перечислить предупреждения партии."),
    "Say which move a ply was.": ("Қай жүріс болғанын айту.", "Сказать, какой это был ход."),
    "Let an error stand as it was played.": (
        "Қатені ойналғандай қалдыру.",
        "Оставить ошибку так, как сыграно.",
    ),
    "Say what the position was.": ("Жағдай қандай болғанын айту.", "Сказать, каким было положение."),
    "Say how a game ended, or take that back.": (
        "Ойынның нәтижесін айту не айтылғанын қайтарып алу.",
        "Сказать, чем кончилась партия, или взять это назад.",
    ),
    "Say that white sat on the other side.": (
        "Ақ екінші жақта отырғанын айту.",
        "Сказать, что белые сидели на другой стороне.",
    ),
    "Say who played, where and when.": (
        "Кім, қайда, қашан ойнағанын айту.",
        "Сказать, кто играл, где и когда.",
    ),
    "Write a recorded game in another form, or print its scoresheet.": (
        "Ойынды басқа пішімде жазу не бланкісін басып шығару.",
        "Записать партию в другом виде или напечатать бланк.",
    ),
    "Fill in what a scoresheet leaves open.": (
        "Бланкіде жазылмай қалған жүрістерді табу.",
        "Заполнить пропуски в бланке.",
    ),
    "Write a sheet of markers that show where a board lies.": (
        "Тақта бұрыштарына жапсыратын белгілер парағы.",
        "Напечатать метки для углов доски.",
    ),
    "List cameras, with what each of them sees.": (
        "Камералар тізімі, әрқайсысы не көретінімен.",
        "Перечислить камеры и то, что они видят.",
    ),
    "See whether this machine is ready to record.": (
        "Бұл компьютер жазуға дайын ба, соны тексеру.",
        "Проверить, готов ли компьютер к записи.",
    ),
    "List serial ports and kinds of score displays.": (
        "Порттар мен таблолардың түрлері.",
        "Перечислить порты и виды табло.",
    ),
    "Try a score display.": ("Таблоны сынап көру.", "Испытать табло."),
    "Count the games of a given length.": (
        "Ұзындығы берілген ойындарды санау.",
        "Сосчитать партии данной длины.",
    ),
}

_TEXTS: Final = {english: (*texts, english) for english, texts in {**_CLICK, **_COMMANDS}.items()}


def in_words(language: Language, english: str) -> str:
    """What click says, or a line of the list of commands, in a language; what is not known stays English.

    >>> in_words("ru", "Usage:"), in_words("kk-Latn", "Commands"), in_words("kk", "Unheard of.")
    ('Использование:', 'Pärmender', 'Unheard of.')
    """
    return text_in(language, _TEXTS, english) if english in _TEXTS else english
