/** In the order of the command: of a list every value counts, of the others the last. */
export type SearchFlags = ReadonlyMap<string, readonly string[]>

export type SearchCommand = {
  readonly words: readonly string[]
  readonly flags: SearchFlags
  /** What of it has no effect, or not the one that a shell would give it. */
  readonly remarks: readonly string[]
}

/** A name in braces, also with blanks within them, doubled, or after a dollar sign. */
export const placeholder: RegExp = /\$?(?:\{\{\s*[a-z][\w.-]*\s*\}\}|\{\s*[a-z][\w.-]*\s*\})/gi

/** Reads a `datacortex search` command without running anything. */
export function readSearchCommand(text: string): SearchCommand {
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
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  // A 30th of February would be one of March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
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
export function searchedAsWritten(part: string): string {
  return `${part} is only text here; it is searched as it is written`
}
