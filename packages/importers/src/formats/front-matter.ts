import { thrownText } from '@datacortex/errors'
import { parseYaml } from '@datacortex/platform/yaml'
import { recordOf } from '@datacortex/platform'
import { splitFrontMatter } from '@datacortex/text'

export type FrontMatter =
  | {
      readonly kind: 'fields'
      readonly fields: Readonly<Record<string, unknown>>
      readonly body: string
      /** Why the strict reader refused it; line and column are those of the file. */
      readonly lenient?: { readonly line: number; readonly column: number; readonly reason: string } | undefined
    }
  | { readonly kind: 'absent' }
  | { readonly kind: 'broken'; readonly line: number; readonly reason: string }

/** Reads front matter as strict YAML and, if that fails, line by line, so that a stray colon loses nothing. */
export function readFrontMatter(text: string): FrontMatter {
  const split = splitFrontMatter(text)
  if (split === undefined) {
    // A Markdown text may begin with a rule; only what looks like a field makes it front matter.
    if (!/^\uFEFF?---[ \t]*\r?\n[A-Za-z][\w-]*[ \t]*:/.test(text)) return { kind: 'absent' }
    return { kind: 'broken', line: 1, reason: 'its front matter is not closed by a line "---"' }
  }
  const { yaml } = split
  const body = split.body.trim()
  const strict = readStrictFields(yaml)
  if (strict.fields !== undefined) return { kind: 'fields', fields: strict.fields, body }
  return { kind: 'fields', fields: readLenientFields(yaml), body, lenient: strict.problem }
}

export function withoutFrontMatter(text: string): string {
  const read = readFrontMatter(text)
  return read.kind === 'fields' ? read.body : text.trim()
}

type Strict =
  | { readonly fields: Readonly<Record<string, unknown>>; readonly problem?: undefined }
  | { readonly fields?: undefined; readonly problem: { line: number; column: number; reason: string } }

function readStrictFields(yaml: string): Strict {
  const { document, problems } = parseYaml(yaml, { merge: true })
  const [problem] = problems
  // The opening line is the first one of the file.
  if (problem !== undefined)
    return { problem: { line: problem.line + 1, column: problem.column, reason: problem.message } }
  try {
    // Through JSON, so that nothing but plain data goes on.
    return { fields: recordOf(JSON.parse(JSON.stringify(document.toJS()))) }
  } catch (error) {
    // Aliases that expand without end.
    return { problem: { line: 2, column: 1, reason: thrownText(error) } }
  }
}

/** Reads `key: value` lines that strict YAML refuses, each key by itself; an open `<example>` is of its key. */
function readLenientFields(yaml: string): Readonly<Record<string, unknown>> {
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
  const entries = Object.entries(readStrictFields(yaml).fields ?? {})
  return entries.length === 1 ? { value: entries[0]?.[1] } : undefined
}

function unquote(text: string): string {
  const quote = text.charAt(0)
  return text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote) ? text.slice(1, -1) : text
}

function count(text: string, part: string): number {
  return text.split(part).length - 1
}
