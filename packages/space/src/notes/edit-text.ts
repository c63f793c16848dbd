import { spaceError } from '../errors.ts'

export type EditedText = {
  readonly whole: Buffer
  /** What was there, and what is there now, with `\n`. */
  readonly before: string
  readonly after: string
  /** Where it begins, from 1. */
  readonly line: number
}

const mostNamed = 5

/** Lines of a file, from 1, inclusive. */
type Lines = { readonly start: number; readonly end: number }

/** Replaces what stands exactly once in some lines of a file. Line ends are those of the file. `bytes`: UTF-8. */
export function replacePassage(
  bytes: Buffer,
  { path, passage, old, text }: { path: string; passage: Lines; old: string; text: string },
): EditedText {
  const file = bytes.toString('latin1')
  const [from, to] = [offsetOf(file, passage.start), offsetOf(file, passage.end + 1)]
  const [wanted, given] = [asIn(file, old), asIn(file, text)]
  let count = 0
  const places: number[] = []
  for (let at = file.indexOf(wanted, from); at !== -1 && at + wanted.length <= to; at = file.indexOf(wanted, at + 1)) {
    count += 1
    if (count <= mostNamed) places.push(at)
  }
  const [at] = places
  if (at === undefined) throw spaceError('CLI_PASSAGE_UNKNOWN', { path, old })
  if (count > 1)
    throw spaceError('CLI_PASSAGE_AMBIGUOUS', { path, count, lines: places.map((place) => lineAt(file, place)) })
  return {
    whole: Buffer.from(file.slice(0, at) + given + file.slice(at + wanted.length), 'latin1'),
    before: plain(old),
    after: plain(text),
    line: lineAt(file, at),
  }
}

/** Replaces what stands below the heading of a section, sections within it too; blank lines around it stay. */
export function replaceSection(bytes: Buffer, { section, text }: { section: Lines; text: string }): EditedText {
  const file = bytes.toString('latin1')
  const lines = file.split('\n')
  const head = section.start + (isUnderlined(lines, section.start) ? 1 : 0)
  let first = head
  while (first < section.end && lines[first]?.trim() === '') first += 1
  const blank = file.includes('\r\n') ? '\r' : ''
  const [upper, body, rest] = [lines.slice(0, first), lines.slice(first, section.end), lines.slice(section.end)]
  const isLast = rest.length === 0
  // An empty section has no blank lines of its own, and the last line of a file may have no end.
  if (body.length === 0) {
    if (isLast) upper.push(`${upper.pop() ?? ''}${blank}`)
    upper.push(blank)
    if (rest.length > 0 && rest[0]?.trim() !== '') rest.unshift(blank)
  }
  const given = asIn(file, text).split('\n')
  if (!isLast) given.push(`${given.pop() ?? ''}${blank}`)
  return {
    whole: Buffer.from([...upper, ...given, ...rest].join('\n'), 'latin1'),
    before: plain(Buffer.from(body.join('\n'), 'latin1').toString('utf8')).trimEnd(),
    after: plain(text),
    line: upper.length + 1,
  }
}

/** Replaces all of a file, without its last line end: lines that stay keep every byte, and so does a mark at its beginning. */
export function replaceWhole(bytes: Buffer, text: string): EditedText {
  const file = bytes.toString('latin1')
  const mark = file.startsWith(byteOrderMark) ? byteOrderMark : ''
  const end = /\r?\n$/.exec(file)?.[0] ?? ''
  const lines = file.slice(mark.length, file.length - end.length).split('\n')
  const given = Buffer.from(plain(text), 'utf8').toString('latin1').split('\n')
  const isSame = (one: string | undefined, other: string | undefined): boolean => one?.replace(/\r$/, '') === other
  let [first, last, lastGiven] = [0, lines.length, given.length]
  while (first < Math.min(last, lastGiven) && isSame(lines[first], given[first])) first += 1
  for (; Math.min(last, lastGiven) > first && isSame(lines[last - 1], given[lastGiven - 1]); last -= 1) lastGiven -= 1
  const middle = given.slice(first, lastGiven)
  const blank = file.includes('\r\n') ? '\r' : ''
  // The last line of all has its end behind it already.
  const isEnd = lastGiven === given.length
  const ended = middle.map((line, index) => `${line}${isEnd && index === middle.length - 1 ? '' : blank}`)
  const upper = lines.slice(0, first)
  if (isEnd && middle.length === 0 && first < lines.length) upper.push((upper.pop() ?? '').replace(/\r$/, ''))
  else if (first === lines.length && middle.length > 0) upper.push(`${(upper.pop() ?? '').replace(/\r$/, '')}${blank}`)
  return {
    whole: Buffer.from(mark + [...upper, ...ended, ...lines.slice(last)].join('\n') + end, 'latin1'),
    before: Buffer.from(lines.slice(first, last).join('\n'), 'latin1').toString('utf8').replaceAll('\r', ''),
    after: Buffer.from(middle.join('\n'), 'latin1').toString('utf8'),
    line: first + 1,
  }
}

/** As `latin1`. */
const byteOrderMark = '\u{ef}\u{bb}\u{bf}'

/** Bytes are kept as they are: `latin1` gives each one a character. */
function asIn(file: string, text: string): string {
  const lines = Buffer.from(plain(text), 'utf8').toString('latin1')
  return file.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines
}

function plain(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** Where a line begins; beyond the last one the end of the file. */
function offsetOf(file: string, line: number): number {
  let at = 0
  for (let passed = 1; passed < line; passed += 1) {
    const end = file.indexOf('\n', at)
    if (end === -1) return file.length
    at = end + 1
  }
  return at
}

function lineAt(file: string, place: number): number {
  return file.slice(0, place).split('\n').length
}

/** Whether the heading has a second line, of `===` or `---`. */
function isUnderlined(lines: readonly string[], start: number): boolean {
  return !/^(?: {0,3}#|\*+ )/.test(lines[start - 1] ?? '') && /^ {0,3}(?:=+|-+)\s*$/.test(lines[start] ?? '')
}
