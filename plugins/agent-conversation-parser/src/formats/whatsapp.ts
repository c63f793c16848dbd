import type { Turn } from '../conversation.ts'
import type { Counts } from '../counts.ts'
import { type ChatLine, whatsappLines } from './whatsapp-lines.ts'
import { dayOrder, isoDay } from './whatsapp-days.ts'
import { speakerNames } from './whatsapp-names.ts'
import { messageBody } from './whatsapp-body.ts'
import { deleted, edited, encryption } from './whatsapp-words.ts'

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
