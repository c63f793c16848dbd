// A way in of its own: looking at roots that did not change loads nothing that reads agents.
export { type AgentRoot, changeRoots, rememberRoots } from './agent-roots.ts'
export { type RootMemory, rootMemory } from './root-memory.ts'
export { lostIn, syncRoots } from './sync-roots.ts'
