import { parseYaml } from '@datacortex/platform/yaml'
import { isRecord } from '@datacortex/platform'
import { splitFrontMatter } from '@datacortex/text'
import { readLenientFields } from './lenient-fields.ts'

/** The front matter of a Markdown file and what follows it. */
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
    const value: unknown = JSON.parse(JSON.stringify(document.toJS()))
    return { fields: isRecord(value) ? value : {} }
  } catch (error) {
    // Aliases that expand without end.
    return { problem: { line: 2, column: 1, reason: error instanceof Error ? error.message : String(error) } }
  }
}
