import { isRecord } from '@datacortex/platform'
import { parseYaml } from '@datacortex/platform/yaml'
import { type Finding, warningFinding } from '@datacortex/errors'
import { splitFrontMatter } from '@datacortex/text'

export type FrontMatter = {
  readonly fields: ReadonlyMap<string, unknown>
  /** Offset of the text after it. */
  readonly bodyStart: number
  readonly findings: readonly Finding[]
}

/** Reads the YAML between `---` lines at the start; what is none is read line by line, and gives a finding. */
export function readFrontMatter(text: string, path: string): FrontMatter {
  const none = { fields: new Map<string, unknown>(), bodyStart: 0, findings: [] }
  const split = splitFrontMatter(text)
  if (split === undefined) return none
  const { yaml, bodyStart } = split
  if (yaml.length > longest)
    return { ...none, bodyStart, findings: [invalid(path, 1, `it has more than ${longest} characters`)] }
  const read = readFields(yaml, path)
  // Text between two rules, such as a motto at the head: it is found like any other.
  return { ...read, bodyStart: read.fields.size === 0 && read.findings.length > 0 ? 0 : bodyStart }
}

const longest = 200_000

function readFields(yaml: string, path: string): Omit<FrontMatter, 'bodyStart'> {
  const { document, problems } = parseYaml(yaml)
  const problem = problems[0]
  if (problem !== undefined)
    return { fields: lenientFields(yaml), findings: [invalid(path, problem.line + 1, problem.message)] }
  keepWriting(document.contents)
  const value: unknown = document.toJS() ?? {}
  if (isRecord(value)) return { fields: new Map(Object.entries(value)), findings: [] }
  return { fields: new Map(), findings: [invalid(path, 2, 'it has no names of fields')] }
}

/** Makes plain values texts as written: a title `1.10` is not the number 1.1, and `[[007]]` is an alias. */
function keepWriting(node: unknown): void {
  if (!isRecord(node)) return
  const { items, type, value, source } = node
  const children: readonly unknown[] = Array.isArray(items) ? items : []
  for (const child of children) keepWriting(isRecord(child) && 'key' in child ? child['value'] : child)
  if (type === 'PLAIN' && value !== null && typeof source === 'string') Object.assign(node, { value: source })
}

/** Each field by itself, and what is no YAML even so as it stands. */
function lenientFields(yaml: string): ReadonlyMap<string, unknown> {
  const fields = new Map<string, unknown>()
  // More are no head of a note.
  for (const part of yaml.split(/^(?=[A-Za-z_][\w-]*:)/m, 200)) {
    const { document, problems } = parseYaml(part)
    const [, key, line = ''] = /^([A-Za-z_][\w-]*):[ \t]+(\S[^\n]*)$/m.exec(part) ?? []
    const value = line.trim().replace(/^\[(?=[^\]]*$)/, '')
    keepWriting(document.contents)
    const read: unknown = problems.length > 0 ? undefined : document.toJS()
    if (isRecord(read)) for (const [name, own] of Object.entries(read)) fields.set(name, own)
    else if (key !== undefined && !unclosed.test(value)) fields.set(key, value.replace(/^(["'])(.*)\1$/, '$2'))
  }
  return fields
}

/** Nobody knows where such a value ends. */
const unclosed = /^(["'])(?!.*\1$)|^["']$/

function invalid(path: string, line: number, reason: string): Finding {
  return warningFinding('NOTE_FRONT_MATTER_INVALID', `${path}:${line}`, {
    message: `The front matter is not valid YAML: ${reason}. The text of the note was read.`,
    hint: 'Put values with special characters such as ": " into quotes.',
  })
}
