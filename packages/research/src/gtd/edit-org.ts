import { oneLine } from '@datacortex/text'
import { plainLine } from './plain-line.ts'
import { type OrgFile, type OrgHeading, readOrg } from './read-org.ts'

type Edit = { readonly start: number; readonly end: number; readonly text: string }

export type DoneTask = {
  readonly at: string
  /** Properties such as `OUTPUT`; each is one line. */
  readonly properties: Readonly<Record<string, string>>
}

/** Marks a task of an org file as done: its keyword, the time, its properties. No other byte changes. */
export function markDone(file: OrgFile, heading: OrgHeading, { at, properties }: DoneTask) {
  const done = heading.isDone ? {} : { keyword: file.keywords.done[0] ?? 'DONE', endedAt: at }
  return editTask(file, heading, { ...done, properties })
}

/** Puts properties into the drawer of a task; no other byte changes. */
export function setProperties(file: OrgFile, heading: OrgHeading, properties: DoneTask['properties']) {
  return editTask(file, heading, { properties })
}

/** What becomes of a task. */
export type TaskEdit = {
  readonly keyword?: string | undefined
  /** Says when it was closed, unless that stands there; UTC, ISO 8601. */
  readonly endedAt?: string | undefined
  /** The line with SCHEDULED, DEADLINE and CLOSED, which may be empty, as it is to be. */
  readonly planning?: ((line: string) => string) | undefined
  readonly properties?: Readonly<Record<string, string>> | undefined
  /** Properties that go. */
  readonly without?: readonly string[] | undefined
}

/**
 * Changes what is named of a task; no other byte changes.
 * @example editTask(file, heading, { keyword: 'WORKING' }).text
 */
export function editTask({ text }: OrgFile, heading: OrgHeading, edit: TaskEdit) {
  const feed = text.includes('\r\n') ? '\r\n' : '\n'
  const edits: Edit[] = []
  if (edit.keyword !== undefined) edits.push(...keywordEdits(text, { heading, keyword: edit.keyword }))
  edits.push(...planningEdits(text, { heading, edit, feed }))
  if (!heading.hasBrokenDrawer)
    edits.push(
      ...propertyEdits(text, { heading, properties: edit.properties ?? {}, feed }),
      ...removals(text, { heading, names: edit.without ?? [] }),
    )
  return { text: apply(text, edits), problems: edit.properties === undefined ? [] : problemsOf(heading) }
}

function problemsOf({ title, hasBrokenDrawer }: OrgHeading): readonly string[] {
  return hasBrokenDrawer ? [`the drawer of "${title}" has no :END:, so nothing was put into it`] : []
}

export type NewTask = {
  readonly title: string
  readonly tags?: readonly string[] | undefined
  readonly properties: Readonly<Record<string, string>>
}

/**
 * Adds tasks at the end of an org file, such as an inbox; one whose title stands there, open or done, is not added again.
 * @example addInboxTasks('', [{ title: 'Call Anna', properties: {} }]) // '* TODO Call Anna\n'
 */
export function addInboxTasks(text: string, tasks: readonly NewTask[]): string {
  const { headings, keywords } = readOrg(text)
  const feed = text.includes('\r\n') ? '\r\n' : '\n'
  const known = new Set(headings.map(({ title }) => taskTitle(title)))
  const blocks: string[] = []
  for (const { title, tags = [], properties } of tasks) {
    const line = taskTitle(title)
    if (line === '' || known.has(line)) continue
    known.add(line)
    const end =
      tags.length === 0 ? '' : ` :${tags.map((tag) => tag.replaceAll(/[^\p{L}\p{M}\p{N}_@#%]/gu, '_')).join(':')}:`
    blocks.push([`* ${keywords.open[0] ?? 'TODO'} ${line}${end}`, ...drawerLines(properties)].join(feed) + feed)
  }
  if (blocks.length === 0) return text
  const gap = text === '' || text.endsWith('\n') ? '' : feed
  return text + gap + blocks.join('')
}

function keywordEdits(text: string, { heading, keyword }: { heading: OrgHeading; keyword: string }): readonly Edit[] {
  if (heading.keyword !== undefined) return [{ ...heading.keyword, text: keyword }]
  const place = heading.start + (/^\*+[ \t]+/.exec(text.slice(heading.start, heading.headlineEnd))?.[0].length ?? 0)
  return [{ start: place, end: place, text: `${keyword} ` }]
}

type Planned = { readonly heading: OrgHeading; readonly edit: TaskEdit; readonly feed: string }

function planningEdits(text: string, { heading, edit, feed }: Planned): readonly Edit[] {
  const { planning, headlineEnd } = heading
  const { endedAt, planning: change = (same) => same } = edit
  const line = planning === undefined ? '' : text.slice(planning.start, planning.end)
  const hasTime = endedAt === undefined || /\bCLOSED:/.test(line)
  const indent = /^[ \t]*/.exec(line)?.[0] ?? ''
  const ended = hasTime ? line : `${indent}CLOSED: ${inactiveTimestamp(endedAt)} ${line.slice(indent.length)}`.trimEnd()
  const changed = change(ended)
  if (changed === line) return []
  if (planning === undefined) return [{ start: headlineEnd, end: headlineEnd, text: `${feed}${changed}` }]
  if (changed.trim() === '') return [{ start: headlineEnd, end: planning.end, text: '' }]
  return [{ ...planning, text: changed }]
}

type Properties = { readonly heading: OrgHeading; readonly properties: DoneTask['properties']; readonly feed: string }

function propertyEdits(text: string, { heading, properties, feed }: Properties): readonly Edit[] {
  const entries = Object.entries(properties)
  if (entries.length === 0) return []
  const { drawer } = heading
  if (drawer === undefined) {
    const place = heading.planning?.end ?? heading.headlineEnd
    return [{ start: place, end: place, text: feed + drawerLines(properties).join(feed) }]
  }
  const indent = /^[ \t]*/.exec(text.slice(drawer.endLine))?.[0] ?? ''
  return entries.map(([name, value]): Edit => {
    const line = `${indent}:${name}: ${oneLine(value)}`
    const present = drawer.properties[name.toUpperCase()]
    if (present !== undefined) return { start: present.start, end: present.end, text: line }
    return { start: drawer.endLine, end: drawer.endLine, text: line + feed }
  })
}

/** Each with its line feed. */
function removals(
  text: string,
  { heading, names }: { heading: OrgHeading; names: readonly string[] },
): readonly Edit[] {
  return names.flatMap((name) => {
    const present = heading.drawer?.properties[name.toUpperCase()]
    if (present === undefined) return []
    return [{ start: present.start, end: text.indexOf('\n', present.end) + 1, text: '' }]
  })
}

function drawerLines(properties: Readonly<Record<string, string>>): readonly string[] {
  const lines = Object.entries(properties).map(([name, value]) => `:${name}: ${oneLine(value)}`)
  return lines.length === 0 ? [] : [':PROPERTIES:', ...lines, ':END:']
}

/** Edits of one place stand in the order in which they are given. */
function apply(text: string, edits: readonly Edit[]): string {
  const sorted = edits.map((edit, order) => ({ ...edit, order })).sort((a, b) => a.start - b.start || a.order - b.order)
  let result = ''
  let place = 0
  for (const edit of sorted) {
    result += text.slice(place, edit.start) + edit.text
    place = edit.end
  }
  return result + text.slice(place)
}

/** `[2026-11-22 Sun 10:15]`, in UTC, with the English name of the day as org writes it. */
function inactiveTimestamp(at: string): string {
  const date = new Date(at)
  const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][date.getUTCDay()]
  const iso = date.toISOString()
  return `[${iso.slice(0, 10)} ${day} ${iso.slice(11, 16)}]`
}

/** A text from outside as the title of an org task, none of it read as priority, tag or link: pages must not ask. */
function taskTitle(text: string): string {
  return plainLine(text)
    .replace(/^(?:\[#[A-Za-z0-9]{1,2}\]\s*)+/, '')
    .replace(/(?:(?:^|\s):[\p{L}\p{M}\p{N}_@#%:]*:)+$/u, (tags) => tags.replaceAll(':', ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
}
