import { thrownText } from '@datacortex/errors'
import { isRecord } from '@datacortex/platform'
import { parseYaml } from '@datacortex/platform/yaml'
import type { JsonRecord } from './parse-json-record.ts'

/** Reads YAML, of which JSON is a part, as plain data. */
export function parseYamlRecord(text: string): JsonRecord {
  const { document, problems } = parseYaml(text, { merge: true })
  const [problem] = problems
  if (problem !== undefined) return { ok: false, line: problem.line, reason: `not valid YAML: ${problem.message}` }
  try {
    const value: unknown = document.toJS()
    return isRecord(value) ? { ok: true, value } : { ok: false, line: 1, reason: 'not a map' }
  } catch (error) {
    // Aliases that expand without end.
    return { ok: false, line: 1, reason: thrownText(error) }
  }
}
