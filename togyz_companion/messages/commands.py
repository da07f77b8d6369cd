"""What single commands say besides, and why the pages refuse something: see the catalogue."""

from __future__ import annotations

from typing import Final

from togyz_companion.messages.languages import Texts

COMMANDS: Final[Texts] = {
    "warning": ("Ескерту: {what}", "Внимание: {what}", "Warning: {what}"),
    "options": ("{options} қараңыз", "см. {options}", "see {options}"),
    "written": ("{path} файлына жазылды", "записано в {path}", "written to {path}"),
    "read.total": (
        "{image}: отаулардағы құмалақ: {total}",
        "{image}: кумалаков во всех отау: {total}",
        "{image}: {total} kumalak in the otaus",
    ),
    "read.more_than_all": (
        "бұл ойындағыдан ({all}) көп: бір отау қате саналған",
        "это больше, чем есть в игре ({all}): какое-то отау сосчитано неверно",
        "this is more than a game has ({all}): an otau is miscounted",
    ),
    "read.near": ("жақын", "ближние", "near"),
    "read.far": ("алыс", "дальние", "far"),
    "read.unsure": (
        "? сенімділігі {sure:.0%}-дан аз",
        "? уверенность меньше {sure:.0%}",
        "? less than {sure:.0%} sure",
    ),
    "calibrate.found": (
        "тақта табылды ({family}): {white}, құмалақтың ені {ball_px:.0f} px, еңкіштігі {tilt_deg:.0f}°, "
        "дәлдігі {residual_px:.1f} px; {path} файлына жазылды",
        "доска найдена ({family}): {white}, кумалак шириной {ball_px:.0f} px, наклон {tilt_deg:.0f}°, "
        "точность {residual_px:.1f} px; записано в {path}",
        "board found ({family}): {white}, kumalak {ball_px:.0f} px wide, tilted by {tilt_deg:.0f} degrees, fitted to "
        "{residual_px:.1f} px; written to {path}",
    ),
    "calibrate.read_as": (
        "{family} деп танылды; басқа түрі болса: --layout",
        "распознана как {family}; если вид другой: --layout",
        "read as {family}; if it is another kind: --layout",
    ),
    "calibrate.white_at": ("ақ жағы – {edge}", "белые – {edge}", "white at the {edge}"),
    "calibrate.white_open": ("ақтың жағы белгісіз", "сторона белых неизвестна", "white's side open"),
    "calibrate.layout": (
        "тақтаның түрі {path} файлында сақталды: --layout {name}",
        "вид доски сохранён в {path}: --layout {name}",
        "the layout is kept in {path}: --layout {name}",
    ),
    "calibrate.lens": (
        "камераның линзасы тақтаның жиектерін {bow_px:.0f} пиксельге майыстырады: сол жиектердің өзі бойынша түзетілді",
        "объектив камеры изгибает края доски на {bow_px:.0f} пикс.: искажение измерено по этим краям и исправлено",
        "the camera's lens bends the board's edges by {bow_px:.0f} px: this was measured along those edges and "
        "corrected",
    ),
    "calibrate.tilted": (
        "камера тақтаға {tilt_deg:.0f}° қиғаш қарайды: ортасының үстіне қарай жылжытыңыз, әйтпесе қабырға артындағы "
        "құмалақ көрінбейді",
        "камера смотрит на доску под углом {tilt_deg:.0f}°: поставьте её над серединой, иначе за перегородками "
        "не видно кумалаков",
        "the camera looks at the board from {tilt_deg:.0f} degrees to the side: put it more above the middle, or "
        "kumalak behind the dividers are not seen",
    ),
    "demo.begins": (
        "ұзақтығы {seconds:.0f} с фильмнен ойын жазылуда; жүрістер табылған сайын шығады",
        "партия записывается с фильма длиной {seconds:.0f} с; ходы появляются, как только найдены",
        "recording the game in a film of {seconds:.0f} s; each move is told when it is found",
    ),
    "demo.stays": (
        "тақта беті кез келген перне басылғанша ашық тұрады",
        "страница доски остаётся, пока вы не нажмёте клавишу",
        "the live page stays until you press a key",
    ),
    "demo.right": (
        "жүрістің бәрі ойналғандай жазылды: {plies}",
        "все полуходы записаны так, как сыграны: {plies}",
        "all {plies} plies are as they were played",
    ),
    "demo.wrong": (
        "жазбадағы жүрістердің бәрі бірдей ойналғандай емес, қатесі: {plies}",
        "не все полуходы записаны так, как сыграны, неверных: {plies}",
        "{plies} plies of the record are not those that were played",
    ),
    "live.operator": ("төрешіге:  {url}", "оператору:  {url}", "for the operator:  {url}"),
    "live.audience": ("көрерменге: {url}", "зрителям:   {url}", "for the audience:  {url}"),
    "live.public": ("бәріне:     {url}", "для всех:   {url}", "for everybody:     {url}"),
    "live.board": ("тақта мұнда: {url}", "доска показана здесь: {url}", "the board is shown at {url}"),
    "live.boards": ("тақталар мұнда: {url}", "доски показаны здесь: {url}", "the boards are shown at {url}"),
    "live.delayed": (
        "трансляция {until} дейін жалғасады; Ctrl-C оны қазір тоқтатады",
        "трансляция продолжается до {until}; Ctrl-C закончит её сейчас",
        "the feed goes on until {until}; Ctrl-C ends it now",
    ),
    "clock.token": (
        "төрешінің бетіндегі сағат сілтемесін ашыңыз",
        "откройте ссылку часов со страницы оператора",
        "open the clock's link, which the operator's page shows",
    ),
    "clock.origin": (
        "сағатты оның өз бетінен ғана басуға болады",
        "часы нажимаются только на своей странице",
        "the clock is pressed on its own page alone",
    ),
    "page.token": (
        "togyz live көрсеткен мекенжайды ашыңыз",
        "откройте адрес, который показала команда togyz live",
        "open the address that togyz live has printed",
    ),
    "page.origin": (
        "бұйрықты төрешінің беті ғана береді",
        "распоряжения принимаются только со страницы оператора",
        "orders come from the operator's page alone",
    ),
    "page.unseen": ("әзірге ештеңе көрінген жоқ", "пока ничего не было видно", "nothing was seen yet"),
    "page.no_camera": (
        "ондай камера тізімде жоқ",
        "такой камеры нет в списке",
        "no such camera to choose",
    ),
    "page.no_clock": (
        "телефонға арналған сағат беті ашылмаған",
        "страница часов для телефона не открыта",
        "no clock's page is open for a phone",
    ),
    "page.no_board": ("ондай тақта әзірге жоқ", "такой доски пока нет", "there is no such board yet"),
    "page.no_file": ("ондай файл жоқ", "такого файла нет", "no such file"),
    "page.no_form": (
        "ондай пішім жоқ, не ойын әлі басталмаған",
        "такого вида нет, или партии ещё не было",
        "no such form, or no game yet",
    ),
    "page.too_long": ("бұйрық тым ұзақ", "распоряжение слишком длинное", "the order is too long"),
    "page.failed": (
        "бұйрық орындалмады: бағдарламада қате бар",
        "распоряжение не выполнено: в программе ошибка",
        "the order failed by a fault of the program; its log tells more",
    ),
    "page.misread": (
        "бұйрық түсініксіз: {what}",
        "распоряжение не понято: {what}",
        "the order is not understood: {what}",
    ),
}
