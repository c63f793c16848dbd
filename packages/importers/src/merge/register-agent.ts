import { isDeepStrictEqual } from 'node:util'
import type { Finding } from '@datacortex/errors'
import { schemaIssues } from '@datacortex/platform'
import { type AgentEntry, type RegisteredAgent, type RegistryEditor, AgentEntrySchema } from '@datacortex/registry'
import { assumedRecord, isSameSource, mergeEntry } from './merge-entry.ts'
import { recordKey } from './entry-fields.ts'
import { keptFinding, movedFinding, rightsFindings } from './import-findings.ts'
import { keptRecord, recordOf, withRecord } from './import-record.ts'
import type { RelatedAgent } from '../collect/rename-relations.ts'

export type Registered = {
  readonly kind: 'imported' | 'updated' | 'unchanged' | 'skipped'
  readonly id: string
  readonly path: string
  readonly reason?: string | undefined
  readonly findings: readonly Finding[]
}

export function registerAgent(agent: RelatedAgent, editor: RegistryEditor): Registered {
  const { id, existing, entry } = agent
  const { path } = agent.agent
  const skipped = (reason: string): Registered => ({ kind: 'skipped', id, path, reason, findings: [] })
  const check = AgentEntrySchema.safeParse(entry)
  // One agent that the registry's schema refuses must not stop the others.
  if (!check.success) return skipped(`not of the strict form: ${schemaIssues(check.error).join('; ')}`)
  if (existing === undefined) {
    editor.setAgent(id, withRecord(entry, recordOf(entry)))
    return { kind: 'imported', id, path, findings: agent.findings }
  }
  const module = existing.module === undefined ? undefined : editor.registry.modules.get(existing.module)
  if (module?.agentIds.includes(id) === true) return skipped(`the module ${existing.module} has registered it as ${id}`)
  return updateAgent(agent, existing, editor)
}

function updateAgent(agent: RelatedAgent, { entry: before }: RegisteredAgent, editor: RegistryEditor): Registered {
  const { id, keepsSource } = agent
  const source = keepsSource === true ? before.source : undefined
  const placed = (entry: AgentEntry): AgentEntry => (source === undefined ? entry : { ...entry, source })
  const [named, imported] = [placed(agent.agent.entry), placed(agent.entry)]
  const known = keptRecord(before)
  const merged = mergeEntry(before, imported, known ?? assumedRecord(before, named))
  const after = withRecord(merged.entry, recordOf(imported))
  const isSame = isSameSource(before, imported) && isDeepStrictEqual(content(before), content(after))
  editor.setAgent(id, after)
  const rights = known === undefined && before.sha256 !== undefined
  return {
    kind: isSame ? 'unchanged' : 'updated',
    id,
    path: agent.agent.path,
    findings: [
      ...agent.findings,
      ...(agent.movedFrom === undefined ? [] : [movedFinding(id, { from: agent.movedFrom, to: agent.agent.path })]),
      ...merged.kept.map((field) => keptFinding(id, field)),
      ...(rights ? rightsFindings(id, { before, imported: named, after }) : []),
    ],
  }
}

/** The entry without its record, and without the hash of a file that may hold other agents. */
function content(entry: AgentEntry): Readonly<Record<string, unknown>> {
  return { ...entry, sha256: undefined, [recordKey]: undefined }
}
