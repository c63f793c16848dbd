import { parseYaml } from '@datacortex/platform/yaml'

/**
 * Reads `key: value` lines that strict YAML refuses: each top-level key by itself, and as plain text where even that fails.
 * Later lines of a value belong to it while they are indented, begin a list item, or stand inside an `<example>` block that
 * is still open. Of a key that occurs twice the last one counts. `yaml`: front matter without its `---` lines. Gives the
 * fields; never throws.
 */
export function readLenientFields(yaml: string): Readonly<Record<string, unknown>> {
  const fields = new Map<string, unknown>()
  for (const lines of groupByKey(yaml.split(/\r?\n/))) {
    const field = readField(lines)
    if (field !== undefined) fields.set(field.key, field.value)
  }
  return Object.fromEntries(fields)
}

const keyLine = /^([A-Za-z_][\w.-]*|<<|"[^"]+"|'[^']+')[ \t]*:(?:[ \t]+(.*))?$/

function groupByKey(lines: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = []
  let openExamples = 0
  for (const line of lines) {
    const current = groups.at(-1)
    if (current !== undefined && (openExamples > 0 || !keyLine.test(line))) current.push(line)
    else {
      groups.push([line])
      openExamples = 0
    }
    openExamples += count(line, '<example>') - count(line, '</example>')
  }
  return groups
}

function readField(lines: readonly string[]): { key: string; value: unknown } | undefined {
  const [first = '', ...more] = lines
  const match = keyLine.exec(first)
  if (match === null) return undefined
  const key = (match[1] ?? '').replaceAll(/^["']|["']$/g, '')
  // What is merged has its anchor among other lines.
  if (key === '__proto__' || key === '<<') return undefined
  const strict = readStrictly(lines.join('\n'))
  if (strict !== undefined) return { key, value: strict.value }
  const rest = (match[2] ?? '').trim()
  // A block keeps its lines; a plain text folds them.
  const isBlock = /^[|>][+-]?\d?$/.test(rest)
  const value = isBlock
    ? more.map((line) => line.trim()).join('\n')
    : unquote([rest, ...more.map((line) => line.trim())].filter((line) => line !== '').join(' '))
  return { key, value: value.trim() }
}

function readStrictly(yaml: string): { readonly value: unknown } | undefined {
  const { document, problems } = parseYaml(yaml, { merge: true })
  if (problems.length > 0) return undefined
  try {
    const value: unknown = JSON.parse(JSON.stringify(document.toJS()))
    if (typeof value !== 'object' || value === null) return undefined
    const entries: readonly (readonly [string, unknown])[] = Object.entries(value)
    return entries.length === 1 ? { value: entries[0]?.[1] } : undefined
  } catch {
    return undefined
  }
}

function unquote(text: string): string {
  const quote = text.charAt(0)
  return text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote) ? text.slice(1, -1) : text
}

function count(text: string, part: string): number {
  return text.split(part).length - 1
}
