/** A message or an event with the lines that go on it. */
export type ChatLine = {
  /** Three numbers in the order of the file. */
  readonly date: readonly [number, number, number]
  /** On 24 hours: `14:08` or `14:08:18`. */
  readonly time: string
  /** Name and message, or an event. */
  readonly rest: string
  /** Whether WhatsApp itself marked the text as its own. */
  readonly isMarked: boolean
  /** Whether a phone of Apple wrote it. */
  readonly isApple: boolean
}

const half = String.raw`(?<before>上午|下午|午前|午後|오전|오후)?\s?`
const after = String.raw`(?:\s?(?<after>[ap]\.?\s?m\.?|vorm\.|nachm\.|μ\.μ\.|π\.μ\.|ص|م|ق\.ظ\.?|ب\.ظ\.?|PG|PTG|ÖÖ|ÖS|SA|CH))?`
const day = String.raw`(?<a>\d{1,4})[./-]\s?(?<b>\d{1,2})[./-]\s?(?<c>\d{1,4})\.?(?:\s?г\.)?`
const clock = (second: string): string => String.raw`${half}(?<hour>\d{1,2})[:.](?<minute>\d\d)${second}${after}`
const between = String.raw`(?:,\s?|\s)(?:klo |kl\. |à |um |at |às |alle )?`
const apple = new RegExp(
  String.raw`^\[${day}${between}${clock(String.raw`(?:[:.](?<second>\d\d))?`)}\] (?<rest>.*)$`,
  'i',
)
// Without seconds: logs of programs have them.
const android = new RegExp(String.raw`^${day}${between}${clock('')}\s[-–] (?<rest>.*)$`, 'i')

export function whatsappLines(text: string): { readonly lines: readonly ChatLine[]; readonly others: number } {
  const rows = text
    .split(/\r?\n/)
    .map((row) => ({ raw: row, row: plainHead(row.replace(/^[\u200e\u200f\u202a-\u202e\ufeff]+/, '')) }))
  const count = (form: RegExp): number => rows.filter(({ row }) => form.test(row)).length
  const form = count(apple) >= count(android) ? apple : android
  const other = count(form === apple ? android : apple)
  const lines: ChatLine[] = []
  let before = 0
  for (const { raw, row } of rows) {
    const line = lineOf(form.exec(row)?.groups, { raw, isApple: form === apple })
    const last = lines.at(-1)
    if (line !== undefined) lines.push(line)
    else if (last !== undefined) lines[lines.length - 1] = { ...last, rest: `${last.rest}\n${raw}` }
    else if (row.trim() !== '') before += 1
  }
  return { lines, others: before + (other > (lines.length + other) * 0.2 ? other : 0) }
}

function lineOf(
  groups: Readonly<Record<string, string | undefined>> | undefined,
  { raw, isApple }: { raw: string; isApple: boolean },
): ChatLine | undefined {
  if (groups === undefined) return undefined
  const { a, b, c, hour, minute, second, rest = '' } = groups
  const hours = Number(hour)
  const isPm = /^p\.?\s?m|^nachm|^μ|下午|午後|오후|^م|^ب|^PTG|^ÖS|^CH/i.test(groups['after'] ?? groups['before'] ?? '')
  const isHalved = (groups['after'] ?? groups['before']) !== undefined
  const on24 = isHalved ? (hours % 12) + (isPm ? 12 : 0) : hours
  if (on24 > 23 || Number(minute) > 59) return undefined
  const time = [String(on24).padStart(2, '0'), minute, ...(second === undefined ? [] : [second])].join(':')
  const isMarked = /[:\]] \u200e/.test(raw) || raw.startsWith('\u200e')
  return { date: [Number(a), Number(b), Number(c)], time, rest: rest.replace(/^[\u200e\u200f]/, ''), isMarked, isApple }
}

/** Phones write their own digits, commas and marks of direction into the date. Only the date is changed. */
function plainHead(row: string): string {
  if (!/^\[?[\d\u0660-\u0669\u06f0-\u06f9]/.test(row)) return row
  return row.replace(/^.{0,40}?(?:\]| [-–] )/, (head) =>
    head
      .replaceAll(/[\u0660-\u0669]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x660))
      .replaceAll(/[\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x6f0))
      .replaceAll(/[\u200e\u200f\u061c]/g, '')
      .replaceAll('،', ','),
  )
}
