import type { OnProgress, SpacePaths } from '@datacortex/platform'
import { schemaIssues } from '@datacortex/platform'
import { AgentEntrySchema } from '../file/agent-entry-schema.ts'
import type { RegistryEditor } from '../file/registry-editor.ts'
import { updateRegistry } from '../file/update-registry.ts'
import type { Finding } from '@datacortex/errors'
import type { AssignedAgent, IdConflict } from './assign-ids.ts'
import { assignIds } from './assign-ids.ts'
import { collectAgents } from './collect-agents.ts'
import type { ImportFormat, SkippedFile } from './file-reading.ts'
import { isSameSource, mergeEntry } from './merge-entry.ts'

/** How to import. */
export type ImportOptions = {
  /** `auto`, if absent: decided for each file by its path and content. */
  readonly format?: ImportFormat | 'auto' | undefined
  /** Report the same and write nothing. */
  readonly dryRun?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** Gets events of the stage `read`, one a file. */
  readonly onProgress?: OnProgress | undefined
}

/** An agent with the file it was read from. */
export type ImportedId = { readonly id: string; readonly path: string }

/** What an import did, sorted by path. */
export type ImportReport = {
  readonly imported: readonly ImportedId[]
  readonly updated: readonly ImportedId[]
  readonly unchanged: readonly ImportedId[]
  /** Each name that several agents have; `resolved` are their ids in the order of `paths`. */
  readonly conflicts: readonly IdConflict[]
  readonly skipped: readonly SkippedFile[]
  readonly findings: readonly Finding[]
  /** Files that are plainly about something else: other formats, Markdown without front matter. */
  readonly ignored: number
}

/**
 * Imports the agents below some files or folders into the registry of a space, in one write.
 *
 * Running it again changes nothing; a changed source replaces what it says and keeps what was added by hand; a moved
 * one keeps its id. Names that clash get `<plugin or folder>-<id>`; the first, by path, keeps the plain id.
 *
 * @param paths - Of the space.
 * @param from - Files or folders.
 * @param options - Format, dry run, abort and progress.
 * @returns Every agent, and each file that gave none with the reason.
 * @throws RegistryYamlInvalidError or RegistryInvalidError if the space's own registry can't be read; LockTimeoutError
 *   if another process held it too long. Files to import are never a reason to throw.
 * @example const report = await importAgents(paths, ['.claude/agents'])
 */
export async function importAgents(
  paths: SpacePaths,
  from: readonly string[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { agents, skipped, findings, ignored } = await collectAgents(from, {
    paths,
    format: options.format ?? 'auto',
    signal: options.signal,
    onProgress: options.onProgress,
  })
  options.signal?.throwIfAborted()
  const write = async (editor: RegistryEditor): Promise<ImportReport> => {
    const { assigned, conflicts } = await assignIds(agents, { registry: editor.registry, paths })
    const results = assigned.map((each) => register(each, editor))
    const having = (outcome: Outcome['kind']): readonly ImportedId[] =>
      results.filter(({ kind }) => kind === outcome).map(({ id, path }) => ({ id, path }))
    return {
      imported: having('imported'),
      updated: having('updated'),
      unchanged: having('unchanged'),
      conflicts,
      skipped: [...skipped, ...results.filter((each) => each.kind === 'skipped')].map(({ path, line, reason }) => ({
        path,
        ...(line === undefined ? {} : { line }),
        reason,
      })),
      findings,
      ignored,
    }
  }
  return await updateRegistry(paths, write, {
    dryRun: options.dryRun ?? false,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
}

type Outcome =
  | { readonly kind: 'imported' | 'updated' | 'unchanged'; readonly id: string; readonly path: string }
  | {
      readonly kind: 'skipped'
      readonly id: string
      readonly path: string
      readonly line?: undefined
      readonly reason: string
    }

function register({ agent, id, existing, keepsSource }: AssignedAgent, editor: RegistryEditor): Outcome {
  const { path } = agent
  const check = AgentEntrySchema.safeParse(agent.entry)
  // One agent that the registry's schema refuses must not stop the others.
  if (!check.success)
    return { kind: 'skipped', id, path, reason: `not of the strict form: ${schemaIssues(check.error).join('; ')}` }
  if (existing === undefined) {
    editor.setAgent(id, agent.entry)
    return { kind: 'imported', id, path }
  }
  const module = existing.module === undefined ? undefined : editor.registry.modules.get(existing.module)
  if (module?.agentIds.includes(id) === true)
    return { kind: 'skipped', id, path, reason: `the module ${existing.module} has registered it as ${id}` }
  const source = existing.entry.source
  const imported = keepsSource === true && source !== undefined ? { ...agent.entry, source } : agent.entry
  if (!isSameSource(existing.entry, imported)) {
    const outcome = editor.setAgent(id, mergeEntry(existing.entry, imported))
    return { kind: outcome === 'unchanged' ? 'unchanged' : 'updated', id, path }
  }
  // Another entry of the same registry file has changed.
  if (existing.entry.sha256 !== imported.sha256 && imported.sha256 !== undefined)
    editor.setAgent(id, { ...existing.entry, sha256: imported.sha256 })
  return { kind: 'unchanged', id, path }
}
