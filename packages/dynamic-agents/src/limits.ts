import type { RegisteredAgent } from '@datacortex/registry'
import { dynamicError } from './errors.ts'
import { type Limits, LimitsSchema } from './recipe.ts'

/** Agents that may be made below each other where nothing else is said, from the registry down. */
const usualDepth = 4
const numbers = ['depth', 'concurrency', 'runs', 'tokens', 'usd'] as const

/** The limits that an agent of the registry hands down: those of `x-limits` in its entry. */
export function limitsOf({ entry }: Pick<RegisteredAgent, 'entry'>): Limits {
  const read = LimitsSchema.safeParse(entry['x-limits'] ?? {})
  return { depth: usualDepth, ...(read.success ? read.data : {}) }
}

/** What a child has: its own limits, where it has none those of its parent, and one level less below it. */
export function childLimits(own: Limits, parent: Limits): Limits {
  const depth = Math.max(0, (parent.depth ?? usualDepth) - 1)
  return { ...parent, lifetime: undefined, ...own, depth: own.depth ?? depth }
}

/** Throws `DYNAMIC_LIMIT_ABOVE` for the first limit that is above that of the parent. */
export function checkLimits(own: Limits, { agent, parent, of }: { agent: string; parent: Limits; of: string }): void {
  const depth = (parent.depth ?? usualDepth) - 1
  const refuse = (limit: string, wanted: unknown, most: unknown): never => {
    throw dynamicError('DYNAMIC_LIMIT_ABOVE', { agent, parent: of, limit, wanted: String(wanted), most: String(most) })
  }
  if (depth < 0) refuse('depth', 'that it needs to be made', 0)
  for (const name of numbers) {
    const most = name === 'depth' ? depth : parent[name]
    if (most !== undefined && (own[name] ?? 0) > most) refuse(name, own[name], most)
  }
  const { expires } = own
  if (expires !== undefined && parent.expires !== undefined && Date.parse(expires) > Date.parse(parent.expires))
    refuse('expires', expires, parent.expires)
}
