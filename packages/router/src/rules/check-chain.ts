import { type Registry, isOutsideCaller } from '@datacortex/registry'
import { routerError } from '../errors.ts'
import { currentName } from './names.ts'

/** Most agents in a chain if nothing else is said: an orchestrator, its helpers and theirs, twice. */
export const spawnDepth = 5

/** Checks a chain of agents that start each other. Throws `ROUTER_SPAWN_CYCLE` if the agent is in it already. */
export function checkChain(
  registry: Registry,
  options: {
    readonly chain: readonly string[]
    readonly caller: string | undefined
    readonly agent: string
    readonly maxDepth: number | undefined
    readonly mayRepeat: boolean
  },
): readonly string[] {
  const { agent, caller, maxDepth = spawnDepth } = options
  const above = options.chain
    .filter((name) => !isOutsideCaller(registry, name))
    .map((name) => currentName(registry, name))
  const chain = caller === undefined || above.at(-1) === caller ? above : [...above, caller]
  if (chain.includes(agent) && !(options.mayRepeat && onlyAtEnd(chain, agent)))
    throw routerError('ROUTER_SPAWN_CYCLE', { chain, agent })
  if (chain.length + 1 > maxDepth) throw routerError('ROUTER_SPAWN_DEPTH', { chain, agent, maxDepth })
  return [...chain, agent]
}

/** Whether all places of an agent are side by side at the end: it started itself, and nobody else did meanwhile. */
function onlyAtEnd(chain: readonly string[], agent: string): boolean {
  return chain.slice(chain.indexOf(agent)).every((name) => name === agent)
}
