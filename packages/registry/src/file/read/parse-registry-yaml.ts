import { LineCounter, isAlias, isScalar, parseDocument, visit, isSeq } from 'yaml'
import type { Document, Node, YAMLError, YAMLMap, Scalar } from 'yaml'
import { formatYamlProblem, yamlReason } from '@datacortex/platform/yaml'
import { type Finding, type CodedError, errorFinding, thrownText } from '@datacortex/errors'
import { registryError } from '../../errors.ts'
import { fieldRows } from '../agent-fields.ts'

export function parseRegistryYaml(text: string, file: string) {
  const lineCounter = new LineCounter()
  const invalid = (message: string, offset: number): CodedError => {
    const { line, col: column } = lineCounter.linePos(offset)
    return registryError('REGISTRY_YAML_INVALID', {
      file,
      excerpt: formatYamlProblem({ message, line, column, text: '' }, { text, file }),
    })
  }
  const document = parsed(text, { lineCounter, invalid })
  const [first, ...more] = document.errors
  if (first !== undefined) {
    const others = more.length === 0 ? '' : ` (and ${more.length} more)`
    throw invalid(`${yamlReason(first)}${others}`, openQuote(document, first) ?? first.pos[0])
  }
  takeTextAsWritten(document)
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 })
    return { document, value, duplicateKeys: duplicateKeys(document, { lineCounter, file }) }
  } catch (error) {
    // Aliases that multiply, and merge keys whose value is no map.
    throw invalid(thrownText(error), firstAlias(document))
  }
}

function parsed(
  text: string,
  { lineCounter, invalid }: { lineCounter: LineCounter; invalid: (message: string, offset: number) => CodedError },
): Document {
  try {
    // The parser's own check for unique keys compares each with each; ours is linear and keeps the file readable.
    return parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false, merge: true })
  } catch (error) {
    if (error instanceof RangeError) throw invalid('Nested too deep', 0)
    throw error
  }
}

function firstAlias(document: Document): number {
  let start = 0
  visit(document, {
    Node(_, node) {
      if (!isAlias(node) && !(isScalar(node) && node.value === '<<')) return undefined
      start = node.range?.[0] ?? 0
      return visit.BREAK
    },
  })
  return start
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

function duplicateKeys(document: Document, { lineCounter, file }: { lineCounter: LineCounter; file: string }) {
  const findings: Finding[] = []
  visit(document, {
    Map(_, map) {
      for (const { key, node } of repeated(map)) {
        const { line } = lineCounter.linePos(node.range?.[0] ?? 0)
        findings.push(
          errorFinding('REGISTRY_KEY_DUPLICATE', `${file}:${line}`, {
            message: `The key ${JSON.stringify(key)} in line ${line} stands in this map already; the last one is used.`,
            hint: 'Rename or delete one of them.',
          }),
        )
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

/** Makes text of what YAML takes for a number where text is wanted: `1.10` is not 1.1. Changes the document. */
export function takeTextAsWritten(document: Document): void {
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key)) return undefined
      takeAsWritten(key)
      const name = String(key.value)
      if (name.startsWith('x-') || ofOthers.has(name)) return visit.SKIP
      if (!textFields.has(name)) return undefined
      for (const node of isSeq(value) ? value.items : [value]) if (isScalar(node)) takeAsWritten(node)
      return undefined
    },
  })
}

function takeAsWritten(node: Scalar): void {
  const { type, tag, source, value } = node
  if (type !== 'PLAIN' || tag !== undefined || source === undefined) return
  if ((typeof value === 'number' || typeof value === 'boolean') && String(value) !== source) node.value = source
}

/** What stands in them is not ours to understand. */
const ofOthers = new Set<string>(fieldRows.filter(([, row]) => row.numbers === 'of others').map(([name]) => name))

const textFields = new Set<string>([
  ...fieldRows.flatMap(([name, { numbers, older = [], textsInside = [] }]) =>
    numbers === 'text' ? [name, ...older, ...textsInside] : [],
  ),
  'module',
  'source_module',
])
