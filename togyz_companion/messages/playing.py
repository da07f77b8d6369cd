"""What is said of a game while it is played, its events and its alerts: see the catalogue."""

from __future__ import annotations

from typing import Final

from togyz_companion.messages.languages import Texts

_WORDS: Final[Texts] = {
    "side.white": ("ақ", "белые", "white"),
    "side.black": ("қара", "чёрные", "black"),
    "status.waiting": ("бастапқы жағдай күтілуде", "ожидается начальное положение", "waiting for the start position"),
    "status.playing": ("ойын жүріп жатыр", "идёт партия", "playing"),
    "status.paused": ("үзіліс", "перерыв", "paused"),
    "status.desync": (
        "тақтадағы жағдай анықталуда",
        "положение на доске выясняется",
        "the position on the board is being cleared up",
    ),
    "status.unfinished": ("ойын аяқталмаған", "партия не окончена", "not finished"),
    "status.over": ("ойын аяқталды", "партия окончена", "the game is over"),
    "reason.kazan_82": ("қазанда 82 құмалақ", "82 кумалака в казане", "82 kumalak in the kazan"),
    "reason.atsyrau": ("атсырау", "атсырау", "atsyrau"),
    "reason.draw_81": ("81:81", "81:81", "81 to 81"),
    "reason.agreement": ("келісім бойынша", "по соглашению", "agreed"),
    "reason.flag": ("уақыты бітті", "время истекло", "the flag fell"),
    "reason.resigned": ("берілді", "сдача", "resigned"),
    "reason.forfeit": ("келмегені үшін", "неявка", "by absence"),
    "reason.rules": ("ереже бұзылғаны үшін", "за нарушение правил", "the rules were broken"),
    "reason.arbiter": ("төрешінің шешімімен", "решением судьи", "by the arbiter"),
    "how.put_right": ("тақтада түзетілді", "исправлено на доске", "put right"),
    "how.accepted": ("ойналғандай қабылданды", "принято как сыграно", "accepted as played"),
    "how.set": ("төреші шешті", "решено судьёй", "settled by hand"),
    "how.resync": ("кейінгі жүрістер түсіндірді", "объяснено следующими ходами", "later plies explain it"),
    "why.source": ("камера немесе фильм үзілді", "камера или фильм оборвались", "the camera or the film broke off"),
    "why.program": ("бағдарламаның қатесі", "ошибка программы", "a fault of the program"),
    "why.gone": (
        "камера ажырап қалды: сымын, қуатын, желісін тексеріңіз",
        "камера пропала: проверьте кабель, питание и сеть",
        "the camera is gone: check its plug, its power and the network",
    ),
    "why.silent": (
        "камерадан сурет келмейді: сымын, қуатын, желісін тексеріңіз",
        "камера молчит: проверьте кабель, питание и сеть",
        "the camera gives no pictures: check its cable, its power and the network",
    ),
    "why.frozen": (
        "камераның суреті қатып қалды: өшіріп, қайта қосыңыз",
        "картинка камеры застыла: выключите и включите её",
        "the camera gives the same picture all the time: turn it off and on again",
    ),
    "why.black": (
        "камераның суреті қап-қара: қақпағын алыңыз, жарық қосыңыз",
        "камера даёт чёрную картинку: снимите крышку, включите свет",
        "the camera gives black pictures: take off its cap, turn on the light",
    ),
    "why.cut": (
        "камераның суреті толық келмейді: қысқа сым не басқа USB ұясын алыңыз",
        "картинка приходит не целиком: возьмите кабель короче или другое гнездо USB",
        "the camera's pictures lack their lower part: use a shorter cable, or another USB socket",
    ),
    "why.resized": (
        "камера суретінің өлшемі өзгерді: бұрынғы өлшемін қойыңыз",
        "камера даёт картинку другого размера: верните прежний",
        "the camera gives pictures of another size: set the one that it had",
    ),
    "why.blurred": (
        "камераның суреті бұлыңғыр: шынысын сүртіңіз, айқындығын реттеңіз",
        "картинка камеры размыта: протрите объектив, наведите резкость",
        "the camera gives pictures without any detail: wipe its lens, focus it",
    ),
}

_CODES: Final[Texts] = {
    "code.sown_short": (
        "бір отауға екі құмалақ түсті немесе соңғысы қолда қалды",
        "в одно отау легло два кумалака, или последний остался в руке",
        "two kumalak in one otau, or the last one kept",
    ),
    "code.partial_take": (
        "отаудың бір бөлігі ғана алынды",
        "взята только часть отау",
        "only a part of an otau was taken",
    ),
    "code.skipped_otau": ("бір отау аттап өтілді", "отау пропущено", "an otau was skipped"),
    "code.source_left_empty": (
        "алғашқы құмалақ өз отауына салынбады",
        "первый кумалак не положен обратно",
        "the first kumalak was not put back",
    ),
    "code.wrong_direction": ("теріс бағытта таратылды", "разложено в обратную сторону", "sown in the wrong direction"),
    "code.captured_odd": ("тақ сан алынды", "взято нечётное число", "an odd number was captured"),
    "code.captured_own": ("өз жағынан алынды", "взято на своей стороне", "captured on the own side"),
    "code.missed_capture": ("ұтылған құмалақ алынбады", "выигранные кумалаки не взяты", "a capture was not taken"),
    "code.tuzdyk_illegal": (
        "ережеге қайшы тұздық",
        "туздык, которого правила не дают",
        "a tuzdyk that the rules do not allow",
    ),
    "code.tuzdyk_second": ("екінші тұздық", "второй туздык", "a second tuzdyk"),
    "code.tuzdyk_not_emptied": (
        "тұздыққа түскен құмалақ қазанға салынбады",
        "туздык не опустошён",
        "a tuzdyk was not emptied",
    ),
    "code.tuzdyk_not_marked": ("тұздық белгіленбеген", "туздык не отмечен", "a tuzdyk is not marked"),
    "code.moved_twice": ("бір жақ қатарынан екі рет жүрді", "одна сторона пошла дважды", "the same side moved twice"),
    "code.moved_opponents": (
        "қарсыластың отауымен жүрілді",
        "сыграно отау соперника",
        "an otau of the opponent was played",
    ),
    "code.wrong_kazan": ("басқа қазанға салынды", "положено не в тот казан", "put into the wrong kazan"),
    "code.ball_missing": ("құмалақ жетпейді", "не хватает кумалака", "a kumalak is missing"),
    "code.ball_extra": ("артық құмалақ бар", "есть лишний кумалак", "there is a kumalak too many"),
    "code.unexplained": (
        "тақтадағы жағдай түсініксіз",
        "положение на доске не объяснено",
        "what lies on the board is not explained",
    ),
    "code.camera_lost": ("камера тақтаны көрмейді", "камера не видит доску", "the camera does not see the board"),
    "code.colours_lost": (
        "камера түстерді көрсетпейді, сондықтан тақта оқылмайды: түнгі режимін өшіріңіз",
        "камера не показывает цветов, и доску не прочесть: выключите ночной режим камеры",
        "the camera shows no colours, and the board cannot be read without: switch its night mode off",
    ),
    "code.board_cut_off": (
        "тақта суретке толық сыймаған",
        "доска не помещается в кадр",
        "the board is cut off at the edge of the picture",
    ),
    "code.mirrored": (
        "камера бейнені айналық түрде көрсетеді: айналық режимін өшіріп, жазуды қайта бастаңыз",
        "камера показывает зеркальное изображение: выключите его и начните запись заново",
        "the camera shows a mirror image: switch that off and record anew",
    ),
    "code.otau_covered": ("отау жабық тұр", "отау закрыто", "an otau is covered"),
    "code.no_press": ("сағат басылмады", "часы не нажаты", "the clock was not pressed"),
    "code.press_without_move": (
        "жүріссіз сағат басылды",
        "часы нажаты без хода",
        "the clock was pressed without a move",
    ),
    "code.flag_fell": ("жалау құлады", "флаг упал", "a flag fell"),
}

_EVENTS: Final[Texts] = {
    "event.calibrated": (
        "тақта табылды ({layout}, еңкіштігі {tilt_deg:.0f}°)",
        "доска найдена ({layout}, наклон {tilt_deg:.0f}°)",
        "the board was found ({layout}, tilted by {tilt_deg:.0f}°)",
    ),
    "event.started": ("ойын басталды", "партия началась", "the game begins"),
    "event.side_settled.kept": (
        "     ақ суреттің төменгі жағында отыр (тақта тік тұрса, сол жағында)",
        "     белые сидят внизу картинки (если доска стоит вертикально, слева)",
        "     white sits at the bottom of the picture (at its left, if the board stands upright)",
    ),
    "event.side_settled.turned": (
        "     ақ суреттің жоғарғы жағында отыр (тақта тік тұрса, оң жағында)",
        "     белые сидят вверху картинки (если доска стоит вертикально, справа)",
        "     white sits at the top of the picture (at its right, if the board stands upright)",
    ),
    "event.ply": ("{n:3}. {side} {move:4} {confidence:.1%}",) * 3,
    "event.retract": (
        "     олай емес: {n}-жүрістен бастап басқаша ойналды",
        "     не так: начиная с полухода {n} сыграно иначе",
        "     not so: from ply {n} on it was played otherwise",
    ),
    "event.lapsed": (
        "     {n}-жүріс туралы айтылған ({by}) енді сәйкес емес",
        "     сказанное о полуходе {n} ({by}) больше не подходит",
        "     what was said of ply {n} ({by}) no longer fits",
    ),
    "event.takeback": (
        "     жүріс қайтарылды, қалған жүріс: {n}",
        "     ход взят назад, осталось полуходов: {n}",
        "     taken back, plies that remain: {n}",
    ),
    "event.alert": ("     ескерту {id}: {alert}", "     предупреждение {id}: {alert}", "     alert {id}: {alert}"),
    "event.resolved": (
        "     ескерту {id} жабылды: {how}",
        "     предупреждение {id} снято: {how}",
        "     alert {id} is settled: {how}",
    ),
    "event.desync": (
        "     {n}-жүрістен кейінгі тақта түсініксіз",
        "     после полухода {n} положение на доске не объяснено",
        "     the board cannot be explained after ply {n}",
    ),
    "event.resync": (
        "     {n}-жүрістен кейінгі тақта қайта түсінікті",
        "     после полухода {n} положение снова объяснено",
        "     the board is explained again after ply {n}",
    ),
    "event.position_set.adopted": (
        "     {n}-жүрістен кейін ойын тақтада тұрғаннан жалғасады",
        "     после полухода {n} игра идёт от того, что лежит на доске",
        "     after ply {n} the game goes on from what lies on the board",
    ),
    "event.position_set.first": (
        "     бастапқы жағдай қайта оқылды",
        "     начальное положение прочитано заново",
        "     the first position was read anew",
    ),
    "event.position_set.said": (
        "     {n}-жүрістен кейінгі жағдайды {by} қойды",
        "     положение после полухода {n} установлено: {by}",
        "     the position after ply {n} was set by {by}",
    ),
    "event.corrected": (
        "     {n}-жүрісті {by} түзетті",
        "     полуход {n} исправлен: {by}",
        "     ply {n} was corrected by {by}",
    ),
    "event.headers": (
        "     ойыншылар мен жарысты {by} өзгертті",
        "     имена и соревнование изменены: {by}",
        "     names and competition were changed by {by}",
    ),
    "event.accepted": (
        "     ескерту {id}: ойналғандай қабылдаған {by}",
        "     предупреждение {id}: принято как сыграно: {by}",
        "     alert {id}: accepted as played by {by}",
    ),
    "event.time_low": (
        "     {side}: бес минуттан аз уақыт қалды",
        "     {side}: осталось меньше пяти минут",
        "     {side}: less than five minutes are left",
    ),
    "event.decided": (
        "     шешілді: {result} ({reason})",
        "     решено: {result} ({reason})",
        "     decided: {result} ({reason})",
    ),
    "event.over": (
        "     {result} ({reason}), қазандар {white}-{black}",
        "     {result} ({reason}), казаны {white}-{black}",
        "     {result} ({reason}), kazans {white}-{black}",
    ),
    "event.drift": (
        "     тақта немесе камера {px:.0f} px жылжыды",
        "     доска или камера сдвинулась на {px:.0f} px",
        "     the board or the camera moved by {px:.0f} px",
    ),
    "trembles": (
        "     тақта немесе камера орнында тұрмайды: бекітіңіз",
        "     доска или камера не стоит на месте: закрепите её",
        "     the board or the camera does not stand still: fix it",
    ),
    "event.lost.meanwhile": ("     {why}",) * 3,
    "event.back": (
        "     камера қайта көріп тұр, суретсіз өткен уақыт: {gap_s:.1f} с",
        "     камера снова видит, без картинки прошло: {gap_s:.1f} с",
        "     the camera sees again, without pictures: {gap_s:.1f} s",
    ),
    "event.lost": (
        "     жазу үзілді: {why} ({detail})",
        "     запись прервана: {why} ({detail})",
        "     lost: {why} ({detail})",
    ),
    "event.finished": (
        "жазба мұнда: {path}\n     көру: togyz show {folder}\n"
        "     басып шығару: togyz export {folder} --to pdf -o sheet.pdf",
        "запись в {path}\n     посмотреть: togyz show {folder}\n"
        "     напечатать: togyz export {folder} --to pdf -o sheet.pdf",
        "the record is in {path}\n     see it: togyz show {folder}\n"
        "     print it: togyz export {folder} --to pdf -o sheet.pdf",
    ),
}

_BOXES: Final[Texts] = {
    "otau": ("{side}, {otau}-отау", "{side}, отау {otau}", "{side} {otau}"),
    "kazan": ("{side}, қазан", "{side}, казан", "{side}'s kazan"),
    "instead": (
        "{box}: {expected} орнына {seen}",
        "{box}: {seen} вместо {expected}",
        "{box}: {seen} instead of {expected}",
    ),
    "more": ("тағы {boxes}", "и ещё {boxes}", "and {boxes} more"),
}

_DOUBT: Final[Texts] = {
    "doubt.seen": (
        "тақта түсініксіз; анық жүріс: {n} ({label}), сонда {position}; көрінгені: ақ {white}; қара {black}",
        "положение не объяснено; верных полуходов: {n} ({label}), тогда {position}; видно: белые {white}; "
        "чёрные {black}",
        "the board is not explained; sure plies: {n} ({label}), then {position}; seen: white {white}; black {black}",
    ),
    "doubt.may_be": (
        "  {p}  {board} (жазбадағы жүріс: {n})",
        "  {p}  {board} (полуходов в записи: {n})",
        "  {p}  {board} (plies on record: {n})",
    ),
    "board.at_rest": ("жазбадағы жағдай тұр", "стоит положение из записи", "the position on record"),
    "board.ply_under_way": ("жүріс жасалып жатыр", "идёт ход", "a ply is under way"),
    "board.capture_not_lifted": (
        "ұтылған құмалақ әлі алынған жоқ",
        "выигранные кумалаки ещё не взяты",
        "a capture is not lifted yet",
    ),
    "board.error": ("қате", "ошибка", "an error"),
    "board.unexplained": ("белгісіз", "неизвестно что", "something else"),
    "board.cleared": ("тақта жиналып жатыр", "доску убирают", "the board is being cleared"),
}

PLAYING: Final[Texts] = {
    **_WORDS,
    **_CODES,
    **_EVENTS,
    **_BOXES,
    **_DOUBT,
}
