import { sha256 } from '@datacortex/platform'
import { createFieldReader } from './field-reader.ts'
import { createNormalisationLog } from './normalisation-log.ts'
import { parseRegistry } from './parse-registry.ts'
import { readEntry } from './read-entry.ts'
import { readModuleAgents } from './read-module-agents.ts'
import { takeTextAsWritten } from './take-text-as-written.ts'

const readers = [
  parseRegistry,
  takeTextAsWritten,
  readModuleAgents,
  readEntry,
  createFieldReader,
  createNormalisationLog,
]

/**
 * Changes with the table of fields and with the code that reads them: what another version of the program kept is read
 * anew, and nobody has to think of a number.
 */
export function readingHash(fields: object): string {
  const text = JSON.stringify([fields, readers], (_, value: unknown) =>
    typeof value === 'function' ? String(value) : value,
  )
  return sha256(text).slice(0, 16)
}
