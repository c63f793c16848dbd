import type { SpacePaths } from '@datacortex/platform'

/** What a verdict changed, as JSON and for people. */
export type PerformanceAfter = {
  readonly data: { readonly reputation: number | null; readonly findings: readonly unknown[] }
  readonly lines: readonly string[]
}

/**
 * Brings the performance of an agent in step with the log after something was said of it.
 *
 * @param paths - Of the space.
 * @param options - Id of the agent, abort signal.
 */
export async function performanceAfter(
  paths: SpacePaths,
  { agent, signal }: { readonly agent: string; readonly signal: AbortSignal },
): Promise<PerformanceAfter> {
  const { updatePerformance } = await import('@datacortex/execution')
  const { performance, findings } = await updatePerformance(paths, { agentIds: [agent], signal })
  const reputation = performance.get(agent)?.reputation?.score
  return {
    data: { reputation: reputation ?? null, findings },
    lines: [
      ...(reputation === undefined ? [] : [`reputation ${reputation} of 100`]),
      ...findings.map(({ message }) => `note       ${message}`),
    ],
  }
}
