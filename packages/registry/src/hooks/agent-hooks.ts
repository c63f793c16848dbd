import { isRecord, recordOf } from '@datacortex/platform'
import type { HookLists, RegisteredAgent, Registry } from '../file/registry.ts'

export type HookPhase = 'pre' | 'validate' | 'post' | 'on_error'

/** One hook of an agent, as Datacore's `agents.yaml` has it. */
export type AgentHook = {
  readonly phase: HookPhase
  /** Such as `classify-error`. */
  readonly type: string
  /** As written; empty if there is none. */
  readonly config: Readonly<Record<string, unknown>>
}

const hookPhases: readonly HookPhase[] = ['pre', 'validate', 'post', 'on_error']

/**
 * All hooks of an agent, with those that it inherits.
 *
 * In each phase its own list counts, else that of its `profile`, else the default one. A list replaces those behind it
 * unless it says `inherit: defaults` or `inherit: PROFILE`, whose hooks then stand in that place. What has another form is
 * passed over.
 * @returns In the order of the phases, inherited ones where they are inherited first.
 * @example agentHooks(registry, agent).filter(({ type }) => type === 'quality-gate')
 * @see DIP-0016 §17 of Datacore
 */
export function agentHooks(registry: Pick<Registry, 'hookLists'>, agent: RegisteredAgent): readonly AgentHook[] {
  const { hooks, profile } = agent.entry
  const { defaults, profiles = {} } = registry.hookLists ?? {}
  const sources = [
    { inherited: [], from: hooks },
    ...(profile === undefined ? [] : [{ inherited: [profile], from: ownOf(profiles, profile) }]),
    { inherited: [usual], from: defaults },
  ]
  return hookPhases.flatMap((phase) => {
    for (const { inherited, from } of sources) {
      const list = listIn(from, phase)
      if (list !== undefined) return expanded(list, { phase, lists: registry.hookLists, inherited: new Set(inherited) })
    }
    return []
  })
}

const usual = 'defaults'

type Expansion = {
  readonly phase: HookPhase
  readonly lists: HookLists | undefined
  /** What is in the list already: nothing is inherited twice, in a circle or by two ways. */
  readonly inherited: Set<string>
}

function expanded(list: readonly unknown[], { phase, lists, inherited }: Expansion): readonly AgentHook[] {
  return list.flatMap((item): readonly AgentHook[] => {
    if (!isRecord(item)) return []
    const { type, config, inherit } = item
    if (typeof inherit === 'string') {
      if (inherited.has(inherit)) return []
      inherited.add(inherit)
      const from = inherit === usual ? lists?.defaults : ownOf(lists?.profiles ?? {}, inherit)
      return expanded(listIn(from, phase) ?? [], { phase, lists, inherited })
    }
    return typeof type === 'string' && type !== '' ? [{ phase, type, config: recordOf(config) }] : []
  })
}

function listIn(hooks: unknown, phase: HookPhase): readonly unknown[] | undefined {
  const list = recordOf(hooks)[phase]
  return Array.isArray(list) ? list : undefined
}

function ownOf(profiles: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined
}
