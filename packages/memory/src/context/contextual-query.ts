/** A query that an agent's registry entry asks for before its work. */
export type ContextualQuery = {
  readonly query: string
  readonly limit: number
  readonly expand: number
  readonly types?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  readonly spaces?: readonly string[] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** What of the text was not understood and has no effect, such as `--verbose` or what follows a pipe. */
  readonly ignored: readonly string[]
}

/**
 * Reads a query as registries have it: plain words, `query: words`, or a whole `datacortex search` command. A command
 * is only ever read, never run.
 *
 * @param written - From `reads.contextual`.
 * @param task - Put in for `{task_description}` and `{task}`.
 * @returns Undefined if there are no words in it.
 * @example contextualQuery("datacortex search '{task_description}' --top 3", 'spring tides').query // 'spring tides'
 */
export function contextualQuery(written: string, task: string): ContextualQuery | undefined {
  const plain = written.replace(/^\s*query\s*:\s*/i, '')
  const { words, flags, ignored } = /^\s*datacortex\s+search(?:\s|$)/.test(plain)
    ? readCommand(plain)
    : { words: [plain], flags: new Map<string, string>(), ignored: [] }
  // One pass: a task may have braces of its own.
  const query = words
    .join(' ')
    .replaceAll(/\{(?:task_description|task)\}/g, () => task)
    .trim()
  if (query === '') return undefined
  return {
    query,
    limit: count(flags.get('top') ?? flags.get('limit'), { least: 1, most: 20 }) ?? 3,
    expand: count(flags.get('expand'), { least: 0, most: 3 }) ?? 0,
    types: list(flags.get('type')),
    tags: list(flags.get('tags') ?? flags.get('tag')),
    spaces: list(flags.get('space')),
    from: flags.get('from'),
    to: flags.get('to'),
    ignored,
  }
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
])

type Command = {
  readonly words: readonly string[]
  readonly flags: ReadonlyMap<string, string>
  readonly ignored: readonly string[]
}

function readCommand(text: string): Command {
  const parts = [...text.matchAll(shellParts)].slice(2)
  // What a shell would do next is no part of the query.
  const end = parts.find(({ 0: part, groups }) => groups?.['operator'] !== undefined || part === ')')?.index
  const own = parts.filter(({ index }) => end === undefined || index < end).map(([part]) => part)
  const words: string[] = []
  const flags = new Map<string, string>()
  const ignored = end === undefined ? [] : [text.slice(end).trim()]
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
    if (pattern.test(value)) flags.set(name, value)
    else ignored.push(`--${name} ${value}`.trim())
  }
  return { words, flags, ignored }
}

/** Words with their quotations, and what ends a command, also without a space before it. */
const shellParts = /(?<operator>\d?[<>]|[|&;])|(?:'[^']*'|"[^"]*"|[^\s'"|&;<>]|['"])+/g

function unquoted(part: string): string {
  return /^(['"]).*\1$/s.test(part) ? part.slice(1, -1) : part
}

function list(text: string | undefined): readonly string[] | undefined {
  return text?.split(',').map((item) => item.trim())
}

function count(text: string | undefined, { least, most }: { least: number; most: number }): number | undefined {
  return text === undefined ? undefined : Math.min(most, Math.max(least, Number(text)))
}
