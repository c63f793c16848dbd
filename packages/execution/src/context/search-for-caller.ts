import type { SearchPort, Shown } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import type { Privacy } from './privacy.ts'
import { privacyFilter } from './privacy-filter.ts'

export type SearchForCallerOptions = {
  readonly privacy: Privacy
  /** The agent in whose run this is asked; a person if absent. */
  readonly askedBy: string | undefined
}

export function searchForCaller(
  search: SearchPort | undefined,
  paths: SpacePaths,
  { privacy, askedBy }: SearchForCallerOptions,
): SearchPort | undefined {
  if (search === undefined || askedBy === undefined || privacy.isOpenTo(askedBy)) return search
  const access = privacyFilter(paths, { privacy, agentId: askedBy })
  const shown: Shown = {
    path: (path) => access.path(path) === undefined,
    memory: async (id) => (await access.memory(id)) === undefined,
  }
  return async (query, options) => await search(query, { ...options, shown })
}
