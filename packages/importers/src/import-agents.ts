import type { OnProgress, SpacePaths } from '@datacortex/platform'
import { type RegistryEditor, updateRegistry } from '@datacortex/registry'
import type { Finding } from '@datacortex/errors'
import { type IdConflict, assignIds } from './collect/assign-ids.ts'
import { collectAgents } from './collect/collect-agents.ts'
import type { ImportFormat, SkippedFile } from './formats/file-reading.ts'
import { profileFindings } from './merge/import-findings.ts'
import { type Registered, registerAgent } from './merge/register-agent.ts'
import { renameRelations } from './collect/rename-relations.ts'

export type ImportOptions = {
  /** `auto`, if absent: decided for each file by its path and content. */
  readonly format?: ImportFormat | 'auto' | undefined
  /** Report the same and write nothing. */
  readonly dryRun?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** Gets events of the stage `read`, one a file. */
  readonly onProgress?: OnProgress | undefined
}

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
 * Running it again changes nothing. What an import wrote becomes what a changed source says, also nothing; what was
 * written by hand stays, and findings tell where the source says something else. A moved file keeps its id. Names that
 * clash get `<plugin or folder>-<id>`; the first, by path, keeps the plain id, and relations follow.
 *
 * @throws `REGISTRY_YAML_INVALID` or `REGISTRY_INVALID` if the space's own registry can't be read;
 *   `PLATFORM_LOCK_TIMEOUT` if another process held it too long. Files to import are never a reason to throw.
 * @example const report = await importAgents(paths, ['.claude/agents'])
 */
export async function importAgents(
  paths: SpacePaths,
  from: readonly string[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { agents, skipped, findings, ignored } = await collectAgents(from, {
    ...options,
    paths,
    format: options.format ?? 'auto',
  })
  options.signal?.throwIfAborted()
  const write = async (editor: RegistryEditor): Promise<ImportReport> => {
    const { registry } = editor
    const { assigned, conflicts } = await assignIds(agents, { registry, paths })
    const related = renameRelations(assigned, { registry, paths })
    const results = related.map((each) => registerAgent(each, editor))
    const changed = related.filter((_, place) => ['imported', 'updated'].includes(results[place]?.kind ?? ''))
    const profiles = profileFindings(
      changed.map(({ agent, entry }) => ({ path: agent.path, entry })),
      registry,
    )
    const having = (outcome: Registered['kind']): readonly ImportedId[] =>
      results.filter(({ kind }) => kind === outcome).map(({ id, path }) => ({ id, path }))
    return {
      imported: having('imported'),
      updated: having('updated'),
      unchanged: having('unchanged'),
      conflicts,
      skipped: [
        ...skipped.map(({ path, line, reason }) => ({ path, ...(line === undefined ? {} : { line }), reason })),
        ...results.flatMap(({ path, reason }) => (reason === undefined ? [] : [{ path, reason }])),
      ],
      findings: [...findings, ...results.flatMap((each) => each.findings), ...profiles],
      ignored,
    }
  }
  return await updateRegistry(paths, write, { dryRun: options.dryRun, signal: options.signal })
}
