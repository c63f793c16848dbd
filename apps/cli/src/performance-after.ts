import type { SpacePaths } from '@datacortex/platform'
import type { Registry } from '@datacortex/registry'

/** What a verdict changed, as JSON and for people. */
export type PerformanceAfter = {
  readonly data: { readonly reputation: number | null; readonly findings: readonly unknown[] }
  readonly lines: readonly string[]
}

/**
 * Brings the performance of an agent in step with the log after something was said of it.
 *
 * @param paths - Of the space.
 * @param options - Id that the agent has or had, the agents that there are, abort signal.
 * @example await performanceAfter(paths, { agent: event.agent_id, registry, signal })
 */
export async function performanceAfter(
  paths: SpacePaths,
  { agent, registry, signal }: { readonly agent: string; readonly registry: Registry; readonly signal: AbortSignal },
): Promise<PerformanceAfter> {
  const [{ updatePerformance }, { currentId }] = await Promise.all([
    import('@datacortex/execution'),
    import('@datacortex/registry'),
  ])
  const { performance, findings } = await updatePerformance(paths, { agentIds: [agent], registry, signal })
  const reputation = performance.get(currentId(registry, agent) ?? agent)?.reputation?.score
  return {
    data: { reputation: reputation ?? null, findings },
    lines: [
      ...(reputation === undefined ? [] : [`reputation ${reputation} of 100`]),
      ...findings.map(({ message }) => `note       ${message}`),
    ],
  }
}
