import type { RegisteredAgent } from '@datacortex/registry'

/** Whose trigger something is, and what decides between equal ones. */
export type TriggerOwner = {
  readonly agent: string
  /** 0 for a live agent, 1 for a deprecated one or an alias, 2 for a removed one. */
  readonly state: 0 | 1 | 2
  /** Place of the trigger in the registry. */
  readonly order: number
}

export function ownerOf({ id, entry }: RegisteredAgent, order: number): TriggerOwner {
  const old = entry.deprecated === true || entry.alias !== undefined
  const removed = entry.removed === true && entry.alias === undefined
  return { agent: id, state: removed ? 2 : old ? 1 : 0, order }
}

/** Live agents first, then the order of the registry. */
export function compareOwners(a: TriggerOwner, b: TriggerOwner): number {
  return a.state - b.state || a.order - b.order
}
