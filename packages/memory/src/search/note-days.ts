import type { LinkGraph } from '@datacortex/notes'
import { askedDates, weekdayWords } from './asked-dates.ts'
import { contentWords } from './content-words.ts'
import { fileNames } from './note-names.ts'

/** The notes of a graph by the days that names, titles and `date` say, daily notes first; made once for a graph. */
export function noteDays(graph: Pick<LinkGraph, 'notes'>) {
  const days = made.get(graph) ?? daysOf(graph.notes)
  made.set(graph, days)
  return days
}

/** Whether a text says nothing beside a day, such as `Sunday, …` or `what did I do on …`. */
export function isDayAlone(rest: string): boolean {
  // A text without content words has all its words as such: with a word before it, it has.
  return contentWords(`day ${rest}`).every((word) => dayWords.has(word))
}

const dayWords = new Set([
  'day',
  'daily',
  // Words of scripts without spaces are taken apart into pairs of signs.
  ...[...weekdayWords, ...cjkWeekdays()].flatMap((name) => contentWords(name)),
])

const made = new WeakMap<Pick<LinkGraph, 'notes'>, ReturnType<typeof daysOf>>()

function daysOf(notes: LinkGraph['notes']) {
  const dated = [...notes].flatMap(([path, { title, date }]) => {
    const days = new Map<string, boolean>(date === undefined ? [] : [[date, false]])
    for (const name of [title, ...fileNames(path)]) {
      const { dates, rest } = askedDates(name)
      // Its name is nothing but the day, as that of a daily note.
      const isDaily = dates.length === 1 && isDayAlone(rest)
      for (const one of dates) days.set(one, isDaily || days.get(one) === true)
    }
    return Array.from(days, ([day, isDaily]) => ({ day, path, isDaily }))
  })
  dated.sort((one, other) => Number(other.isDaily) - Number(one.isDaily))
  return Map.groupBy(dated, ({ day }) => day)
}

function cjkWeekdays(): readonly string[] {
  const chinese = ['星期', '周', '週', '礼拜'].flatMap((week) => Array.from('一二三四五六日天', (day) => week + day))
  const japanese = Array.from('月火水木金土日', (day) => `${day}曜日`)
  const korean = Array.from('월화수목금토일', (day) => `${day}요일`)
  return [...chinese, ...japanese, ...korean]
}
