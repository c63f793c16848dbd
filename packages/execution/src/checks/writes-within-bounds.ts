import { CodedError, codedError } from '@datacortex/errors'
import { relativeParts, resolveInside } from '@datacortex/platform'
import type { KnowledgeLocations } from '@datacortex/registry'
import type { OutputCheck } from './output-check.ts'
import { changeOf, isSeen } from './space-changes.ts'
import { verdictOf } from './verdict-of.ts'
import { writeBounds } from './write-bounds.ts'

/** The check that all outputs lie where the agent may write, and none outside the space or behind a symbolic link. */
export function writesWithinBounds(locations: KnowledgeLocations): OutputCheck {
  return {
    name: 'writes_within_bounds',
    async check({ root, agent, outputs, changes, answer }) {
      const isAllowed = writeBounds(agent.writes, locations)
      const problems: string[] = []
      for (const { path } of outputs.filter((output) => !isSeen(output) && output.path !== answer)) {
        const file = await resolveInside(root, path).catch(codedError)
        if (CodedError.is(file)) problems.push(file.message.replace(/\.$/, ''))
        else if (!isAllowed(relativeParts(path).join('/').normalize('NFC')))
          problems.push(`${path}: ${placeOf(agent.writes)}`)
      }
      const isOutside = ({ path }: { path: string }): boolean => !isAllowed(path.normalize('NFC'))
      const seen = outputs.filter(isSeen).filter(isOutside)
      const hidden = changes?.hidden.filter(isOutside).length ?? 0
      const doubts = [
        ...seen.map(
          (output) => `${output.path}: it was ${changeOf(output)} during the run, and ${placeOf(agent.writes)}`,
        ),
        ...(hidden === 0 ? [] : [`files that the agent may not be shown changed during the run: ${hidden}`]),
      ]
      return verdictOf(problems, { doubts, changes })
    },
  }
}

function placeOf(writes: readonly string[] | undefined): string {
  if (writes === undefined)
    return 'the agent names no places that it writes to, and .datacore and files that assistants obey must be named'
  return writes.length === 0 ? 'the agent may write nothing' : `the agent writes to ${writes.join(', ')}`
}
