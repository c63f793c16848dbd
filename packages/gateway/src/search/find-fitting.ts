import { CodedError } from '@datacortex/errors'
import type { FoundAgent, Space } from '@datacortex/space'

export type FittingOptions = {
  readonly space: Pick<Space, 'find'>
  readonly fits: (agent: Pick<FoundAgent, 'id'>) => boolean
  readonly count: number
  /** How many are looked at first, fitting or not. */
  readonly top: number
  readonly signal: AbortSignal
}

/** So many of the best are looked at; further down nothing is near any more. */
export const deepestFound = 1000

/** Finds agents of which only some may be shown: not everything that `find` knows is published. */
export async function findFitting(query: string, options: FittingOptions): Promise<readonly FoundAgent[]> {
  const { space, fits, count, signal } = options
  const top = Math.min(options.top, deepestFound)
  const { results } = await Promise.resolve(space.find({ task: query, top }, { signal })).catch(nothingOfLost)
  const fitting = results.flatMap((agent) => {
    // Of copies that differ in their names alone any may be shown.
    const id = [agent.id, ...(agent.same_as ?? [])].find((one) => fits({ id: one }))
    return id === undefined ? [] : [{ ...agent, id }]
  })
  const isAll = fitting.length >= count || results.length < top || top === deepestFound
  return isAll ? fitting.slice(0, count) : await findFitting(query, { ...options, top: deepestFound })
}

/** What became of an agent of this name, and why, is nothing to tell strangers. */
function nothingOfLost(error: unknown): { readonly results: readonly FoundAgent[] } {
  if (CodedError.is(error) && lost.has(error.code)) return { results: [] }
  throw error
}

const lost: ReadonlySet<string> = new Set(['REGISTRY_AGENT_REMOVED', 'REGISTRY_ALIAS_CYCLE', 'REGISTRY_ALIAS_DANGLING'])
