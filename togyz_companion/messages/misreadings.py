"""What is said of texts that are read (:class:`togyz.misread.Misread`): Kazakh and Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from togyz.misread import Misread

MISREADINGS: Final[Mapping[Misread, tuple[str, str]]] = {
    Misread.NO_MOVE: (
        "{text!r} – жүріс емес: 1-ден 9-ға дейінгі екі цифр, тұздық болса, соңында x",
        "{text!r} – не ход: две цифры от 1 до 9, затем x, если взят туздык",
    ),
    Misread.AGAINST_RULES: (
        "{move} ережеге қайшы деп белгіленген: оны кейінгі жағдаймен бірге қабылдаңыз",
        "{move} помечен как ход против правил: примите его вместе с положением после него",
    ),
    Misread.NO_POSITION: (
        "{text!r} – жағдай емес: қараның 9..1 отаулары / ақтың 1..9 отаулары, ақтың қазаны, қараның қазаны, S не N",
        "{text!r} – не положение: отау чёрных 9..1 / отау белых 1..9, казан белых, казан чёрных, S или N",
    ),
    Misread.NO_ROW_PART: (
        "{word!r} қатарда болмайды: 12S, t, x не қатар тұрған бос отаулардың саны жазылады",
        "{word!r} не часть ряда: пишут 12S, t, x или число пустых отау подряд",
    ),
    Misread.ROW_LENGTH: (
        "{row!r} қатарында {otaus} отау, дұрысы {right}",
        "в ряду {row!r} отау {otaus} вместо {right}",
    ),
    Misread.ROW_TUZDYKS: (
        "бір қатардағы тұздық саны {tuzdyks}, ал бір жақ бір ғана тұздық ала алады",
        "туздыков в одном ряду {tuzdyks}, а сторона может взять лишь один",
    ),
    Misread.NO_KUMALAK: (
        "{digits!r} – 0-ден {most}-ге дейінгі құмалақ саны емес",
        "{digits!r} – не число кумалаков от 0 до {most}",
    ),
    Misread.NO_RULE: (
        "{option!r} – ереже параметрі емес, болатыны: {known}",
        "{option!r} – не параметр правил, возможны {known}",
    ),
    Misread.RULE_TWICE: (
        "{text!r} ішінде {name} екі рет берілген: бір рет беріңіз",
        "{name} указано дважды в {text!r}: укажите один раз",
    ),
    Misread.NO_UTF8: (
        "{path} – UTF-8 мәтіні емес: сондай етіп сақтаңыз",
        "{path} – не текст в UTF-8: сохраните его так",
    ),
    Misread.NO_RECORD: ("{path} – ойын жазбасы емес: {fault}", "{path} – не запись партии: {fault}"),
    Misread.NO_JSON: ("жазба JSON емес: {fault}", "запись – не JSON: {fault}"),
    Misread.FIELD_MISSING: ("{field} жоқ", "нет {field}"),
    Misread.FIELD_UNKNOWN: ("{field} – белгісіз өріс", "неизвестное поле {field}"),
    Misread.FIELD_WRONG: ("{field}: {shown} емес, мынау керек: {wanted}", "{field}: нужно {wanted}, а не {shown}"),
    Misread.NO_GAME: ("мәтінде ойын жоқ: тегі де, жүрісі де жоқ", "в тексте нет партии: ни тегов, ни ходов"),
    Misread.GAMES: ("мәтіндегі ойын саны {games}, біреу ғана керек", "партий в тексте {games}, а нужна одна"),
    Misread.IN_LINE: ("{line}-жол: {what}", "строка {line}: {what}"),
    Misread.BEHIND_NO_PLY: ("{word} алдында жүріс жоқ", "перед {word} нет хода"),
    Misread.NO_WORD: (
        "{text!r} – жүріс те, ойынның басқа бөлігі де емес",
        "{text!r} – не ход и не что-либо другое из партии",
    ),
    Misread.EMPTY_SHEET: ("мәтінде жүріс те, диаграмма да жоқ", "в тексте нет ни хода, ни диаграммы"),
    Misread.ANOTHER_GAME: (
        "басқа ойын басталады, ал бланкіде бір ойын болады",
        "начинается другая партия, а в бланке бывает одна",
    ),
    Misread.LESS_THAN_NOTHING: ("отаудағы не қазандағы сан нөлден кем", "в отау или казане меньше нуля"),
    Misread.TOTAL: ("құмалақ саны {total}, дұрысы {right}", "кумалаков {total} вместо {right}"),
    Misread.ODD_KAZAN: (
        "қазанда ({side}) {kazan} құмалақ, ал тұздықсыз жұп сан ғана жиналады",
        "в казане ({side}) {kazan}, а без туздыка туда попадает только чётное число",
    ),
    Misread.TUZDYK_OTAU: ("{side}: {otau}-отау тұздық бола алмайды", "{side}: отау {otau} не может быть туздыком"),
    Misread.SAME_TUZDYK: ("екі тұздықтың да нөмірі {otau}", "у обоих туздыков номер {otau}"),
    Misread.TUZDYK_BRINGS: (
        "{side}: тұздығы бар, бірақ қазанында {kazan} құмалақ, ал тұздық 3 құмалақ әкеледі",
        "{side}: есть туздык, но в казане {kazan}, а туздык приносит 3",
    ),
    Misread.TUZDYK_HOLDS: (
        "{side}: тұздықта {held} құмалақ жатыр, олар қазанға салынуы керек",
        "{side}: в туздыке лежит {held}, место этим кумалакам в казане",
    ),
    Misread.KAZAN_THEN: (
        "{side}: қазанында {kazan} құмалақ, алынғаны {captured}",
        "{side}: в казане {kazan}, взято {captured}",
    ),
    Misread.OTHER_BOARD: ("тақтада басқа жағдай тұр", "на доске другое положение"),
    Misread.OTHER_TAG: ("Result тегінде {result}", "в теге Result стоит {result}"),
    Misread.NO_ATSYRAU: ("жүретін жақта құмалақ қалған", "у стороны, чей ход, ещё есть кумалаки"),
    Misread.BYTE_ORDER: ("файл басындағы BOM белгісі алынып тасталды", "знак BOM в начале опущен"),
    Misread.LINE_ENDS: ("жол соңдары қалыпқа келтірілді", "концы строк приведены к обычным"),
    Misread.COMMENT: ("түсініктеме алынып тасталды", "комментарий опущен"),
    Misread.TAG: ("тег {name} деп оқылды", "тег прочитан как {name}"),
    Misread.LABEL: ("жазу {name} тегі деп оқылды", "надпись прочитана как тег {name}"),
    Misread.QUOTES: ("тырнақша қойылды", "добавлены кавычки"),
    Misread.SECOND_TAG: ("екінші {name} тегі алынып тасталды", "второй тег {name} опущен"),
    Misread.READ_AS: ("{instead} деп оқылды", "прочитано как {instead}"),
    Misread.AS_NO_RESULT: ("нәтиже жоқ деп оқылды", "прочитано как отсутствие результата"),
    Misread.TAG_MISSING: ("{name} тегі жоқ", "нет тега {name}"),
    Misread.BY_RULES: (
        "! белгісі алынып тасталды: жүріс ережеге сай",
        "знак ! опущен: ход по правилам",
    ),
    Misread.NOT_FOLLOWED: (
        "! белгісі алынып тасталды: кейінгі жағдай жазылмаған",
        "знак ! опущен: положения за ним нет",
    ),
    Misread.PLY_AFTER_RESULT: ("{n}-жүріс нәтижеден кейін тұр", "полуход {n} стоит после результата"),
    Misread.NUMBER_FOLLOWS: ("{before} нөмірінен кейін {number} тұр", "после номера {before} стоит {number}"),
    Misread.AS_NUMBER: ("қос жүрістің нөмірі деп оқылды", "прочитано как номер хода"),
    Misread.NUMBER_APART: (
        "нөмір алынып тасталды: басқаларымен сәйкес емес",
        "номер опущен: он не подходит к остальным",
    ),
    Misread.NUMBER_LATE: (
        "нөмір алынып тасталды: кезектегі қос жүріс {number}",
        "номер опущен: следующий ход {number}",
    ),
    Misread.PLIES_MISSING: ("алдында жетіспейтін жүріс: {plies}", "перед ним не хватает полуходов: {plies}"),
    Misread.AS_GAP: ("жазылмай қалған жүріс деп оқылды", "прочитано как пропущенный ход"),
    Misread.AS_MARK: ("алдыңғы жүрістің x белгісі деп оқылды", "прочитано как x предыдущего хода"),
    Misread.LEFT_OUT: ("алынып тасталды", "опущено"),
}
