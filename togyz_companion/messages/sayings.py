"""What is said of moves, records and sheets that are wrong (:class:`togyz.saying.Said`): Kazakh and Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from togyz.saying import Said

SAYINGS: Final[Mapping[Said, tuple[str, str]]] = {
    Said.LANDS: (
        "соңғы құмалақ {landing}-отауға түседі, {written}-отауға емес",
        "последний кумалак падает в отау {landing}, а не {written}",
    ),
    Said.NO_TUZDYK: ("тұздық алынбайды, бірақ x жазылған", "туздык не взят, но написано x"),
    Said.TUZDYK: ("тұздық алынады, бірақ x жазылмаған", "взят туздык, но x не написано"),
    Said.NO_OTAU: ("{side}: {otau}-отау жоқ, нөмірлері 1-ден 9-ға дейін", "{side}: отау {otau} нет, номера от 1 до 9"),
    Said.TUZDYK_OF_OTHER: (
        "{side}: {otau}-отаумен жүруге болмайды, ол тұздық ({owner})",
        "{side}: отау {otau} играть нельзя, это туздык ({owner})",
    ),
    Said.EMPTY: ("{side}: {otau}-отау бос", "{side}: отау {otau} пусто"),
    Said.OVER: (
        "{otau}-отаумен жүруге болмайды: ойын аяқталды ({result}, {reason})",
        "отау {otau} играть нельзя: партия окончена ({result}, {reason})",
    ),
    Said.NUMBER: ("нөмірі {n}", "стоит под номером {n}"),
    Said.MOVE: (
        "move: {move}, бірақ otau, landing және tuzdyk бойынша {made}",
        "move: {move}, но по otau, landing и tuzdyk {made}",
    ),
    Said.SIDE: ("side: {side}, бірақ жүріс кезегі: {to_move}", "side: {side}, но ход: {to_move}"),
    Said.CAPTURED: ("captured: {captured}, бірақ алынғаны {right}", "captured: {captured}, но взято {right}"),
    Said.AFTER_SURPLUS: ("after артық: жағдайды ереже береді", "after лишнее: положение дают правила"),
    Said.AFTER_MISSING: (
        "ережеге қайшы қабылданған, бірақ кейінгі жағдай (after) жоқ",
        "принято против правил, но нет положения после него (after)",
    ),
    Said.SIDE_AFTER: (
        "side: {side}, бірақ кейінгі жағдайда да жүріс кезегі: {side}",
        "side: {side}, но и в положении после него ход: {side}",
    ),
    Said.SET_LATE: (
        "{n}-жүрістен кейін жағдай қойылған, ал жүріс саны {plies}",
        "положение установлено после полухода {n}, а полуходов {plies}",
    ),
    Said.SET_ORDER: (
        "{n}-жүрістен кейін қойылған жағдай {before}-жүрістен кейінгіден соң тұр",
        "положение после полухода {n} стоит за положением после полухода {before}",
    ),
    Said.POSITION: ("position: {written}, бірақ жүрістер бойынша {right}", "position: {written}, но ходы дают {right}"),
    Said.NO_RESULT: ("reason: {reason}, бірақ нәтиже жоқ", "reason: {reason}, но результата нет"),
    Said.RESULT: (
        "{result} ({reason}) жазылған, бірақ соңғы жағдай нәтиже бермейді",
        "написано {result} ({reason}), но последнее положение не даёт результата",
    ),
    Said.OTHER_RESULT: (
        "{result} ({reason}) жазылған, бірақ соңғы жағдай бойынша {right} ({right_reason})",
        "написано {result} ({reason}), но последнее положение даёт {right} ({right_reason})",
    ),
    Said.PLY_MISSING: ("{where} алдында жүріс жоқ: {instead}", "перед {where} пропущен ход: {instead}"),
    Said.PLY_SURPLUS: ("{where} артық", "{where}: лишний ход"),
    Said.SHOULD_HAVE_KUMALAK: ("{where}: дұрысы ({instead})", "{where}: должно быть ({instead})"),
    Said.SHOULD_HAVE_IN: ("{where}, {place}: дұрысы {instead}", "{where}, {place}: должно быть {instead}"),
    Said.SHOULD_READ: ("{where}: дұрысы {instead}", "{where}: должно быть {instead}"),
    Said.DIAGRAM: ("{line}-жолдағы диаграмма", "диаграмма в строке {line}"),
    Said.SET_BY_HAND: ("қойылған жағдай", "установленное положение"),
    Said.KAZAN: ("қазан ({side})", "казан ({side})"),
    Said.OTAU: ("{otau}-отау ({side})", "отау {otau} ({side})"),
    Said.UNTRIED: (
        "{where} қаралған ойындардың ешқайсысына келмейді; бәрін қарау мүмкін емес",
        "{where}: не подходит ни к одной из рассмотренных партий, а все рассмотреть нельзя",
    ),
    Said.FITS_NONE: (
        "{where} бланкі беретін жағдайлардың ешқайсысына келмейді (барлығы {positions})",
        "{where}: не подходит ни к одному из положений, к которым ведёт бланк (всего {positions})",
    ),
    Said.BECAUSE: ("{where}: {fault}", "{where}: {fault}"),
    Said.OTHER_POSITION: ("{where} басқа жағдайды көрсетеді: {fault}", "{where}: другое положение: {fault}"),
    Said.HAS: ("{place}: {mark}, {written} емес", "{place}: {mark}, а не {written}"),
    Said.NO_LEGAL_MOVE: ("мұндай дұрыс жүріс жоқ", "такого хода по правилам нет"),
    Said.KAZAN_HOLDS: (
        "сонда оның қазанында {kazan}, алынғаны {captured}",
        "в его казане тогда {kazan}, взято {captured}",
    ),
    Said.BOTH: ("{one}; {other}", "{one}; {other}"),
    Said.NO_PLY: (
        "{n}-жүріс туралы айту мүмкін емес: жазбадағы жүріс: {plies}",
        "о полуходе {n} сказать нельзя: полуходов в записи: {plies}",
    ),
    Said.NO_ALERT: ("ашық ескерту {id} жоқ", "открытого предупреждения {id} нет"),
    Said.NOT_NAMED: (
        "ескерту {id} жағдайы белгісіз: орнына жағдайды қойыңыз",
        "предупреждение {id} не называет положения: установите положение",
    ),
    Said.NO_HEADER: (
        "{name}: ойыншылар, орын мен уақыт туралы мәлімет емес",
        "{name}: не сведения об игроках, месте и времени",
    ),
    Said.NO_POSITION: (
        "ойында мұндай жағдай болуы мүмкін емес: {problems}",
        "такого положения в партии быть не может: {problems}",
    ),
    Said.NOT_BEGUN: ("ойын басталған жоқ", "партия не началась"),
    Said.BY_PLIES: (
        "{reason}: мұны жүрістердің өзі ғана көрсетеді; олар қате жазылса, сол жүрістерді түзетіңіз",
        "{reason}: это следует только из самих ходов; если они записаны неверно, исправьте их",
    ),
    Said.ONLY_DRAWS: (
        "келісім бойынша ойын тең аяқталады: {result} сәйкес емес",
        "по соглашению партия кончается вничью: {result} не подходит",
    ),
    Said.NO_DRAW: (
        "{reason}: бір жақ ұтылады, {result} сәйкес емес",
        "{reason}: одна из сторон проигрывает, {result} не подходит",
    ),
    Said.ON_TIME: (
        "қазандар {kazan} болғанда уақыт бітсе, нәтиже {right}, {result} емес",
        "при казанах {kazan} истёкшее время даёт {right}, а не {result}",
    ),
    Said.DECIDED: (
        "жүрістер бойынша {right} ({right_reason}): {result} төрешінің шешімімен не ереже бұзылғандықтан ғана қойылады",
        "ходы дают {right} ({right_reason}): {result} возможно лишь решением судьи или за нарушение правил",
    ),
    Said.NOT_DECLARED: (
        "жүрістер бойынша {right} ({right_reason}), ал басқа нәтижені ешкім жарияламаған",
        "ходы дают {right} ({right_reason}), а другого результата никто не объявлял",
    ),
    Said.STILL_SHOWN: (
        "тақтада {move} жүрісі әлі тұр: құмалақтарды орнына қойыңыз, не қандай жүріс жасалғанын айтыңыз",
        "на доске всё ещё ход {move}: верните кумалаки на место или скажите, как сыграно",
    ),
    Said.NO_TURN: (
        "ақ екінші жақта отырса, көрінгеннен ойын басталмайды",
        "если белые сидят на другой стороне, по увиденному партия не начинается",
    ),
    Said.NO_CONTROL: (
        "{text} – уақыт бақылауы емес: classic, rapid, blitz немесе минут пен секунд, 90+30 не 25d5 сияқты",
        "{text} – не контроль времени: classic, rapid, blitz или минуты с секундами, как 90+30 или 25d5",
    ),
}
