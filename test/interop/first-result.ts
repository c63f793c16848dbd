import type { Document } from './processes.ts'

/** The one result of a report about one agent. */
export function firstResult({ results }: Document): Document {
  const [first] = Array.isArray(results) ? (results as readonly Document[]) : []
  if (first === undefined) throw new Error('The report has no result.')
  return first
}

/** Some fields of a document. */
export function fieldsOf(document: Document, names: readonly string[]): Document {
  return Object.fromEntries(names.map((name) => [name, document[name]]))
}
