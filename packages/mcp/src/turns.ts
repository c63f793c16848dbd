import { createSlots } from '@datacortex/platform'
import { mcpError } from './errors.ts'

export type TurnLimits = {
  readonly running: number
  /** Further ones wait; those beyond are refused. No bound if absent. */
  readonly waiting?: number | undefined
}

/**
 * Runs a call when it is its turn.
 * @throws `MCP_OVERLOADED`; the reason of the signal if that comes first.
 */
export type Turn = <Answer>(work: () => Promise<Answer>, options: { readonly signal: AbortSignal }) => Promise<Answer>

/**
 * Lets only some calls work at once; each opens files and tables, and a thousand would take gigabytes and be answered no
 * sooner.
 * @throws `MCP_OVERLOADED` by what it gives, if too many wait already.
 * @example
 * const turn = turns({ running: 8, waiting: 64 })
 * await turn(async () => await space.call('find', { task }, { signal }), { signal })
 */
export function turns({ running, waiting = Number.POSITIVE_INFINITY }: TurnLimits): Turn {
  const slots = createSlots(running)
  let inside = 0
  return async (work, { signal }) => {
    if (inside >= running + waiting) throw mcpError('MCP_OVERLOADED', { waiting })
    inside += 1
    try {
      return await slots.run(work, { signal })
    } finally {
      inside -= 1
    }
  }
}
