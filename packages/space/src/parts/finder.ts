import type { Finder } from '@datacortex/registry/find'
import type { Work } from '../work.ts'

/** Opens `find` on a space, and tells at once if agents are found as they were before. */
export async function openSpaceFinder(work: Work): Promise<Finder> {
  const finder = await work.openFinder(work)
  const { problem } = finder.update
  if (problem !== undefined) work.onNote(`agents are found as they were before: ${problem}`)
  return finder
}
