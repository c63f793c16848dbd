import { isRecord } from '@datacortex/platform'
import { agentId } from '../collect/agent-id.ts'
import { describeAgent } from './describe-agent.ts'
import { omitFields, pickFields, textOf, names } from './field-values.ts'
import { parseYamlRecord } from './parse-yaml-record.ts'
import { type FileReading, type ImportedAgent, type SkippedFile, skippedReading } from './file-reading.ts'

/** Reads modes of Roo Code or Kilo Code, in YAML or JSON; https://docs.roocode.com/features/custom-modes */
export function readRooModes(text: string, path: string): FileReading {
  const parsed = parseYamlRecord(text)
  if (!parsed.ok) return skippedReading({ path, line: parsed.line, reason: parsed.reason })
  const modes = parsed.value['customModes']
  if (!Array.isArray(modes)) return skippedReading({ path, line: 1, reason: 'it has no list customModes' })
  const agents = new Map<string, ImportedAgent>()
  const skipped: SkippedFile[] = []
  for (const [index, mode] of modes.entries()) {
    const read = isRecord(mode) ? readMode(mode, path) : 'it is no map'
    const reason =
      typeof read === 'string' ? read : agents.has(read.id) ? `its slug ${read.id} is given twice` : undefined
    if (typeof read !== 'string' && reason === undefined) agents.set(read.id, read)
    else skipped.push({ path, reason: `mode ${index + 1}: ${reason}` })
  }
  return { agents: [...agents.values()], skipped, findings: [] }
}

const runtime: ReadonlySet<string> = new Set(['groups', 'iconName', 'rulesFiles'])
const described: ReadonlySet<string> = names('slug name description roleDefinition whenToUse customInstructions')

/** The agent of a mode, or why it gives none. */
function readMode(mode: Readonly<Record<string, unknown>>, path: string): ImportedAgent | string {
  const slug = textOf(mode['slug'])
  const id = agentId(slug ?? '')
  if (slug === undefined || id === undefined) return 'it has no slug'
  const role = textOf(mode['roleDefinition'])
  const whenToUse = textOf(mode['whenToUse'])
  const description = textOf(mode['description']) ?? whenToUse ?? role
  if (description === undefined) return `${slug} has no description, whenToUse or roleDefinition`
  const body = [role, textOf(mode['customInstructions'])].filter((part) => part !== undefined).join('\n\n')
  const entry = describeAgent({
    id,
    format: 'roo',
    name: textOf(mode['name']) ?? slug,
    description,
    fields: { when_to_use: whenToUse },
    runtime: pickFields(mode, runtime),
    unknown: omitFields(mode, new Set([...described, ...runtime])),
    spawns: [],
  })
  return { id, entry, path, body, part: id }
}
