import { calendarDay } from '@datacortex/text'
import type { NoteFilter } from '../index/note-filter.ts'

/** A query that an agent's registry entry asks for before its work. */
export type ContextualQuery = Omit<NoteFilter, 'folder'> & {
  readonly query: string
  readonly limit: number
  readonly expand: number
  /** What of the text has no effect or another one than it says, such as `--verbose`, `{topic}`, or what follows a pipe. */
  readonly remarks: readonly string[]
}

/** Reads a query as registries have it: words, `query: words`, or a `datacortex search` command, never run. */
export function contextualQuery(written: string, task: string): ContextualQuery {
  const plain = written.replace(/^\s*query\s*:\s*/i, '')
  const isCommand = /^\s*datacortex\s+search(?:\s|$)/.test(plain)
  const { words, flags, remarks } = isCommand ? readSearchCommand(plain) : plainWords(plain)
  const query = filled(words.join(' '), task)
  return {
    query: query.text.trim(),
    limit: count(flags, limits) ?? 3,
    expand: count(flags, hops) ?? 0,
    types: list(flags, ['type']),
    tags: list(flags, ['tags', 'tag']),
    spaces: list(flags, ['space']),
    from: flags.get('from')?.at(-1),
    to: flags.get('to')?.at(-1),
    remarks: [...remarks, ...query.remarks, ...beyond(flags, limits), ...beyond(flags, hops)],
  }
}

const taskNames: ReadonlySet<string> = new Set(['task', 'task_description'])

/** What nothing fills goes first, as it would be searched for as a word, and the task last: it may have braces of its own. */
function filled(text: string, task: string): { readonly text: string; readonly remarks: readonly string[] } {
  const all = [...new Set(text.match(placeholder))]
  const open = all.filter((each) => !isOfTask(each))
  const rest = text.replaceAll(placeholder, (each) => (isOfTask(each) ? each : ''))
  const tidy = open.length === 0 ? text : rest.replaceAll(/ {2,}/g, ' ')
  return {
    text: tidy.replaceAll(placeholder, () => task),
    remarks: [
      ...open.map((each) => `nothing fills ${each}; it is searched without that`),
      ...all
        .filter((each) => isOfTask(each) && each.startsWith('{{'))
        .map((each) => `${each} is taken as ${each.slice(1, -1)}`),
    ],
  }
}

function isOfTask(name: string): boolean {
  return !name.startsWith('$') && taskNames.has(name.replaceAll(/[{}\s]/g, ''))
}

/** Flags and what a shell would run mean nothing in plain words. */
function plainWords(text: string): SearchCommand {
  const found = text.matchAll(/(?<=\s)--[a-z][\w-]*|(?<=\s)-[a-z](?!\S)|\$\([^)]*\)?/gi)
  return { words: [text], flags: new Map(), remarks: Array.from(found, ([part]) => searchedAsWritten(part)) }
}

function list(flags: SearchFlags, names: readonly string[]): readonly string[] | undefined {
  const values = names.flatMap((name) => flags.get(name) ?? [])
  return values.length === 0 ? undefined : values.flatMap((text) => text.split(',').map((item) => item.trim()))
}

type Range = { readonly names: readonly string[]; readonly least: number; readonly most: number }

const limits: Range = { names: ['top', 'limit'], least: 1, most: 20 }
const hops: Range = { names: ['expand'], least: 0, most: 3 }

function count(flags: SearchFlags, { names, least, most }: Range): number | undefined {
  const [text] = names.flatMap((name) => flags.get(name)?.at(-1) ?? [])
  return text === undefined ? undefined : Math.min(most, Math.max(least, Number(text)))
}

function beyond(flags: SearchFlags, range: Range): readonly string[] {
  const taken = count(flags, range)
  return range.names.flatMap((name) => {
    const text = flags.get(name)?.at(-1)
    return text === undefined || Number(text) === taken ? [] : [`--${name} ${text} is taken as ${taken}`]
  })
}

/** In the order of the command: of a list every value counts, of the others the last. */
type SearchFlags = ReadonlyMap<string, readonly string[]>

type SearchCommand = {
  readonly words: readonly string[]
  readonly flags: SearchFlags
  /** What of it has no effect, or not the one that a shell would give it. */
  readonly remarks: readonly string[]
}

/** A name in braces, also with blanks within them, doubled, or after a dollar sign. */
const placeholder: RegExp = /\$?(?:\{\{\s*[a-z][\w.-]*\s*\}\}|\{\s*[a-z][\w.-]*\s*\})/gi

/** Reads a `datacortex search` command without running anything. */
function readSearchCommand(text: string): SearchCommand {
  const parts = [...text.matchAll(shellParts)].slice(2)
  // What a shell would do next is no part of the query.
  const end = parts.find(({ 0: part, groups }) => groups?.['operator'] !== undefined || part === ')')?.index
  const own = parts.filter(({ index }) => end === undefined || index < end).map(([part]) => part)
  const words: string[] = []
  const flags = new Map<string, string[]>()
  const ignored = end === undefined ? [] : [text.slice(end).trim()]
  const others: string[] = []
  for (let index = 0; index < own.length; index += 1) {
    const part = own[index] ?? ''
    const [, name, joined] = /^--([\w-]+)(?:=(.*))?$/s.exec(part) ?? []
    if (name === undefined) {
      if (!/^-[a-z]\d*$/i.test(part)) words.push(unquoted(part))
      // The number behind it belongs to it, as in `-n 3`.
      else if (/^\d+$/.test(own[index + 1] ?? '')) ignored.push(`${part} ${own[(index += 1)]}`)
      else ignored.push(part)
      continue
    }
    const isValue = known.get(name)
    if (isValue === undefined) {
      ignored.push(part)
      continue
    }
    const value = unquoted(joined ?? own[(index += 1)] ?? '')
    const [open] = value.match(placeholder) ?? []
    if (open !== undefined) others.push(`nothing fills ${open}; --${name} has no effect`)
    else if (isValue(value)) flags.set(name, [...(flags.get(name) ?? []), value])
    else if (isValue === isDay && value !== '') others.push(`--${name} ${value} is no date and has no effect`)
    else ignored.push(`--${name} ${value}`.trim())
  }
  const remarks = [...ignored.map((part) => `${part} has no meaning here`), ...others, ...notRun(own)]
  return { words, flags, remarks }
}

const isNumber = (text: string): boolean => /^\d+$/.test(text)
const isText = (text: string): boolean => text !== ''

function isDay(text: string): boolean {
  return calendarDay(/^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/.exec(text)?.groups) !== undefined
}

const known: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['top', isNumber],
  ['limit', isNumber],
  ['expand', isNumber],
  ['type', isText],
  ['tag', isText],
  ['tags', isText],
  ['space', isText],
  ['from', isDay],
  ['to', isDay],
  // Its value is no word of the query; a context is made of what is in the space.
  ['sources', (value: string) => value === 'local'],
])

/** Words with their quotations, and what ends a command, also without a space before it. */
const shellParts = /(?<operator>\d?[<>]|[|&;])|(?:'[^']*'|"[^"]*"|[^\s'"|&;<>]|['"])+/g

function unquoted(part: string): string {
  return /^(['"]).*\1$/s.test(part) ? part.slice(1, -1) : part
}

/** What a shell would put something in for, if it is not in single quotes. */
function notRun(own: readonly string[]): readonly string[] {
  const text = own.filter((part) => !/^'.*'$/s.test(part)).join(' ')
  return Array.from(text.matchAll(/\$\([^)]*\)?|`[^`]*`|\$[a-z_]\w*/gi), ([part]) => searchedAsWritten(part))
}

/** That nothing is put in for a part of a query. */
function searchedAsWritten(part: string): string {
  return `${part} is only text here; it is searched as it is written`
}
