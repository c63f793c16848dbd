import { isDeepStrictEqual } from 'node:util'
import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import type { AgentPerformance } from '@datacortex/registry'
import { readRegistry, updateRegistry } from '@datacortex/registry'
import { currentId } from '../evaluations/current-id.ts'
import type { Finding } from '@datacortex/errors'
import { computePerformance } from './compute-performance.ts'
import { readRuns } from './read-runs.ts'

/** What an update of performances did. */
export type PerformanceUpdate = {
  /** Ids whose entry was changed. */
  readonly updated: readonly string[]
  readonly unchanged: readonly string[]
  /** Ids of the log that are in the registry no longer. */
  readonly unknown: readonly string[]
  readonly performance: ReadonlyMap<string, AgentPerformance>
  readonly findings: readonly Finding[]
}

/** Which agents, and how. */
export type UpdatePerformanceOptions = {
  /** Ids or aliases; all agents of the log if absent. */
  readonly agentIds?: readonly string[] | undefined
  /** Computes and writes nothing. */
  readonly dryRun?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Writes the performance that the log shows into `performance` of the agents' entries, wherever they stand.
 *
 * Everything else of the registry stays byte for byte. An agent that never ran gets nothing, and one whose entry can't
 * be edited without touching what a person wrote is a finding.
 *
 * @param paths - Of the space.
 * @param options - Which agents; dry run; abort signal.
 * @throws As {@link updateRegistry}.
 * @example await updatePerformance(paths, { agentIds: ['writer'] })
 * @see DIP-0016 §10.2
 */
export async function updatePerformance(
  paths: SpacePaths,
  { agentIds, dryRun, signal }: UpdatePerformanceOptions = {},
): Promise<PerformanceUpdate> {
  const log = await readRuns(paths, signal)
  const registry = await readRegistry(paths)
  const computed = computePerformance(log, { currentId: (id) => currentId(registry, id) })
  const wanted = agentIds === undefined ? undefined : new Set(agentIds.map((id) => currentId(registry, id)))
  const performance = new Map([...computed.agents].filter(([id]) => wanted?.has(id) ?? true))
  const differing = [...performance].filter(
    ([id, value]) => !isDeepStrictEqual(registry.agents.get(id)?.entry.performance, value),
  )
  const isKnown = (id: string): boolean => registry.agents.has(id)
  const { updated, refused } = await writeAll(
    paths,
    differing.filter(([id]) => isKnown(id)),
    { dryRun, signal },
  )
  const ids = [...performance.keys()]
  return {
    updated,
    unchanged: ids.filter((id) => isKnown(id) && !updated.includes(id) && !refused.includes(id)),
    unknown: ids.filter((id) => !isKnown(id)),
    performance,
    findings: [...log.findings, ...computed.findings, ...refused.map(editRefused)],
  }
}

type Values = readonly (readonly [string, AgentPerformance])[]
type WriteOptions = { readonly dryRun: boolean | undefined; readonly signal: AbortSignal | undefined }
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

async function write(paths: SpacePaths, values: Values, options: WriteOptions): Promise<readonly string[]> {
  return await updateRegistry(
    paths,
    (editor) =>
      values.flatMap(([id, performance]) => {
        const entry = editor.get(id)
        if (entry === undefined) return []
        return editor.setAgent(id, { ...entry, performance }) === 'unchanged' ? [] : [id]
      }),
    options,
  )
}

function editRefused(id: string): Finding {
  return {
    code: 'EXECUTION_PERFORMANCE_NOT_WRITTEN',
    severity: 'warning',
    subject: id,
    message: `The performance of ${id} was not written into the registry: its entry can't be edited without changing what a person wrote.`,
    hint: 'Remove `performance` from this entry if it holds keys of your own, and YAML anchors if it is shared.',
  }
}
