import type { AgentEntry } from '../file/agent-entry.ts'

/**
 * A part that agents are composed of.
 * @see DIP-0016 §11.3
 */
export type Component = Pick<AgentEntry, 'name' | 'description' | 'version' | 'sha256' | 'skills' | 'writes'> & {
  readonly id: string
  /** What it brings: `description` if it has neither text nor source. */
  readonly kind: 'description' | 'prompt' | 'subagent' | 'tool' | 'mcp'
  /** Path of its text, as `source` of an agent, or the name of the sub-agent, tool or server. */
  readonly source?: string | undefined
  /** Its text, where no file holds it. */
  readonly prompt?: string | undefined
  /** Such as `parser@^1.2`, `module:tides`, `env:TIDES_KEY`. */
  readonly requires: readonly string[]
  /** That brought it; undefined if it stands in agents.yaml. */
  readonly module?: string | undefined
  /** As a part of an agent: the component that requires it; undefined if the agent itself names it. */
  readonly via?: string | undefined
}

/** Why a component that was asked for is no part, or an odd one. */
export type ComponentProblem = {
  readonly code: 'COMPONENT_UNKNOWN' | 'COMPONENT_CYCLE' | 'COMPONENT_VERSION' | 'COMPONENT_INCOMPLETE'
  readonly component: string
  readonly message: string
}

/** What an agent is composed of. */
export type Composition = {
  /** The entry as it is written, without what its components add. */
  readonly own: AgentEntry
  /** In the order in which they are given to the agent: what is required comes before what requires it. */
  readonly parts: readonly Component[]
  readonly problems: readonly ComponentProblem[]
}

/**
 * Reads what a component requires, or which one an agent names: `NAME@RANGE`, `module:NAME@RANGE` or `env:NAME`.
 * @example parseRequirement('parser@^1.2') // { kind: 'component', name: 'parser', range: '^1.2' }
 */
export function parseRequirement(text: string): { kind: string; name: string; range: string | undefined } {
  const [, kind = 'component', name = text, range] = /^(?:(component|module|env):)?([^@]+)(?:@(.*))?$/s.exec(text) ?? []
  return { kind, name: name.trim(), range: range?.trim() || undefined }
}
