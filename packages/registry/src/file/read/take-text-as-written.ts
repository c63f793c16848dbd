import { type Document, type Scalar, isScalar, isSeq, visit } from 'yaml'
import { fieldRows } from '../agent-fields.ts'

/**
 * Makes text of what YAML takes for a number where an entry wants text, letter for letter: a version `1.10` is not 1.1,
 * and an id `007` is not 7. `document`: changed in place, so that its text is patched by the same names.
 */
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

/** Fields of entries whose values are text, or lists of it. */
const textFields = new Set<string>([
  ...fieldRows.flatMap(([name, { numbers, older = [], textsInside = [] }]) =>
    numbers === 'text' ? [name, ...older, ...textsInside] : [],
  ),
  'module',
  'source_module',
])
