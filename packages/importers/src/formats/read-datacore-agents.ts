import { codedError } from '@datacortex/errors'
import { isRecord, recordOf, sha256 } from '@datacortex/platform'
import { type RegisteredAgent, entryKeys, parseRegistry } from '@datacortex/registry'
import { agentId } from '../collect/agent-id.ts'
import { recordKey } from '../merge/entry-fields.ts'
import { definedFields, omitFields } from './field-values.ts'
import { type FileReading, type ImportedAgent, type SkippedFile, skippedReading } from './file-reading.ts'

/** Reads the agents of a Datacore registry; `x-datacore` keeps what is unknown, and a hash for the next import. */
export function readDatacoreAgents(text: string, path: string): FileReading {
  try {
    const { registry, document } = parseRegistry(text, { file: path })
    const root: unknown = document.toJS()
    const agents: ImportedAgent[] = []
    const skipped: SkippedFile[] = []
    for (const agent of registry.agents.values()) {
      const imported = toImported(agent, { path, raw: rawEntry(root, agent) })
      if (imported !== undefined) agents.push(imported)
      else skipped.push({ path, reason: `the key ${JSON.stringify(agent.id)} has neither letter nor digit` })
    }
    return { agents, skipped, findings: registry.findings }
  } catch (error) {
    const { message: reason } = codedError(error)
    const line = /:(\d+):\d+ /.exec(reason)?.[1]
    return skippedReading({ path, ...(line === undefined ? {} : { line: Number(line) }), reason })
  }
}

const consumed: ReadonlySet<string> = new Set(entryKeys)

function toImported(
  { id: key, entry: written, module }: RegisteredAgent,
  { path, raw }: { readonly path: string; readonly raw: Readonly<Record<string, unknown>> },
): ImportedAgent | undefined {
  const id = agentId(key)
  if (id === undefined) return undefined
  // What an importer wrote there says nothing about here.
  const { [recordKey]: _record, ...entry } = written
  const unknown = Object.entries(omitFields(raw, consumed) ?? {}).filter(([field]) => !field.startsWith('x-'))
  const kept = { key, ...definedFields({ module }), ...Object.fromEntries(unknown) }
  const needsSkill = entry.skills.length === 0 && entry.description !== '' && entry.alias === undefined
  return {
    id,
    path,
    entry: {
      ...entry,
      format: 'datacore',
      skills: needsSkill ? [{ id, name: entry.name, description: entry.description, tags: [id] }] : entry.skills,
      'x-datacore': { ...kept, sha256: sha256(JSON.stringify([entry, kept])) },
    },
  }
}

/** The entry as it stands in the file, whichever of the layouts of `module_agents` it is in. */
function rawEntry(root: unknown, { id, module }: RegisteredAgent): Readonly<Record<string, unknown>> {
  const at = (...keys: readonly string[]): unknown => keys.reduce((value: unknown, key) => recordOf(value)[key], root)
  const places = [at('agents', id), at('module_agents', id)]
  if (module !== undefined) places.push(at('module_agents', module, 'agents', id), at('module_agents', module, id))
  return places.find(isRecord) ?? {}
}
