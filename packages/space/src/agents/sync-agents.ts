import { type ImportReport, isMarkedGone } from '@datacortex/importers'
import { rootMemory, syncRoots } from '@datacortex/importers/roots'
import { isBelow } from '@datacortex/platform'
import { agentSourceFile, originOf, withDisabled } from '@datacortex/registry'
import { count } from '@datacortex/wording'
import { z } from 'zod'
import { spaceError } from '../errors.ts'
import { type MadeFindable, makeFindable } from '../indexing/make-findable.ts'
import { operation } from '../operation.ts'
import { dryRun, flag } from '../schema.ts'
import type { Work } from '../work.ts'
import { lookAtPinned } from './look-at-pinned.ts'
import { planRemoval, takeOut } from './agent-removal.ts'

/** What became of the roots of a space. */
export type SyncedAgents = Pick<ImportReport, 'updated' | 'renamed' | 'gone' | 'conflicts' | 'skipped' | 'findings'> & {
  readonly added: ImportReport['imported']
  /** How many agents of the roots are as they were. */
  readonly unchanged: number
  /** Those of `gone` that were taken out of the registry. */
  readonly pruned: readonly string[]
  readonly roots: readonly FollowedRoot[]
  /** What was done to find them; absent if nothing was. */
  readonly findable?: MadeFindable | undefined
  readonly dry_run?: true | undefined
}

/** A file or folder that agents were imported from, and how many of them are there. */
export type FollowedRoot = { readonly path: string; readonly agents: number; readonly away: boolean }

export const syncAgents = operation({
  input: z.strictObject({
    prune: flag('Takes agents out whose file is gone; else they are only marked.'),
    yes: flag('That they are to go; nothing is taken out without it.'),
    newest: flag('Takes the newest commits of repositories; else they are only reported.'),
    dry_run: dryRun,
  }),
  output: z.looseObject({
    added: z.array(z.looseObject({ id: z.string(), path: z.string() })),
    gone: z.array(z.looseObject({ id: z.string(), path: z.string() })),
    unchanged: z.number(),
  }),
  run: async (
    work,
    { prune = false, yes = false, newest: moves = false, dry_run: isDry = false },
  ): Promise<SyncedAgents> => {
    const { paths, signal, onProgress } = work
    const memory = work.roots ?? rootMemory(paths)
    const ofPinned = await lookAtPinned(work, { memory, moves: moves && !isDry })
    const { report, away, findings } = await syncRoots(paths, memory, { dryRun: isDry, signal, onProgress })
    const { imported: added = [], updated = [], renamed = [], conflicts = [], skipped = [] } = report ?? {}
    const followed = await memory.roots()
    const roots = followed.map(({ path }) => path)
    const own = await agentsBelow(work, [...roots, ...followed.flatMap(({ former }) => former ?? [])])
    const gone = [...own.filter(({ isGone }) => isGone), ...(isDry ? (report?.gone ?? []) : [])]
    const agentsOf = (root: string): number => own.filter(({ isGone, path }) => !isGone && isBelow(path, root)).length
    const dead = gone
      .filter(({ path }) => !away.some((root) => isBelow(path, root)))
      .map(({ id, path }) => ({ id, path }))
    const isPruned = prune && !isDry && dead.length > 0
    if (isPruned && !yes)
      throw spaceError('CLI_ANSWER_NEEDED', { question: `Take ${count(dead.length, 'agent')} out whose file is gone?` })
    if (isPruned) await takeOutGone(work, dead)
    const changed = added.length + updated.length
    return {
      added,
      updated,
      renamed,
      gone: dead,
      unchanged: own.length - gone.length - (isDry ? updated.length : changed),
      pruned: isPruned ? dead.map(({ id }) => id) : [],
      conflicts,
      skipped,
      roots: roots.map((path) => ({ path, agents: agentsOf(path), away: away.includes(path) })),
      findings: [...ofPinned, ...findings, ...(report?.findings ?? [])],
      ...(isDry || report === undefined ? {} : { findable: await makeFindable(work, { registered: changed }) }),
      ...(isDry ? { dry_run: true } : {}),
    }
  },
})

/** The agents that were imported from some roots, and whether their file was gone. */
async function agentsBelow({ paths, catalogue }: Pick<Work, 'paths' | 'catalogue'>, roots: readonly string[]) {
  return [...withDisabled((await catalogue()).registry).agents.values()].flatMap(({ id, entry, module }) => {
    const path = module === undefined ? agentSourceFile(paths, { source: originOf(entry) }) : undefined
    if (path === undefined || !roots.some((root) => isBelow(path, root))) return []
    return [{ id, path, isGone: isMarkedGone(entry) }]
  })
}

async function takeOutGone(
  { paths, catalogue, signal }: Pick<Work, 'paths' | 'catalogue' | 'signal'>,
  gone: ImportReport['gone'],
): Promise<void> {
  const { registry, modules } = await catalogue()
  const known = { registry: withDisabled(registry), modules: modules.modules }
  await takeOut(
    paths,
    planRemoval(
      known,
      gone.map(({ id }) => id),
    ),
    { signal },
  )
}
