import { ifCoded } from '@datacortex/errors'
import type { Work } from '../work.ts'

/** Notes which versions agents are of by their components, which a module may bring, change or take away. */
export async function noteVersions({ paths, catalogue }: Pick<Work, 'paths' | 'catalogue'>): Promise<void> {
  const { keepVersions } = await import('@datacortex/execution')
  // Where it can't be noted, what was asked for is done all the same.
  await keepVersions(paths, (await catalogue()).registry).catch(ifCoded(undefined))
}
