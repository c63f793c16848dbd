import type { OnProgress, SpacePaths } from '@datacortex/platform'
import { type RegistryEditor, updateRegistry } from '@datacortex/registry'
import { type Finding, withoutUndefined } from '@datacortex/errors'
import { type IdConflict, assignIds } from './collect/assign-ids.ts'
import { type CollectOptions, collectAgents } from './collect/collect-agents.ts'
import type { RootOptions, SkippedFile } from './formats/file-reading.ts'
import { type LeftOutGroup, leftOutFiles } from './collect/left-out-files.ts'
import { profileFindings } from './merge/import-findings.ts'
import { type ImportedId, type RenamedSource, markGone, renamedSource } from './merge/mark-gone.ts'
import { type Registered, registerAgent } from './merge/register-agent.ts'
import { renameRelations } from './collect/rename-relations.ts'

export type ImportOptions = RootOptions & {
  /** Files that are as they were when they were read last, and are not read again. */
  readonly isKnown?: CollectOptions['isKnown']
  readonly optionsOf?: CollectOptions['optionsOf']
  /** Why an agent is not taken now; undefined if it is. */
  readonly refuse?: ((agent: ReadAgent) => string | undefined) | undefined
  /** Paths below which entries are marked as removed whose file is gone; none if absent. */
  readonly marksGone?: readonly string[] | undefined
  /** Where the same lay before: what was not found again is gone from there. */
  readonly former?: readonly string[] | undefined
  /** Report the same and write nothing. */
  readonly dryRun?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** Gets events of the stage `read`, one a file. */
  readonly onProgress?: OnProgress | undefined
}

export type ReadAgent = { readonly path: string; readonly entry: { readonly source?: string | undefined } }

/** How many agents and files there were: `seen` is the sum of the others. `conflicts` have another id than that of their name. */
export type ImportCounts = Readonly<
  Record<'seen' | 'imported' | 'updated' | 'unchanged' | 'conflicts' | 'left_out', number>
>

/** What an import did, sorted by path. */
export type ImportReport = {
  readonly seen: number
  readonly counts: ImportCounts
  readonly imported: readonly ImportedId[]
  readonly updated: readonly ImportedId[]
  readonly unchanged: readonly ImportedId[]
  /** Each name that several agents have; `resolved` are their ids in the order of `paths`. */
  readonly conflicts: readonly IdConflict[]
  /** Those of `updated` that were made of another file before, as entries name files. */
  readonly renamed: readonly RenamedSource[]
  /** Entries that were marked now, because their file is gone. */
  readonly gone: readonly ImportedId[]
  /** All that gave no agent: what should have given one first, then what would on request, links, and what is about something else. */
  readonly skipped: readonly SkippedFile[]
  /** The same by reason. */
  readonly left_out: readonly LeftOutGroup[]
  readonly findings: readonly Finding[]
}

/**
 * Imports the agents below some files or folders into the registry of a space, in one write.
 *
 * Running it again changes nothing. What an import wrote becomes what a changed source says, also nothing; what was
 * written by hand stays, and findings tell where the source says something else. A moved file keeps its id. Names that
 * clash get `<plugin or folder>-<id>`; the first, by path, keeps the plain id, and relations follow.
 * @throws `REGISTRY_YAML_INVALID` or `REGISTRY_INVALID` if the space's own registry can't be read;
 *   `PLATFORM_LOCK_TIMEOUT` if another process held it too long. Files to import are never a reason to throw.
 * @example const report = await importAgents(paths, ['.claude/agents'])
 */
export async function importAgents(
  paths: SpacePaths,
  from: readonly string[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { format = 'auto' } = options
  const { agents: read, skipped, findings } = await collectAgents(from, { ...options, paths, format })
  options.signal?.throwIfAborted()
  const refusals = read.map((agent) => ({ agent, reason: options.refuse?.(agent) }))
  const agents = refusals.flatMap(({ agent, reason }) => (reason === undefined ? [agent] : []))
  const write = async (editor: RegistryEditor): Promise<ImportReport> => {
    const { registry } = editor
    const { assigned, conflicts } = await assignIds(agents, { registry, paths })
    const related = renameRelations(assigned, { registry, paths })
    const results = related.map((each) => registerAgent(each, editor))
    const gone = await markGone(editor, { paths, from: options.marksGone ?? [], former: options.former ?? [], related })
    const changed = related.filter((_, place) => ['imported', 'updated'].includes(results[place]?.kind ?? ''))
    const profiles = profileFindings(
      changed.map(({ agent, entry }) => ({ path: agent.path, entry })),
      registry,
    )
    const having = (outcome: Registered['kind']): readonly ImportedId[] =>
      results.filter(({ kind }) => kind === outcome).map(({ id, path }) => ({ id, path }))
    const left = leftOutFiles([
      ...skipped.map(({ path, line, reason, kind }) => withoutUndefined({ path, line, reason, kind })),
      ...[...refusals.map(({ agent: { path }, reason }) => ({ path, reason })), ...results].flatMap(
        ({ path, reason }) => (reason === undefined ? [] : [{ path, reason }]),
      ),
    ])
    const counts = countsOf(results, { conflicts, leftOut: left.files.length })
    return {
      seen: counts.seen,
      counts,
      imported: having('imported'),
      updated: having('updated'),
      unchanged: having('unchanged'),
      conflicts,
      renamed: related.flatMap((one) => renamedSource(one)),
      gone,
      skipped: left.files,
      left_out: left.groups,
      findings: [...findings, ...results.flatMap((each) => each.findings), ...profiles],
    }
  }
  return await updateRegistry(paths, write, { dryRun: options.dryRun, signal: options.signal })
}

function countsOf(
  results: readonly Registered[],
  { conflicts, leftOut }: { readonly conflicts: readonly IdConflict[]; readonly leftOut: number },
): ImportCounts {
  const renamed = new Set(conflicts.flatMap(({ id, resolved }) => resolved.filter((other) => other !== id)))
  const having = (outcome: Registered['kind']): number =>
    results.filter(({ kind, id }) => kind === outcome && !renamed.has(id)).length
  const [imported, updated, unchanged] = [having('imported'), having('updated'), having('unchanged')]
  const registered = results.filter(({ kind }) => kind !== 'skipped').length
  const inConflict = registered - imported - updated - unchanged
  return { seen: registered + leftOut, imported, updated, unchanged, conflicts: inConflict, left_out: leftOut }
}
