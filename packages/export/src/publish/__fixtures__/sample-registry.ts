import type { RegisteredAgent, Registry } from '@datacortex/registry'

/** A registry of these agents, in memory. */
export function sampleRegistry(agents: readonly RegisteredAgent[]): Registry {
  return {
    file: '',
    sha256: '',
    agents: new Map(agents.map((agent) => [agent.id, agent])),
    modules: new Map(),
    components: new Map(),
    knowledgeLocations: {},
    findings: [],
  }
}
