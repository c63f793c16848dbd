import { splitFrontMatter } from '@datacortex/text'
import { headingLine } from './knowledge-file.ts'
import { supersededLine } from './key-points.ts'

export type Addition = {
  /** Lines of the sections that they belong to; the point may be of several lines, or none. */
  readonly point?: string | undefined
  readonly change: string
  readonly writer: string
  /** The log entry that it was taken from. */
  readonly reflected?: string | undefined
  /** When, in UTC. */
  readonly at: string
}

export function newKnowledgeText(
  {
    title,
    tags,
    summary,
    owner,
    visibility,
  }: { title: string; tags: readonly string[]; summary: string; owner: string; visibility: string },
  { point, change, writer, at, reflected }: Addition,
): string {
  const head = {
    title,
    tags,
    summary,
    owner_uid: owner,
    last_writer_uid: writer,
    visibility,
    created_at: at,
    updated_at: at,
    ...(reflected === undefined ? {} : { last_reflected_from: reflected }),
  }
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  const sections = [
    `# ${title}`,
    '',
    '## Summary',
    '',
    summary,
    '',
    '## Key Points',
    '',
    point ?? '',
    '',
    '## Changelog',
    '',
    change,
    '',
  ]
  return ['---', ...lines, '---', '', ...sections].join('\n')
}

/** A knowledge file with one key point more: its owner and everything else stay, its line ends too. */
export function withPoint(text: string, addition: Addition & { readonly owner?: string | undefined }): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const { owner, writer, at, reflected } = addition
  const split = splitFrontMatter(text)
  const lines = (split?.body ?? text).split(/\r?\n/)
  const point = addition.point?.replaceAll('\n', eol)
  const body = inSection(
    point === undefined ? lines : inSection(lines, 'Key Points', point),
    'Changelog',
    addition.change,
  )
  const head = (split?.yaml ?? '').split(/\r?\n/).filter((line, at, all) => line !== '' || at < all.length - 1)
  const withOwner =
    owner === undefined || head.some((line) => line.startsWith('owner_uid:'))
      ? head
      : [...head, `owner_uid: ${JSON.stringify(owner)}`]
  const changed = withField(withField(withOwner, 'last_writer_uid', writer), 'updated_at', at)
  const whole = reflected === undefined ? changed : withField(changed, 'last_reflected_from', reflected)
  return ['---', ...whole, '---', ...body].join(eol)
}

/** The same with one key point that another replaced. */
export function withSuperseded(
  text: string,
  {
    id,
    by,
    day,
    ...facts
  }: Omit<Addition, 'point'> & { readonly id: string; readonly by: string; readonly day: string },
): string {
  const isIts = (line: string): boolean => line.trimEnd().endsWith(` ^${id}`)
  const ended = text
    .split(/(?<=\n)/)
    .map((line) => (isIts(line) ? supersededLine(line, { by, day }) : line))
    .join('')
  return withPoint(ended, { ...facts, point: undefined })
}

/** The text with another list of those in whose contexts it stands. It has front matter, as `withPoint` gives it. */
export function withPin(text: string, pin: readonly string[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split(eol)
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
  const start = lines.slice(0, end).findIndex((line) => line.startsWith('pin:'))
  const value = `pin: ${JSON.stringify(pin)}`
  if (start === -1) return lines.toSpliced(end, 0, value).join(eol)
  // A list may go on below.
  const rest = lines.slice(start + 1).findIndex((line) => !/^(?:\s|-(?!--))/.test(line))
  return lines.toSpliced(start, 1 + Math.max(0, rest), value).join(eol)
}

function withField(head: readonly string[], key: string, value: string): readonly string[] {
  const line = `${key}: ${JSON.stringify(value)}`
  const place = head.findIndex((one) => one.startsWith(`${key}:`))
  return place === -1 ? [...head, line] : head.with(place, line)
}

/** At the end of a section, which is made if it lacks. */
function inSection(lines: readonly string[], heading: string, line: string): string[] {
  const start = headingLine(lines, heading)
  if (start === -1) {
    const last = lines.findLastIndex((one) => one.trim() !== '')
    return [...lines.slice(0, last + 1), '', `## ${heading}`, '', line, '']
  }
  const next = lines.slice(start + 1).findIndex((one) => /^#{1,2} /.test(one))
  const end = next === -1 ? lines.length : start + 1 + next
  const last = lines.slice(0, end).findLastIndex((one) => one.trim() !== '')
  const isEmpty = last === start
  return [...lines.slice(0, last + 1), ...(isEmpty ? [''] : []), line, ...(next === -1 ? [''] : lines.slice(last + 1))]
}
