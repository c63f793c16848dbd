import type { Document, Node, YAMLError, YAMLMap } from 'yaml'
import { LineCounter, isScalar, parseDocument, visit } from 'yaml'
import { formatYamlProblem } from '@datacortex/platform'
import { RegistryYamlInvalidError } from '../errors.ts'
import type { Finding } from '../finding.ts'

/** YAML that is valid but for repeated keys. */
export type RegistryYaml = {
  readonly document: Document
  readonly value: unknown
  /** One error for each key that stands twice in a map; readers see the last one. */
  readonly duplicateKeys: readonly Finding[]
}

/**
 * Parses the text of an `agents.yaml` into nodes with positions and a plain value.
 *
 * @param text - The whole file.
 * @param file - Its path, for messages.
 * @throws {@link RegistryYamlInvalidError} with line, column and the line itself.
 */
export function parseRegistryYaml(text: string, file: string): RegistryYaml {
  const lineCounter = new LineCounter()
  try {
    // The parser's own check for unique keys compares each with each; ours is linear and doesn't make the file unreadable.
    const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false, merge: true })
    const [first, ...more] = document.errors
    if (first !== undefined) {
      const { line, col: column } = lineCounter.linePos(openQuote(document, first) ?? first.pos[0])
      throw invalid(first.message, { text, file, line, column, more: more.length })
    }
    const value: unknown = document.toJS({ maxAliasCount: 100 })
    return { document, value, duplicateKeys: duplicateKeys(document, { lineCounter, file }) }
  } catch (error) {
    // Thrown for aliases that multiply, and for nesting deeper than the stack.
    if (error instanceof ReferenceError) throw invalid(error.message, { text, file, line: 1, column: 1, more: 0 })
    if (error instanceof RangeError) throw invalid('Nested too deep', { text, file, line: 1, column: 1, more: 0 })
    throw error
  }
}

// A quote that is never closed is noticed at the end of the file; people look for its beginning.
function openQuote(document: Document, error: YAMLError): number | undefined {
  if (!/^Missing closing .quote/.test(error.message)) return undefined
  let start: number | undefined
  visit(document, {
    Scalar(_, { type, range }) {
      if ((type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE') && range && range[0] < error.pos[0]) start = range[0]
    },
  })
  return start
}

function invalid(
  message: string,
  { text, file, line, column, more }: { text: string; file: string; line: number; column: number; more: number },
): RegistryYamlInvalidError {
  const problem = { message, line, column, text: '' }
  const others = more === 0 ? '' : `\n(${more} more ${more === 1 ? 'problem' : 'problems'} after it)`
  return new RegistryYamlInvalidError({ file, excerpt: `${formatYamlProblem(problem, { text, file })}${others}` })
}

function duplicateKeys(
  document: Document,
  { lineCounter, file }: { lineCounter: LineCounter; file: string },
): readonly Finding[] {
  const findings: Finding[] = []
  visit(document, {
    Map(_, map) {
      for (const { key, node } of repeated(map)) {
        const { line } = lineCounter.linePos(node.range?.[0] ?? 0)
        findings.push({
          code: 'REGISTRY_KEY_DUPLICATE',
          severity: 'error',
          subject: `${file}:${line}`,
          message: `The key ${JSON.stringify(key)} in line ${line} stands in this map already; the last one is used.`,
          hint: 'Rename or delete one of them.',
        })
      }
    },
  })
  return findings
}

function repeated(map: YAMLMap): readonly { key: string; node: Node }[] {
  const seen = new Set<string>()
  const found: { key: string; node: Node }[] = []
  for (const { key: node } of map.items) {
    if (!isScalar(node)) continue
    const key = String(node.value)
    if (seen.has(key) && key !== '<<') found.push({ key, node })
    seen.add(key)
  }
  return found
}
