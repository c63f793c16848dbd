import type { Registry } from '../registry.ts'

/**
 * A registry in which some agents are switched off: nobody finds, runs or publishes what is not among `agents`.
 *
 * @param ids - Others than those of agents are passed over.
 * @example withoutDisabled(registry, ['writer']).agents.has('writer') // false
 */
export function withoutDisabled(registry: Registry, ids: readonly string[]): Registry {
  const off = new Set(ids)
  const [disabled, agents] = [true, false].map(
    (isOff) => new Map([...registry.agents].filter(([id]) => off.has(id) === isOff)),
  )
  return agents === undefined || disabled?.size === 0 ? registry : { ...registry, agents, disabled }
}

/**
 * The same registry with all its agents, for what lists, repairs or examines them.
 *
 * @example withDisabled(registry).agents.has('writer') // true
 */
export function withDisabled(registry: Registry): Registry {
  const { agents, disabled } = registry
  return disabled === undefined
    ? registry
    : { ...registry, agents: new Map([...agents, ...disabled]), disabled: undefined }
}
