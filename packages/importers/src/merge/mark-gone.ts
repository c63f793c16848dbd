import { stat } from 'node:fs/promises'
import { type SpacePaths, isBelow, systemErrorCode } from '@datacortex/platform'
import { type AgentEntry, type RegistryEditor, agentSourceFile, originOf } from '@datacortex/registry'
import type { RelatedAgent } from '../collect/rename-relations.ts'
import { fingerprint, keptRecord, withRecord } from './import-record.ts'

export type ImportedId = { readonly id: string; readonly path: string }

/** An agent whose file has another name now. */
export type RenamedSource = { readonly id: string; readonly from: string; readonly to: string }

/** The same file by another path is no other one. */
export function renamedSource({ id, existing, entry, keepsSource }: RelatedAgent): readonly RenamedSource[] {
  const [from, to] = [existing?.entry.source, entry.source]
  const isOther = keepsSource !== true && from !== undefined && to !== undefined && from !== to
  return isOther ? [{ id, from, to }] : []
}

type GoneOptions = {
  readonly paths: SpacePaths
  readonly from: readonly string[]
  /** Where what is at the paths lay before: whatever was not found again is gone, also if it is still there. */
  readonly former: readonly string[]
  readonly related: readonly RelatedAgent[]
}

const markPrint = fingerprint('removed', true)

/**
 * Whether an entry is marked because its file is gone, and not by a person.
 * @example isMarkedGone(entry)
 */
export function isMarkedGone(entry: AgentEntry): boolean {
  return entry.removed === true && keptRecord(entry)?.get('removed') === markPrint
}

/** Marks entries as removed that an import made of what is gone; what comes back takes the mark away. Gives those marked now. */
export async function markGone(editor: RegistryEditor, { paths, from, former, related }: GoneOptions) {
  const read = new Set(related.map(({ agent }) => agent.path))
  const kept = new Set(related.map(({ id }) => id))
  const marked: ImportedId[] = []
  for (const { id, entry, module } of editor.registry.agents.values()) {
    const record = kept.has(id) || module !== undefined ? undefined : keptRecord(entry)
    const path = record && agentSourceFile(paths, { source: originOf(entry) })
    if (record === undefined || path === undefined || entry.removed === true) continue
    const isFormer = former.some((root) => isBelow(path, root))
    if (!isFormer && !from.some((root) => isBelow(path, root))) continue
    if (!isFormer && !read.has(path) && (await mayBeThere(path))) continue
    editor.setAgent(id, withRecord({ ...entry, removed: true }, new Map([...record, ['removed', markPrint]])))
    marked.push({ id, path })
  }
  return marked
}

/** What nobody may look at is not gone. */
async function mayBeThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    (error: unknown) => systemErrorCode(error) !== 'ENOENT',
  )
}
