/** A query that an agent's registry entry asks for before its work. */
export type ContextualQuery = {
  readonly query: string
  readonly limit: number
  readonly expand: number
  readonly types?: readonly string[] | undefined
}

/**
 * Reads a query as registries have it: plain words, `query: words`, or a whole `datacortex search` command.
 *
 * @param written - From `reads.contextual`.
 * @param task - Put in for `{task_description}` and `{task}`.
 * @returns Undefined if there are no words in it.
 * @example contextualQuery("datacortex search '{task_description}' --top 3", 'spring tides').query // 'spring tides'
 */
export function contextualQuery(written: string, task: string): ContextualQuery | undefined {
  const parts = written.replace(/^\s*query\s*:\s*/i, '').match(/'[^']*'|"[^"]*"|\S+/g) ?? []
  const command = parts[0] === 'datacortex' && parts[1] === 'search'
  const words: string[] = []
  const flags = new Map<string, string>()
  const rest = command ? parts.slice(2) : parts
  for (let index = 0; index < rest.length; index += 1) {
    const part = rest[index] ?? ''
    if (command && part.startsWith('--')) {
      flags.set(part, unquoted(rest[index + 1] ?? ''))
      index += 1
    } else words.push(command ? unquoted(part) : part)
  }
  // One pass: a task may have braces of its own.
  const query = words
    .join(' ')
    .replaceAll(/\{(?:task_description|task)\}/g, () => task)
    .trim()
  if (query === '') return undefined
  const type = flags.get('--type')
  return {
    query,
    limit: count(flags.get('--top'), { least: 1, most: 20 }) ?? 3,
    expand: count(flags.get('--expand'), { least: 0, most: 3 }) ?? 0,
    types: type === undefined ? undefined : [type],
  }
}

function unquoted(part: string): string {
  return /^(['"]).*\1$/s.test(part) ? part.slice(1, -1) : part
}

function count(text: string | undefined, { least, most }: { least: number; most: number }): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Math.min(most, Math.max(least, Number(text))) : undefined
}
