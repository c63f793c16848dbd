import { isDeepStrictEqual } from 'node:util'
import type { SpacePaths } from '@datacortex/platform'
import { type RegisteredAgent, type Registry, currentId, readRegistry } from '@datacortex/registry'
import { versionsOf } from '../context/agent-version.ts'
import { updatePerformance } from './update-performance.ts'
import { type Version, type Versions, chained } from './version-chain.ts'

/** What the history of an agent is worth. */
export type VerifiedHistory = {
  readonly id: string
  /** Nothing is wrong; what can't be told is not. */
  readonly ok: boolean
  readonly versions: number
  readonly checks: readonly {
    /** The history within itself; against the log; and whether it has what the agent is now. */
    readonly check: 'chain' | 'log' | 'current'
    /** Null where it can't be told, for the reason in `detail`. */
    readonly ok: boolean | null
    readonly detail: string
  }[]
}

/**
 * Checks the history of versions that an entry of agents.yaml has. One that was written before there were chains is said to
 * have none.
 * @throws As {@link updatePerformance}.
 * @example (await verifyHistory(paths, { agent, registry })).ok
 */
export async function verifyHistory(
  paths: SpacePaths,
  { agent, registry }: { readonly agent: RegisteredAgent; readonly registry: Registry },
): Promise<VerifiedHistory> {
  const id = currentId(registry, agent.id) ?? agent.id
  const kept = (await readRegistry(paths)).agents.get(id)?.entry.performance?.version_history ?? []
  const { performance } = await updatePerformance(paths, { agentIds: [id], registry, dryRun: true })
  const logged = performance.get(id)?.version_history ?? []
  const [now] = await versionsOf(paths, agent, kept)
  const checks = [chainCheck(kept), logCheck(kept, logged), currentCheck(now)]
  return { id, ok: checks.every(({ ok }) => ok !== false), versions: kept.length, checks }
}

type Check = VerifiedHistory['checks'][number]

function chainCheck(kept: Versions): Check {
  const check = 'chain'
  if (kept.length === 0) return { check, ok: null, detail: 'there are no versions yet' }
  if (kept.every(({ chain }) => chain === undefined))
    return { check, ok: null, detail: 'unchained: it was written before versions were bound to each other' }
  const right = chained(kept)
  const wrong = kept.findLast(({ chain }, place) => chain !== right[place]?.chain)
  const detail = wrong === undefined ? 'each version is bound to those before it' : `broken at ${nameOf(wrong)}`
  return { check, ok: wrong === undefined, detail }
}

function logCheck(kept: Versions, logged: Versions): Check {
  const check = 'log'
  if (logged.length === 0) return { check, ok: null, detail: 'the log has no runs of it' }
  const plain = ({ chain: _chain, ...version }: Version): object => version
  const differing = logged.findLast((version, place) => {
    const own = kept[kept.length - logged.length + place]
    return own === undefined || !isDeepStrictEqual(plain(own), plain(version))
  })
  if (differing === undefined && kept.length === logged.length) return { check, ok: true, detail: 'as the log has it' }
  return { check, ok: false, detail: `the log has it otherwise, from ${nameOf(differing ?? kept.at(-1))} on` }
}

function currentCheck(now: Version | undefined): Check {
  const ran = (now?.executions ?? 0) > 0
  return { check: 'current', ok: ran ? true : null, detail: `${nameOf(now)}${ran ? '' : ' never ran'}` }
}

function nameOf(version: Version | undefined): string {
  return version === undefined ? 'none' : `${version.version} ${(version.hash ?? 'without a hash').slice(0, 12)}`
}
