import type { AgentEntry, Registry } from '@datacortex/registry'

/** A registry with these agents, in this order; what an entry leaves out is filled in. */
export function registryOf(entries: Readonly<Record<string, Partial<AgentEntry>>>): Registry {
  const agents = Object.entries(entries).map(([id, entry]) => {
    const full: AgentEntry = { name: id, description: `Does ${id}.`, skills: [], ...entry }
    return [id, { id, entry: full, module: undefined }] as const
  })
  return {
    file: 'agents.yaml',
    sha256: '',
    agents: new Map(agents),
    modules: new Map(),
    components: new Map(),
    knowledgeLocations: {},
    findings: [],
  }
}
