import { splitFrontMatter } from '@datacortex/text'
import { type Knowledge, sectionOf } from './knowledge-file.ts'
import { type KeyPoint, idOf, keyPointOf, keyPointsOf, withoutCategory } from './key-points.ts'

export type Addition = {
  /** Lines of the sections that they belong to; the point may be of several lines, or none. */
  readonly point?: string | undefined
  readonly change: string
  readonly writer: string
  /** When, in UTC. */
  readonly at: string
  /** The log entry that it was taken from. */
  readonly reflected?: string | undefined
  /** Of a file that names none. */
  readonly owner?: string | undefined
  /** In whose contexts it stands; as it was if absent. */
  readonly pin?: readonly string[] | undefined
}

type NewTopic = Pick<Knowledge, 'title' | 'tags' | 'summary' | 'owner_uid' | 'visibility'>

/** A knowledge file with one addition more, or a new one with it. */
export function withAddition(before: string | undefined, topic: NewTopic, addition: Addition): string {
  return withPoint(before ?? newKnowledgeText(topic, addition), addition)
}

function newKnowledgeText({ title, tags, summary, owner_uid, visibility }: NewTopic, { writer, at }: Addition): string {
  const head = { title, tags, summary, owner_uid, last_writer_uid: writer, visibility, created_at: at }
  const lines = Object.entries({ ...head, updated_at: at }).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  const body = ['', `# ${title}`, '', '## Summary', '', summary, '', '## Key Points', '', '## Changelog', '']
  return ['---', ...lines, '---', ...body].join('\n')
}

/** A knowledge file with one key point more: its owner and everything else stay, its line ends too. */
export function withPoint(text: string, { point, change, ...facts }: Addition): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const split = splitFrontMatter(text)
  const lines = (split?.body ?? text).split(/\r?\n/)
  const pointed = point === undefined ? lines : inSection(lines, 'Key Points', point.replaceAll('\n', eol))
  const body = inSection(pointed, 'Changelog', change.replaceAll('\n', eol))
  const head = (split?.yaml ?? '').split(/\r?\n/).slice(0, -1)
  const isOwned = head.some((line) => line.startsWith('owner_uid:'))
  const fields = {
    owner_uid: isOwned ? undefined : facts.owner,
    last_writer_uid: facts.writer,
    updated_at: facts.at,
    last_reflected_from: facts.reflected,
    pin: facts.pin,
  }
  return ['---', ...Object.entries(fields).reduce(withField, head), '---', ...body].join(eol)
}

function withField(head: readonly string[], [key, value]: [string, unknown]): readonly string[] {
  if (value === undefined) return head
  const line = `${key}: ${JSON.stringify(value)}`
  const start = head.findIndex((one) => one.startsWith(`${key}:`))
  if (start === -1) return [...head, line]
  // A list may go on below.
  const length = head.slice(start + 1).findIndex((one) => !/^(?:\s|-(?!--))/.test(one))
  return head.toSpliced(start, length === -1 ? head.length : length + 1, line)
}

/** At the end of a section, which is made if it lacks. */
function inSection(lines: readonly string[], heading: string, line: string): readonly string[] {
  const { start = 0, end = lines.length } = sectionOf(lines, heading) ?? {}
  const last = lines.findLastIndex((one, at) => at < end && one.trim() !== '')
  const before = lines.slice(0, last + 1)
  if (start === 0) return inSection([...before, '', `## ${heading}`], heading, line)
  const after = end === lines.length ? [''] : lines.slice(last + 1)
  return [...before, ...(last < start ? [''] : []), line, ...after]
}

/**
 * The text with another line in the place of that of a key point, or without it where there is none; every other byte as it
 * was. Of several ones with its id it is those that hold, else the last.
 */
export function withChangedPoint(
  text: string,
  { id, topic }: { readonly id: string; readonly topic: string },
  change: (point: KeyPoint) => string | undefined,
): string {
  const lines = text.split(/(?<=\n)/)
  const { start = 0, end = 0 } = sectionOf(lines, 'Key Points') ?? {}
  const its = lines.slice(start, end).flatMap((line, at) => {
    const point = keyPointOf(line)
    return point !== undefined && idOf(point, topic) === id ? [{ at: start + at, point }] : []
  })
  const holding = its.filter(({ point }) => point.holds)
  for (const { at, point } of holding.length > 0 ? holding : its.slice(-1)) {
    const line = change(point)
    const lineEnd = /\r?\n$/.exec(lines[at] ?? '')?.[0] ?? ''
    lines[at] = line === undefined ? '' : line + lineEnd
  }
  return withSummary(lines.join(''), text)
}

/** The text with the first key point that holds as its summary, where that was one that held before and does no longer. */
function withSummary(text: string, before: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const said = keyPointsOf(text).flatMap((point) => (point.holds ? [withoutCategory(point.text)] : []))
  const [first = ''] = said
  const places = (one: string): readonly string[] =>
    [`summary: ${JSON.stringify(one)}`, `## Summary\n\n${one}`].map((place) => `\n${place}\n`.replaceAll('\n', eol))
  return keyPointsOf(before).reduce((again, point) => {
    const one = withoutCategory(point.text)
    if (said.includes(one)) return again
    return places(one).reduce((now, place, at) => now.replace(place, () => places(first)[at] ?? ''), again)
  }, text)
}
