import { type Finding, infoFinding, warningFinding } from '@datacortex/errors'
import { withDisabled } from '@datacortex/registry'
import type { Work } from '../work.ts'
import { agentOrigin } from './origin-of.ts'

/** Asks the origins of agents that came from directories whether they still say what the agents were made of. */
export async function originFindings(work: Work): Promise<readonly Finding[]> {
  const { agents } = withDisabled((await work.catalogue()).registry)
  if (![...agents.values()].some(({ entry }) => agentOrigin(entry) !== undefined)) return []
  const { comparedOrigins } = await import('./update-agents.ts')
  return (await comparedOrigins(work, [])).flatMap(({ id, origin, state, edited, reason }) => {
    const hint = `datacortex agent update --from-origin ${id}`
    if (state === 'changed')
      return [
        infoFinding('DIRECTORY_ORIGIN_CHANGED', id, {
          message: `${origin} says something else now${edited === true ? ', and the file was changed here too' : ''}.`,
          hint,
        }),
      ]
    if (state === 'gone')
      return [
        warningFinding('DIRECTORY_ORIGIN_GONE', id, {
          message: `${origin} is not published any more. The agent stays until it is removed.`,
          hint: `datacortex agent remove ${id}`,
        }),
      ]
    if (state === 'other author' || state === 'refused')
      return [warningFinding('DIRECTORY_ORIGIN_REFUSED', id, { message: reason ?? `${origin} is not taken.`, hint })]
    if (state === 'not reached')
      return [
        infoFinding('DIRECTORY_ORIGIN_UNREACHED', id, { message: `${origin} was not reached: ${reason ?? ''}`, hint }),
      ]
    return []
  })
}
