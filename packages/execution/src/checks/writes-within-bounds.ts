import { CodedError } from '@datacortex/errors'
import { relativeParts, resolveInside } from '@datacortex/platform'
import type { KnowledgeLocations } from '@datacortex/registry'
import type { OutputCheck } from './output-check.ts'
import { verdictOf } from './verdict-of.ts'
import { writeBounds } from './write-bounds.ts'

/**
 * The check that all outputs lie where the agent may write, and none outside the space or behind a symbolic link.
 *
 * @param locations - Of the registry.
 */
export function writesWithinBounds(locations: KnowledgeLocations): OutputCheck {
  return {
    name: 'writes_within_bounds',
    async check({ root, agent, outputs }) {
      const isAllowed = writeBounds(agent.writes, locations)
      const problems: string[] = []
      for (const { path } of outputs) {
        const refusal = await refusalOf(root, path)
        if (refusal !== undefined) problems.push(refusal)
        else if (!isAllowed(relativeParts(path).join('/').normalize('NFC')))
          problems.push(`${path}: ${placeOf(agent.writes)}`)
      }
      return verdictOf(problems)
    },
  }
}

async function refusalOf(root: string, path: string): Promise<string | undefined> {
  try {
    await resolveInside(root, path)
    return undefined
  } catch (error) {
    if (!CodedError.is(error, 'PLATFORM_PATH_REFUSED')) throw error
    return error.message.replace(/\.$/, '')
  }
}

function placeOf(writes: readonly string[] | undefined): string {
  if (writes === undefined) return 'the agent names no places that it writes to, and .datacore must be named'
  return writes.length === 0 ? 'the agent may write nothing' : `the agent writes to ${writes.join(', ')}`
}
