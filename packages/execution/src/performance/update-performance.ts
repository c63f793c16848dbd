import { isDeepStrictEqual } from 'node:util'
import { type Finding, CodedError, warningFinding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { type AgentPerformance, currentId, readRegistry, updateRegistry } from '@datacortex/registry'
import type { EvaluateOptions } from '../evaluations/evaluate.ts'
import type { RatingRing } from '../evaluations/rating-rings.ts'
import { computePerformance } from './compute-performance.ts'
import { withOthers } from '../sync/other-machines.ts'
import { readRuns } from './read-runs.ts'

export type UpdatePerformanceOptions = Pick<EvaluateOptions, 'registry' | 'dryRun' | 'signal'> & {
  /** Ids or aliases, with whom those in one ring of ratings are meant too; all agents of the log if absent. */
  readonly agentIds?: readonly string[] | undefined
  /** Whether only runs of this machine count, for a look at them; those of the user's other machines do too if absent. */
  readonly isHere?: boolean | undefined
}

/**
 * Writes the performance that the log shows into `performance` of the agents' entries, wherever in agents.yaml they
 * stand.
 *
 * Everything else of the registry stays byte for byte. An agent that never ran gets nothing, and one whose entry can't
 * be edited without touching what a person wrote is a finding. A reputation that was recorded from elsewhere, such as a
 * chain, stays until the log has ratings of the agent. Agents whose entry is in the manifest of a module can't be
 * written: their figures are in the result, and can be computed again at any time.
 * @throws As {@link updateRegistry}.
 * @example await updatePerformance(paths, { agentIds: ['writer'] })
 * @see DIP-0016 §10.2
 */
export async function updatePerformance(
  paths: SpacePaths,
  { agentIds, registry: given, isHere, dryRun, signal }: UpdatePerformanceOptions = {},
) {
  const own = await readRuns(paths, signal)
  const log = isHere === true ? own : await withOthers(paths, own)
  const file = await readRegistry(paths)
  const registry = given ?? file
  const computed = computePerformance(log, { currentId: (id) => currentId(registry, id) ?? id })
  const ids = agentIds?.map((id) => currentId(registry, id) ?? id)
  const wanted = ids === undefined ? undefined : withRings(ids, computed.rings)
  const { rated } = computed
  const values = [...computed.agents].filter(([id]) => wanted?.has(id) ?? true)
  const performance = new Map(
    values.map(([id, value]) => {
      const recorded = file.agents.get(id)?.entry.performance
      return [id, keepRecorded(value, { recorded, isRated: rated.has(id) })] as const
    }),
  )
  const isWritable = (id: string): boolean => file.agents.has(id)
  const differing = values.filter(
    ([id]) => isWritable(id) && !isDeepStrictEqual(file.agents.get(id)?.entry.performance, performance.get(id)),
  )
  const { updated, refused } = await writeAll(paths, differing, { rated, dryRun, signal })
  const counted = [...performance.keys()]
  return {
    updated,
    unchanged: counted.filter((id) => isWritable(id) && !updated.includes(id) && !refused.includes(id)),
    // Agents of modules have no entry in agents.yaml: their figures stand in `performance` only.
    unwritten: counted.filter((id) => !isWritable(id) && registry.agents.has(id)),
    unknown: counted.filter((id) => !isWritable(id) && !registry.agents.has(id)),
    performance,
    findings: [...log.findings, ...computed.findings, ...refused.map(editRefused)],
  }
}

/** A rating that closes a ring takes the reputation of all in it. Others may have theirs from elsewhere, such as a chain. */
function withRings(ids: readonly string[], rings: readonly RatingRing[]): ReadonlySet<string> {
  return new Set([...ids, ...rings.filter((ring) => ids.some((id) => ring.has(id))).flatMap((ring) => [...ring])])
}

type Values = readonly (readonly [string, AgentPerformance])[]
type WriteOptions = Pick<UpdatePerformanceOptions, 'dryRun' | 'signal'> & { readonly rated: ReadonlySet<string> }
type Written = { readonly updated: readonly string[]; readonly refused: readonly string[] }

/** All at once or, if the registry refuses that because of one of them, each by itself. */
async function writeAll(paths: SpacePaths, values: Values, options: WriteOptions): Promise<Written> {
  if (values.length === 0) return { updated: [], refused: [] }
  try {
    return { updated: await write(paths, values, options), refused: [] }
  } catch (error) {
    if (!CodedError.is(error, 'REGISTRY_EDIT_REFUSED')) throw error
    if (values.length === 1) return { updated: [], refused: values.map(([id]) => id) }
  }
  const written: Written[] = []
  for (const value of values) written.push(await writeAll(paths, [value], options))
  return { updated: written.flatMap(({ updated }) => updated), refused: written.flatMap(({ refused }) => refused) }
}

async function write(paths: SpacePaths, values: Values, { rated, ...options }: WriteOptions) {
  return await updateRegistry(
    paths,
    (editor) =>
      values.flatMap(([id, value]) => {
        // As it stands now: somebody may have written since it was compared.
        const entry = editor.get(id)
        if (entry === undefined) return []
        const performance = keepRecorded(value, { recorded: entry.performance, isRated: rated.has(id) })
        return editor.setAgent(id, { ...entry, performance }) === 'unchanged' ? [] : [id]
      }),
    options,
  )
}

function editRefused(id: string): Finding {
  return warningFinding('EXECUTION_PERFORMANCE_NOT_WRITTEN', id, {
    message: `The performance of ${id} was not written into the registry: its entry can't be edited without changing what a person wrote.`,
    hint: 'Remove `performance` from this entry if it holds keys of your own, and YAML anchors if it is shared.',
  })
}

/** What the log says of an agent, with the reputation that an entry has from elsewhere, such as a chain. */
function keepRecorded(
  computed: AgentPerformance,
  { recorded, isRated }: { recorded: AgentPerformance | undefined; isRated: boolean },
): AgentPerformance {
  if (isRated || recorded?.reputation === undefined) return computed
  // Where a computed one stands.
  const { version_history: history, ...figures } = computed
  return {
    ...figures,
    reputation: recorded.reputation,
    ...(history === undefined ? {} : { version_history: history }),
  }
}
