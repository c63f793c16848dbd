import { resolve } from 'node:path'
import { type AgentRoot, changeRoots, rootMemory } from '@datacortex/importers/roots'
import { isBelow } from '@datacortex/platform'
import {
  type AgentErc8004,
  type RegisteredAgent,
  agentSourceFile,
  originOf,
  readRegistry,
  withDisabled,
} from '@datacortex/registry'
import { count } from '@datacortex/wording'
import { z } from 'zod'
import { spaceError } from '../errors.ts'
import { tellInterrupted } from '../interrupted/tell-interrupted.ts'
import { dynamicToRemove } from '../dynamic/dynamic-to-remove.ts'
import { operation } from '../operation.ts'
import { openSpaceFinder } from '../parts/finder.ts'
import { dryRun, flag, name } from '../schema.ts'
import type { Work } from '../work.ts'
import { type NamedBy, agentsFrom, planRemoval, takeOut } from './agent-removal.ts'

export type RemovedAgents = {
  readonly removed: readonly string[]
  /** Entries that are left without an agent that they name. */
  readonly named_by: readonly NamedBy[]
  /** Ids that an agent of a module takes over: the entry hid it. */
  readonly taken_over: readonly string[]
  /** What is known of those that go. */
  readonly agents: readonly RemovedAgent[]
  /** Dynamic agents that go: those that were named, and all below those that go. */
  readonly dynamic: readonly string[]
  /** With what `undo` brings these back. */
  readonly undo?: string | undefined
  readonly dry_run?: true | undefined
}

/** An agent that goes. The file that it was made from stays. */
export type RemovedAgent = {
  readonly id: string
  readonly source: string | null
  /** Where it is registered, and stays so. */
  readonly registrations: NonNullable<AgentErc8004['chainRegistrations']>
}

export const removeAgents = operation({
  input: z.strictObject({
    ids: z.array(name).optional().describe('Of agents.'),
    from: z.array(z.string().min(1).max(10_000)).optional().describe('Files or folders that were imported.'),
    yes: flag('That they are to go; nothing is removed without it.'),
    dry_run: dryRun,
  }),
  output: z.looseObject({ removed: z.array(z.string()), taken_over: z.array(z.string()) }),
  run: async (work, { ids = [], from = [], yes = false, dry_run: isDry = false }): Promise<RemovedAgents> => {
    if (ids.length + from.length === 0)
      throw spaceError('CLI_USAGE', {
        message: 'Which agents? Give ids, or --from PATH for those that were imported from there.',
        hint: 'datacortex list',
      })
    const { paths, signal } = work
    const { registry, modules } = await work.catalogue()
    const known = { registry: withDisabled(registry), modules: modules.modules }
    const places = from.map((path) => resolve(paths.root, path))
    const made = await dynamicToRemove(work, ids)
    const others = ids.filter((id) => !made.paths.includes(id))
    const removal = planRemoval(known, [...others, ...(await agentsFrom(known, { paths, from: places }))])
    const removed = removal.removed.map(({ id }) => id)
    const agents = removal.removed.map(({ id, entry }) => ({
      id,
      source: entry.source ?? null,
      registrations: entry.erc8004?.chainRegistrations ?? [],
    }))
    const below = (await Promise.all(removed.map(async (id) => await made.below(id)))).flat()
    const dynamic = [...new Set([...made.paths, ...made.belowThese, ...below])]
    const answer = { removed, named_by: removal.namedBy, taken_over: removal.uncovered, agents, dynamic }
    if (removed.length + dynamic.length === 0) return answer
    const own = `Take ${count(removed.length, 'agent')} out of agents.yaml?`
    const question = removed.length === 0 ? `Remove ${count(dynamic.length, 'dynamic agent')}?` : own
    if (!isDry && !yes) throw spaceError('CLI_ANSWER_NEEDED', { question })
    const trashed = isDry ? undefined : await made.remove([...made.paths, ...removed])
    if (removed.length > 0) await takeOut(paths, removal, { dryRun: isDry, signal })
    if (!isDry) await leaveOut(work, removal.removed)
    if (isDry) return { ...answer, dry_run: true }
    if (removed.length > 0) await follow(work, removed.length)
    return trashed === undefined ? answer : { ...answer, undo: trashed.run }
  },
})

/** What a person took out does not come back by itself; a root of which nothing is left is followed no more. */
async function leaveOut(
  { paths, roots = rootMemory(paths), signal }: Pick<Work, 'paths' | 'roots' | 'signal'>,
  removed: readonly RegisteredAgent[],
): Promise<void> {
  if ((await roots.roots()).length === 0) return
  const fileOf = ({ entry }: RegisteredAgent): string => agentSourceFile(paths, { source: originOf(entry) }) ?? ''
  const left = [...(await readRegistry(paths)).agents.values()].map(fileOf)
  const without = (root: AgentRoot): readonly AgentRoot[] => {
    const own = removed.filter((agent) => isBelow(fileOf(agent), root.path)).flatMap(({ entry }) => entry.source ?? [])
    if (own.length === 0) return [root]
    return left.some((file) => isBelow(file, root.path)) ? [{ ...root, left: [...root.left, ...own] }] : []
  }
  await changeRoots(paths, (all) => all.flatMap(without), signal)
}

/** Texts of agents that are gone leave the index at once, and not only with the next question. */
async function follow(work: Work, removed: number): Promise<void> {
  const open = async (): Promise<void> => {
    await using finder = await openSpaceFinder(work)
    void finder.update
  }
  await tellInterrupted(open, {
    signal: work.signal,
    interruptionOf: () => ({
      done: `${count(removed, 'agent')} removed; the next find follows`,
      hint: 'datacortex list',
    }),
  })
}
