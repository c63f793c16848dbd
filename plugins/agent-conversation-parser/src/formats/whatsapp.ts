import type { Turn } from '../conversation.ts'
import type { Counts } from '../counts.ts'
import { type ChatLine, whatsappLines } from './whatsapp-lines.ts'
import { deleted, edited, encryption, media } from './whatsapp-words.ts'
import { plainText } from '../plain-text.ts'
import { calendarDay } from '@datacortex/text'

/** Whether a text is a chat of WhatsApp: of the lines that start a message, nearly all have one of its two forms. */
export function isWhatsapp(text: string): boolean {
  const { lines, others } = whatsappLines(text.slice(0, 40_000))
  return lines.filter(({ rest }) => rest.includes(': ')).length >= 2 && others === 0
}

/** A chat of WhatsApp as its conversation. Its times have no zone, so that turns carry their day. */
export function readWhatsapp(text: string, { title, counts }: { title?: string | undefined; counts: Counts }) {
  const { lines } = whatsappLines(text)
  const { order, isSure } = dayOrder(lines.map(({ date }) => date))
  if (!isSure)
    counts.remark({
      code: 'CONVERSATION_DATES_UNSURE',
      severity: 'warning',
      message: `No date of the chat tells whether the day or the month comes first; ${order === 'dmy' ? 'the day' : 'the month'} was taken.`,
      hint: 'Compare the first date with your phone.',
    })
  const names = speakerNames(lines.map(({ rest }) => rest))
  const turns = lines.flatMap((line) => turnOf(line, { day: isoDay(line.date, order), names, counts }))
  return { title, startedAt: turns[0]?.at, named: true, turns }
}

function turnOf(
  line: ChatLine,
  options: { readonly day: string | undefined; readonly names: ReadonlySet<string>; readonly counts: Counts },
): readonly Turn[] {
  const { day, names, counts } = options
  const speaker = nameIn(line.rest, names)
  const said = speaker === undefined ? line.rest : line.rest.slice(speaker.length + 2)
  const bare = said.replaceAll(/[\u200e\u200f\u202a-\u202e]/g, '').trim()
  if (speaker === undefined || (encryption.test(bare) && line.isMarked)) return counts.skip('event')
  if (deleted.test(bare)) return counts.skip('deleted')
  const text = messageBody(bare.replace(edited, '').trim(), { ...line, isMarked: said.startsWith('\u200e') })
  if (text === undefined || text === '') return counts.skip(text === '' ? 'empty' : 'event')
  return [{ speaker, at: day, localTime: line.time, text }]
}

/** The longest name that the line begins with. */
function nameIn(rest: string, names: ReadonlySet<string>): string | undefined {
  let found: string | undefined
  for (let at = rest.indexOf(': '); at !== -1 && at <= 100; at = rest.indexOf(': ', at + 1))
    if (names.has(rest.slice(0, at))) found = rest.slice(0, at)
  return found
}

function speakerNames(rests: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  const shorter = new Map<string, string>()
  for (const rest of rests) {
    let previous: string | undefined
    for (let at = rest.indexOf(': '); at > 0 && at <= 60; at = rest.indexOf(': ', at + 1)) {
      const name = rest.slice(0, at)
      if (name.includes('\n')) break
      counts.set(name, (counts.get(name) ?? 0) + 1)
      if (previous !== undefined) shorter.set(name, previous)
      previous = name
    }
  }
  const names = new Set([...counts.keys()].filter((name) => !shorter.has(name)))
  // Shorter ones come before longer ones, so that a name may grow twice.
  for (const [name, base] of [...shorter].toSorted(([a], [b]) => a.length - b.length)) {
    const count = counts.get(name) ?? 0
    if (!names.has(base) || count < 3 || count !== counts.get(base)) continue
    names.delete(base)
    names.add(name)
  }
  return names
}

/** `<attached: 00000012-PHOTO.jpg>` in any language. */
const tag = /^<[^<>:\n]{2,30}:\s*([^<>\n]+\.\w{2,5})>$/

/** What somebody wrote, with files by name. `text`: without marks of direction. */
function messageBody(text: string, { isMarked, isApple }: { isMarked: boolean; isApple: boolean }) {
  const [first = '', ...more] = text.split('\n')
  const below = plainText(more.join('\n'))
  const name = attachedName(first, isMarked)
  if (name !== undefined) return `[file: ${name}]\n${below}`.trim()
  if (media.test(first)) return `[media]\n${below}`.trim()
  const last = text.lastIndexOf('<')
  const tagged = last === -1 ? undefined : tag.exec(text.slice(last))?.[1]
  if (tagged !== undefined) return `${plainText(text.slice(0, last).trim())}\n[file: ${tagged}]`
  // Nobody types this mark: places and votes are all that people send with it.
  if (isApple && isMarked && !/https?:\/\/|^\p{Lu}+:\n/u.test(text)) return undefined
  return plainText(text)
}

/** Android marks names of files, which may have blanks then. */
function attachedName(line: string, isMarked: boolean): string | undefined {
  const named = isMarked ? /^(.{1,200}\.\w{2,5}) \([^()]+\)$/ : /^(\S+\.\w{2,5}) \([^()]+\)$/
  return tag.exec(line)?.[1] ?? named.exec(line)?.[1]
}

type Numbers = readonly [number, number, number]

/** Which of the three numbers of a date comes first. */
type DayOrder = 'dmy' | 'mdy' | 'ymd'

/** The order of day and month, found over all dates of a file. */
function dayOrder(dates: readonly Numbers[]): { readonly order: DayOrder; readonly isSure: boolean } {
  if (dates.some(([first]) => first > 31)) return { order: 'ymd', isSure: true }
  const dayFirst = dates.filter(([first]) => first > 12).length
  const monthFirst = dates.filter(([, second]) => second > 12).length
  if (dayFirst !== monthFirst) return { order: dayFirst > monthFirst ? 'dmy' : 'mdy', isSure: true }
  const backwards = { dmy: steps(dates, 'dmy'), mdy: steps(dates, 'mdy') }
  if (backwards.dmy !== backwards.mdy) return { order: backwards.dmy < backwards.mdy ? 'dmy' : 'mdy', isSure: true }
  return { order: 'dmy', isSure: dates.every(([first, second]) => first === second) }
}

function steps(dates: readonly Numbers[], order: DayOrder): number {
  const days = dates.map((date) => isoDay(date, order) ?? '')
  return days.filter((day, index) => day < (days[index - 1] ?? '')).length
}

/** A date as `2024-05-06`; undefined if there is no such day. */
function isoDay([a, b, c]: Numbers, order: DayOrder): string | undefined {
  const [year, month, day] = order === 'ymd' ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b]
  return calendarDay({ year: year < 100 ? year + 2000 : year, month, day })
}
