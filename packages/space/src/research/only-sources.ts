import type { Sources } from '@datacortex/sources'
import { spaceError } from '../errors.ts'

/** Sources of which only some are asked; the others are not reported as skipped either. Throws `CLI_SOURCE_UNKNOWN`. */
export function onlySources(sources: Sources, ids: readonly string[] = []): Sources {
  if (ids.length === 0) return sources
  const unknown = ids.find((id) => !sources.all.some((source) => source.id === id))
  if (unknown !== undefined) throw spaceError('CLI_SOURCE_UNKNOWN', { source: unknown })
  return {
    ...sources,
    eligible: async (layer, options) => {
      const { ready, skipped } = await sources.eligible(layer, options)
      return {
        ready: ready.filter(({ id }) => ids.includes(id)),
        skipped: skipped.filter(({ source }) => ids.includes(source)),
      }
    },
    [Symbol.asyncDispose]: async () => await sources[Symbol.asyncDispose](),
  }
}
