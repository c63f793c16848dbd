import { CodedError } from '@datacortex/errors'
import type { Registry } from '@datacortex/registry'
import { resolveAgent } from '@datacortex/registry'

/**
 * The id that an agent has now: the log keeps the one that it had when it ran. One that nobody has any longer stays.
 *
 * @param registry - Of the space.
 * @param id - From the log.
 * @example currentId(registry, 'old-name') // 'writer'
 */
export function currentId(registry: Registry, id: string): string {
  try {
    return resolveAgent(registry, id).agent.id
  } catch (error) {
    if (!CodedError.is(error)) throw error
    return id
  }
}
