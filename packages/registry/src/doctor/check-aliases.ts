import { type Finding, CodedError, errorFinding, infoFinding } from '@datacortex/errors'
import type { Registry } from '../file/registry.ts'
import { resolveAgent } from '../file/names/resolve-agent.ts'

/** Former names that lead nowhere or in a circle, and deprecated agents without a successor. */
export function checkAliases(registry: Registry): readonly Finding[] {
  return [...registry.agents.values()].flatMap(({ id, entry }): readonly Finding[] => {
    if (entry.removed) return []
    if (entry.alias === undefined) {
      if (entry.deprecated !== true || entry.note !== undefined) return []
      const message = 'it is deprecated and names no successor'
      return [infoFinding('SUCCESSOR_MISSING', id, { message, hint: 'Add `alias` or `note`.' })]
    }
    try {
      resolveAgent(registry, id)
      return []
    } catch (error) {
      if (!CodedError.is(error)) throw error
      return [errorFinding('ALIAS_BROKEN', id, { message: error.message, hint: error.hint })]
    }
  })
}
