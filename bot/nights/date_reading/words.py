"""The words that people type around dates and times of day, in six languages.

A line gives a meaning, and the words that have it. What a meaning is for the grammar is in
`vocabulary`, and so are numbers; names of months and weekdays are CLDR's.
"""

from __future__ import annotations

from typing import Final

TABLE: Final = {
    "en": """
skip: at, on, of, the, from, starting, starts, start, around, about, approx, circa, ca, ish, sharp,
skip: by, in the, a, an, please, time, beginning, and, date, day
today: today, tdy, 2day
tomorrow: tomorrow, tomorow, tommorow, tommorrow, tmrw, tmr, tmw, tom, tomo, 2moro
overmorrow: the day after tomorrow, day after tomorrow, overmorrow
yesterday: yesterday
tonight: tonight, tonite, 2nite, this evening, today evening
this morning: this morning
this afternoon: this afternoon
tomorrow evening: tomorrow night, tmrw night
now: now, right now, asap, immediately
morning: morning, in the morning, mornings
noon: noon, midday, noontime
midday: lunchtime, at lunch, lunch
afternoon: afternoon, in the afternoon, arvo
dusk: early evening, late afternoon
evening: evening, in the evening, eve
night: night, at night, nite
late night: late at night, late night
midnight: midnight
am: am, a.m, a. m
pm: pm, p.m, p. m, p
minutes: m, min, mins, minute, minutes
hours: h, hr, hrs, hour, hours
days: day, days, nights
weeks: wk, wks, week, weeks
fortnights: fortnight, fortnights
months: month, months
in: in, within
from now: from now, later, hence, from today
ago: ago, earlier
and: and
lasting: for
next: next, coming, the coming, upcoming, following, nxt
after next: after next
this: this, this coming
last: last, past
this week: this week
next week: next week, in the next week, of next week
week after next: week after next, the week after next
next month: next month, of next month
every: every, each, weekly
every other: every other, every second, every 2nd, every two weeks, every 2 weeks, every fortnight
every other: biweekly, bi-weekly, fortnightly
day: the
ordinal: st, nd, rd, th
hour sign: o'clock, oclock, o’clock, hrs, h
half past: half
quarter: quarter, a quarter, qtr
minutes past: past, after
minutes to: to, before, til, till
until: to, till, til, until, 'til, ’til, thru, through
open end: late, open end, onwards, onward, whenever it ends
weekend: weekend, the weekend, wkend
christmas: christmas, christmas day, xmas
christmas eve: christmas eve, xmas eve
new year: new year's day, new years day, new year’s day, new year
new year's eve: new year's eve, new years eve, new year’s eve, nye
halloween: halloween
""",
    "ja": """
skip: の, に, は, で, ごろ, 頃, ころ, くらい, ぐらい, だいたい, 過ぎ, 開始, スタート, 集合, です
skip: より, から, 以降, 始まり, 時刻, ちょうど, まで, 約, 日付, ・
today: 今日, きょう, 本日, 当日
tomorrow: 明日, あした, あす, 翌日
overmorrow: 明後日, あさって
in three days: 明々後日, しあさって
yesterday: 昨日, きのう
tonight: 今夜, 今晩, 今日の夜, 今日の晩, こんや, こんばん
this morning: 今朝
this afternoon: 今日の午後
tomorrow evening: 明晩, 明日の夜, 明日の晩
tomorrow morning: 明朝, 明日の朝
now: 今, いま, 今すぐ
morning: 朝, 早朝, 午前中
noon: 正午
midday: 昼, お昼, 昼間
dusk: 夕方, 夕
evening: 晩
night: 夜, よる
late night: 深夜, 真夜中, 夜中
early hours: 未明, 明け方
midnight: 零時
am: 午前, 午前の, am
pm: 午後, 午後の, pm
minutes: 分, 分間
hours: 時間
days: 日, 日間
weeks: 週, 週間
months: か月, ヶ月, ケ月, カ月, ヵ月, ヵ月間, か月間
in: あと
from now: 後, 後に, あと, ご
ago: 前
next: 次の, 次, 今度の, こんどの
this: この
last: 前の, 先週の, 先週
this week: 今週の, 今週
next week: 来週の, 来週, 翌週の, 翌週
week after next: 再来週の, 再来週, さ来週の, さ来週, さらいしゅう
next month: 来月の, 来月
every: 毎週の, 毎週
every other: 隔週の, 隔週, 2週間ごと, 2週ごと, 二週間ごと
ordinal: 日
hour sign: 時
half past: 半
until: から, まで
open end: 遅くまで
weekend: 週末, 土日, 今週末
next weekend: 来週末, 来週の週末
christmas: クリスマス
christmas eve: クリスマスイブ, イブ
new year: 元日, 元旦
new year's eve: 大晦日, 大みそか
halloween: ハロウィン
""",
    "de": """
skip: am, um, ab, von, vom, den, der, die, das, dem, gegen, ca, circa, etwa, ungefähr, zirka, im,
skip: zum, punkt, pünktlich, beginn, jeweils, bitte, an, und, ein, einen, schon, tag, zeit
today: heute
tomorrow: morgen
overmorrow: übermorgen
yesterday: gestern, vorgestern
tonight: heute abend, heut abend, heute nacht
this morning: heute morgen, heute früh, heute vormittag
this afternoon: heute nachmittag
tomorrow evening: morgen abend
tomorrow morning: morgen früh, morgen vormittag
now: jetzt, sofort, gleich
morning: morgen, morgens, früh, vormittag, vormittags, am morgen, am vormittag, in der früh
noon: mittag, mittags, am mittag, zu mittag
afternoon: nachmittag, nachmittags, am nachmittag, spätnachmittag
evening: abend, abends, am abend
late night: nacht, nachts, in der nacht
midnight: mitternacht, um mitternacht
minutes: min, minute, minuten
hours: std, stunde, stunden
days: tag, tage, tagen
weeks: woche, wochen
months: monat, monate, monaten
in: in
from now: später
ago: vor
lasting: für
next: nächsten, nächster, nächste, nächstes, kommenden, kommender, kommende, kommendes, nächst
after next: übernächsten, übernächster, übernächste, übernächstes
this: diesen, dieser, diese, dieses, diesem
last: letzten, letzter, letzte, letztes, vergangenen
this week: diese woche, dieser woche, in dieser woche
next week: nächste woche, nächster woche, kommende woche, kommender woche, in der nächsten woche
next week: der nächsten woche, in der kommenden woche
week after next: übernächste woche, übernächster woche
next month: nächsten monat, nächsten monats, des nächsten monats, im nächsten monat, kommenden monat
every: jeden, jeder, jede, wöchentlich
every other: jeden zweiten, jede zweite, alle zwei, alle 2, zweiwöchentlich
day: am, den, der
hour sign: uhr, h
half to: halb
half past: halbe, halben, halber, halbes
quarter: viertel
three quarters: dreiviertel
minutes past: nach
minutes to: vor
until: bis, bis zum, bis um
open end: open end, offenes ende
weekend: wochenende
christmas: weihnachten, erster weihnachtstag
christmas eve: heiligabend, heiliger abend, heilig abend
new year: neujahr
new year's eve: silvester
""",
    "fr": """
skip: a, à, le, la, les, du, de, des, l', l’, d', d’, vers, à partir de, dès, environ, pile, au,
skip: précises, précise, aux alentours de, jour, et, heure de, heure du, heure d', un, on
today: aujourd'hui, aujourd’hui, aujourdhui, auj
tomorrow: demain
overmorrow: après-demain, après demain
yesterday: hier
week: dans huit jours, d'ici huit jours, dans 8 jours
two weeks: dans quinze jours, dans une quinzaine, dans 15 jours
tonight: ce soir, cette nuit
this morning: ce matin
this noon: ce midi
this afternoon: cet après-midi, cet après midi, cet aprem
tomorrow evening: demain soir
tomorrow morning: demain matin
now: maintenant, tout de suite
morning: matin, du matin, au matin, le matin, dans la matinée, matinée
noon: midi
afternoon: après-midi, après midi, de l'après-midi, de l’après-midi, aprem, l'après-midi
evening: soir, du soir, au soir, le soir, soirée, en soirée, dans la soirée
late night: nuit, la nuit, de la nuit
midnight: minuit
minutes: min, minute, minutes
hours: h, heure, heures
days: jour, jours
weeks: semaine, semaines, sem
fortnights: quinzaine
months: mois
in: dans, d'ici, d’ici
from now: plus tard
ago: il y a
lasting: pendant, durant, pour
next: prochain, prochaine, qui vient, suivant
this: ce, cette, cet
last: dernier, dernière, passé
this week: cette semaine, de cette semaine
next week: la semaine prochaine, semaine prochaine, de la semaine prochaine, la semaine qui vient
week after next: dans deux semaines
a week later: en huit
two weeks later: en quinze
next month: le mois prochain, mois prochain, du mois prochain
every: tous les, chaque, toutes les
every other: sur deux, tous les deux, toutes les deux, toutes les 2
day: le
ordinal: er, ère, e, ème
hour sign: h, heure, heures
half past: demi, demie
quarter: quart, un quart, le quart, quarts
and: et
minus: moins, moins le
until: à, jusqu'à, jusqu’à, jusque, jusqu'au, au
weekend: week-end, weekend, week end
christmas: noël
christmas eve: réveillon de noël, veille de noël
new year: jour de l'an, jour de l’an, nouvel an
new year's eve: saint-sylvestre, la saint-sylvestre, réveillon
""",
    "es": """
skip: a, el, la, las, los, a la, a las, al, de, del, sobre, hacia, desde, desde las, en punto,
skip: a partir de, aprox, alrededor de, dia, día, y, para, un, por, horario de, hora de
today: hoy
tomorrow: mañana
overmorrow: pasado mañana
two weeks: en quince días, dentro de quince días
yesterday: ayer
tonight: esta noche, hoy por la noche, hoy en la noche, hoy a la noche
this morning: esta mañana
this afternoon: esta tarde
tomorrow evening: mañana por la noche, mañana noche, mañana en la noche, mañana a la noche
tomorrow morning: mañana por la mañana, mañana en la mañana, mañana temprano
now: ahora, ya, ahora mismo
morning: mañana, de la mañana, por la mañana, en la mañana, a la mañana, mañanas
early hours: madrugada, de la madrugada, de madrugada, por la madrugada
noon: mediodía, medio día, al mediodía, del mediodía
afternoon: tarde, de la tarde, por la tarde, en la tarde, a la tarde
evening: noche, de la noche, por la noche, en la noche, a la noche
midnight: medianoche, media noche, a medianoche
minutes: min, minuto, minutos
hours: h, hora, horas, hs, hrs
days: día, días
weeks: semana, semanas
fortnights: quincena
months: mes, meses
in: dentro de, en, de aquí a
from now: más tarde, después
ago: hace
lasting: durante, por
next: próximo, próxima, que viene, siguiente, entrante
this: este, esta
last: pasado, pasada, último
this week: esta semana, de esta semana
next week: la semana que viene, semana que viene, la próxima semana, próxima semana
next week: de la semana que viene, de la próxima semana, la semana próxima, de la semana próxima
next month: el mes que viene, mes que viene, del mes que viene, el próximo mes, del próximo mes
every: todos los, todas las, cada
every other: cada dos, cada 2
day: el, el día
ordinal: ro, do, to, a, o, er
hour sign: h, hs, hrs, hora, horas
half past: media
quarter: cuarto
and: y
minus: menos
minutes to: para las, para la
until: a, hasta, hasta las, a las
weekend: fin de semana, finde
christmas: navidad
christmas eve: nochebuena
new year: año nuevo
new year's eve: nochevieja, fin de año
""",
    "pt": """
skip: a, à, as, às, o, os, na, no, nas, nos, de, da, do, das, dos, por volta de, em ponto, desde,
skip: a partir de, a partir das, lá pelas, aprox, dia, e, um, para, pelas, horário de, hora de
today: hoje
tomorrow: amanhã
overmorrow: depois de amanhã
yesterday: ontem
tonight: hoje à noite, hoje de noite, esta noite, nesta noite
this morning: hoje de manhã, hoje pela manhã, esta manhã
this afternoon: hoje à tarde, hoje de tarde, esta tarde
tomorrow evening: amanhã à noite, amanhã de noite
tomorrow morning: amanhã de manhã, amanhã cedo, amanhã pela manhã
now: agora, já
morning: manhã, da manhã, de manhã, pela manhã
early hours: madrugada, da madrugada, de madrugada
noon: meio-dia, meio dia, ao meio-dia
afternoon: tarde, da tarde, à tarde, de tarde, pela tarde
evening: noite, da noite, à noite, de noite, pela noite
midnight: meia-noite, meia noite, à meia-noite
minutes: min, minuto, minutos
hours: h, hora, horas, hrs
days: dia, dias
weeks: semana, semanas
fortnights: quinzena
months: mês, meses
in: daqui a, em, dentro de, daqui
from now: depois, mais tarde
ago: há, faz, atrás
lasting: durante, por
next: próximo, próxima, que vem, seguinte, no próximo, na próxima
this: este, esta, neste, nesta, esse, essa, nesse, nessa
last: passado, passada, último, última
this week: esta semana, nesta semana, desta semana
next week: semana que vem, na semana que vem, da semana que vem, próxima semana, na próxima semana
next week: da próxima semana
next month: mês que vem, do mês que vem, no mês que vem, próximo mês, do próximo mês
every: todo, toda, todas as, todos os, cada
every other: cada duas, cada dois, cada 2
day: dia, no dia
ordinal: o, a, er
hour sign: h, hora, horas, hrs
half past: meia
quarter: quarto
and: e
minus: menos
minutes to: para as, para a, pras, para
until: até, até as, até às, às, a, ao
weekend: fim de semana, fds
christmas: natal
christmas eve: véspera de natal
new year: ano novo, réveillon
new year's eve: véspera de ano novo, virada
""",
}
