import { monthNames } from '../rows/date-line.ts'
import { calendarDay } from '@datacortex/text'

/**
 * The days that a query or a name says, as many languages write them, each once as `YYYY-MM-DD`, and the rest; `11/10/2026`
 * could be two, and is none.
 */
export function askedDates(text: string): { readonly dates: readonly string[]; readonly rest: string } {
  if (!/\d{4}/.test(text)) return { dates: [], rest: text }
  const dates = new Set<string>()
  let rest = text.normalize('NFC')
  for (const form of forms)
    rest = rest.replaceAll(form, (written: string, ...found: unknown[]) => {
      const parts = found.at(-1) as Readonly<Record<'year' | 'month' | 'day', string>>
      const date = askedDay(parts)
      if (date === undefined) return written
      dates.add(date)
      return ' '
    })
  return { dates: [...dates], rest }
}

/** Words for the months beside English: those of dates, headings, and short ones; of two meanings the most spoken. */
const monthWords: readonly (readonly string[])[] = [
  'januar jänner janvier enero gennaio janeiro januari styczeń stycznia leden ledna январь января січень січня ιανουάριος ιανουαρίου ocak يناير ינואר जनवरी',
  'februar feber février febrero febbraio fevereiro februari luty lutego únor února февраль февраля лютий лютого φεβρουάριος φεβρουαρίου şubat فبراير פברואר फरवरी फ़रवरी',
  'märz mär mars marzo março maart marzec marca březen března март марта березень березня μάρτιος μαρτίου mart مارس מרץ मार्च',
  'avril abril aprile kwiecień kwietnia duben dubna апрель апреля квітень квітня απρίλιος απριλίου nisan أبريل ابريل אפריל अप्रैल',
  'mai mayo maggio maio mei maj maja květen května май мая травень травня μάιος μαΐου mayıs مايو מאי मई',
  'juni juin junio giugno junho czerwiec czerwca červen června июнь июня червень червня ιούνιος ιουνίου haziran يونيو יוני जून',
  'juli juillet julio luglio julho lipiec lipca červenec července июль июля липень липня ιούλιος ιουλίου temmuz يوليو יולי जुलाई',
  'août agosto augustus augusti sierpień sierpnia srpen srpna август августа серпень серпня αύγουστος αυγούστου ağustos أغسطس اغسطس אוגוסט अगस्त',
  'septembre septiembre settembre setembro wrzesień września září сентябрь сентября вересень вересня σεπτέμβριος σεπτεμβρίου eylül سبتمبر ספטמבר सितंबर सितम्बर',
  'oktober okt octobre octubre ottobre outubro październik października říjen října октябрь октября жовтень жовтня οκτώβριος οκτωβρίου ekim أكتوبر اكتوبر אוקטובר अक्टूबर अक्तूबर',
  'novembre noviembre novembro listopad listopada ноябрь ноября νοέμβριος νοεμβρίου kasım نوفمبر נובמבר नवंबर नवम्बर',
  'dezember dez décembre diciembre dicembre dezembro desember grudzień grudnia prosinec prosince декабрь декабря грудень грудня δεκέμβριος δεκεμβρίου aralık ديسمبر דצמבר दिसंबर दिसम्बर',
].map((words) => words.normalize('NFC').split(' '))

const month = `(?<month>${monthNames.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|Sept)\\.?`
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th)?'
const year = '(?<year>(?:19|20)\\d\\d)'
const otherMonth = `(?<month>${monthWords.flat().join('|')})\\.?`
const ordinal = '(?:er|[.º])?'

const forms = [
  `${year}([-/._])(?<month>\\d\\d)\\2(?<day>\\d\\d)`,
  `${year}(?<month>\\d\\d)(?<day>\\d\\d)`,
  `(?<day>\\d{1,2})\\. ?(?<month>\\d{1,2})\\. ?${year}`,
  `${day}\\.?(?: of)? ${month},? ${year}`,
  `${month} ${day},? ${year}`,
  `(?<day>\\d{1,2})${ordinal}(?: de)? ב?${otherMonth},?(?: del?)? ${year}`,
  `(?<day>\\d{1,2}) tháng (?<month>\\d{1,2}),?(?: năm)? ${year}`,
]
  .map((form) => new RegExp(`(?<![\\p{L}\\p{N}])${form}(?![\\p{L}\\p{M}\\p{N}])`, 'giu'))
  // No spaces stand around these.
  .concat(/(?<!\d)(?<year>(?:19|20)\d\d) ?[年년] ?(?<month>\d{1,2}) ?[月월] ?(?<day>\d{1,2}) ?[日号號일]/gu)

function askedDay(parts: Readonly<Record<'year' | 'month' | 'day', string>>): string | undefined {
  const word = parts.month.toLowerCase()
  const english = monthNames.findIndex((name) => word.slice(0, 3) === name.slice(0, 3).toLowerCase())
  // "Mars" and "mart" begin as March does, and "juin" as no English month.
  const other = monthWords.findIndex((words) => words.includes(word))
  const named = other < 0 ? english : other
  return calendarDay({ ...parts, month: named < 0 ? parts.month : named + 1 })
}

/** Names of the days of the week, in lower case, as they stand before a date. */
export const weekdayWords: readonly string[] =
  'monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica segunda terça quarta quinta sexta feira maandag dinsdag woensdag donderdag vrijdag zaterdag zondag måndag tisdag onsdag torsdag fredag lördag söndag poniedziałek wtorek środa czwartek piątek sobota niedziela понедельник вторник среда четверг пятница суббота воскресенье понеділок вівторок середа четвер субота неділя δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή pazartesi salı çarşamba perşembe cuma cumartesi pazar الاثنين الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार'
    .normalize('NFC')
    .split(' ')
