import type { AgentPerformance } from '@datacortex/registry'

/** What the log says of an agent, with the reputation that an entry has from elsewhere, such as a chain. */
export function keepRecorded(
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
