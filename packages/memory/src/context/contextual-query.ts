import type { SearchCommand, SearchFlags } from './read-search-command.ts'
import { placeholder, readSearchCommand, searchedAsWritten } from './read-search-command.ts'

/** A query that an agent's registry entry asks for before its work. */
export type ContextualQuery = {
  /** Empty if there are no words in it. */
  readonly query: string
  readonly limit: number
  readonly expand: number
  readonly types?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  readonly spaces?: readonly string[] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
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
    limit: count(flags, { names: ['top', 'limit'], least: 1, most: 20 }) ?? 3,
    expand: count(flags, { names: ['expand'], least: 0, most: 3 }) ?? 0,
    types: list(flags, ['type']),
    tags: list(flags, ['tags', 'tag']),
    spaces: list(flags, ['space']),
    from: flags.get('from')?.at(-1),
    to: flags.get('to')?.at(-1),
    remarks: [
      ...remarks,
      ...query.remarks,
      ...beyond(flags, { names: ['top', 'limit'], least: 1, most: 20 }),
      ...beyond(flags, { names: ['expand'], least: 0, most: 3 }),
    ],
  }
}

const taskNames: ReadonlySet<string> = new Set(['task', 'task_description'])

type Filled = { readonly text: string; readonly remarks: readonly string[] }

/** What nothing fills goes first, as it would be searched for as a word, and the task last: it may have braces of its own. */
function filled(text: string, task: string): Filled {
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
