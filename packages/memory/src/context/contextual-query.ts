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

/**
 * Reads a query as registries have it: plain words, `query: words`, or a whole `datacortex search` command. A command
 * is only ever read, never run. Of placeholders only those of the task are filled; what has others is searched without.
 *
 * @param written - From `reads.contextual`.
 * @param task - Put in for `{task_description}` and `{task}`.
 * @example contextualQuery("datacortex search '{task_description}' --top 3", 'spring tides').query // 'spring tides'
 */
export function contextualQuery(written: string, task: string): ContextualQuery {
  const plain = written.replace(/^\s*query\s*:\s*/i, '')
  const { words, flags, remarks } = /^\s*datacortex\s+search(?:\s|$)/.test(plain)
    ? readCommand(plain)
    : { words: [plain], flags: new Map<string, readonly string[]>(), remarks: [] }
  const { text, unfilled } = withoutUnfilled(words.join(' '))
  return {
    // After the others are gone and in one pass: a task may have braces of its own.
    query: text.replaceAll(ofTheTask, () => task).trim(),
    limit: count(flags, { names: ['top', 'limit'], least: 1, most: 20 }) ?? 3,
    expand: count(flags, { names: ['expand'], least: 0, most: 3 }) ?? 0,
    types: list(flags, ['type']),
    tags: list(flags, ['tags', 'tag']),
    spaces: list(flags, ['space']),
    from: flags.get('from')?.at(-1),
    to: flags.get('to')?.at(-1),
    remarks: [
      ...remarks,
      ...unfilled.map((name) => `nothing fills ${name}; it is searched without that`),
      ...beyond(flags, { names: ['top', 'limit'], least: 1, most: 20 }),
      ...beyond(flags, { names: ['expand'], least: 0, most: 3 }),
    ],
  }
}

const placeholder = /\{[a-z][\w.-]*\}/gi
const ofTheTask = /\{(?:task_description|task)\}/g

/** As words they would be searched for literally and find what nobody asked for. */
function withoutUnfilled(text: string): { readonly text: string; readonly unfilled: readonly string[] } {
  const unfilled = new Set(text.match(placeholder)?.filter((name) => name.replace(ofTheTask, '') !== ''))
  if (unfilled.size === 0) return { text, unfilled: [] }
  const rest = text.replaceAll(placeholder, (name) => (unfilled.has(name) ? '' : name))
  return { text: rest.replaceAll(/ {2,}/g, ' '), unfilled: [...unfilled] }
}

const known: ReadonlyMap<string, RegExp> = new Map([
  ['top', /^\d+$/],
  ['limit', /^\d+$/],
  ['expand', /^\d+$/],
  ['type', /./],
  ['tag', /./],
  ['tags', /./],
  ['space', /./],
  ['from', /^\d{4}-\d{2}-\d{2}$/],
  ['to', /^\d{4}-\d{2}-\d{2}$/],
  // Its value is no word of the query; a context is made of what is in the space.
  ['sources', /^local$/],
])

/** In the order of the command: of a list every value counts, of the others the last. */
type Flags = ReadonlyMap<string, readonly string[]>

type Command = {
  readonly words: readonly string[]
  readonly flags: Flags
  readonly remarks: readonly string[]
}

function readCommand(text: string): Command {
  const parts = [...text.matchAll(shellParts)].slice(2)
  // What a shell would do next is no part of the query.
  const end = parts.find(({ 0: part, groups }) => groups?.['operator'] !== undefined || part === ')')?.index
  const own = parts.filter(({ index }) => end === undefined || index < end).map(([part]) => part)
  const words: string[] = []
  const flags = new Map<string, string[]>()
  const ignored = end === undefined ? [] : [text.slice(end).trim()]
  const unfilled: string[] = []
  for (let index = 0; index < own.length; index += 1) {
    const part = own[index] ?? ''
    const [, name, joined] = /^--([a-z-]+)(?:=(.*))?$/s.exec(part) ?? []
    if (name === undefined) {
      words.push(unquoted(part))
      continue
    }
    const pattern = known.get(name)
    if (pattern === undefined) {
      ignored.push(part)
      continue
    }
    const value = unquoted(joined ?? own[(index += 1)] ?? '')
    const [open] = value.match(placeholder) ?? []
    if (open !== undefined) unfilled.push(`nothing fills ${open}; --${name} has no effect`)
    else if (pattern.test(value)) flags.set(name, [...(flags.get(name) ?? []), value])
    else ignored.push(`--${name} ${value}`.trim())
  }
  return { words, flags, remarks: [...ignored.map((part) => `${part} has no meaning here`), ...unfilled] }
}

/** Words with their quotations, and what ends a command, also without a space before it. */
const shellParts = /(?<operator>\d?[<>]|[|&;])|(?:'[^']*'|"[^"]*"|[^\s'"|&;<>]|['"])+/g

function unquoted(part: string): string {
  return /^(['"]).*\1$/s.test(part) ? part.slice(1, -1) : part
}

function list(flags: Flags, names: readonly string[]): readonly string[] | undefined {
  const values = names.flatMap((name) => flags.get(name) ?? [])
  return values.length === 0 ? undefined : values.flatMap((text) => text.split(',').map((item) => item.trim()))
}

type Range = { readonly names: readonly string[]; readonly least: number; readonly most: number }

function count(flags: Flags, { names, least, most }: Range): number | undefined {
  const [text] = names.flatMap((name) => flags.get(name)?.at(-1) ?? [])
  return text === undefined ? undefined : Math.min(most, Math.max(least, Number(text)))
}

function beyond(flags: Flags, range: Range): readonly string[] {
  const taken = count(flags, range)
  return range.names.flatMap((name) => {
    const text = flags.get(name)?.at(-1)
    return text === undefined || Number(text) === taken ? [] : [`--${name} ${text} is taken as ${taken}`]
  })
}
