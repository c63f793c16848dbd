import type { Trashed } from '@datacortex/dynamic-agents'
import { withDisabled } from '@datacortex/registry'
import type { Work } from '../work.ts'

/** Dynamic agents among those that are to go, and how all below them goes along. */
export type DynamicToRemove = {
  readonly paths: readonly string[]
  readonly belowThese: readonly string[]
  readonly below: (id: string) => Promise<readonly string[]>
  readonly remove: (wanted: readonly string[]) => Promise<Trashed | undefined>
}

/** Looks for dynamic agents among ids, also for those that can't be made any more. */
export async function dynamicToRemove(
  { paths, catalogue }: Pick<Work, 'paths' | 'catalogue'>,
  ids: readonly string[],
): Promise<DynamicToRemove> {
  const { findRecipe, pathsBelow, removeDynamic } = await import('@datacortex/dynamic-agents')
  const registry = withDisabled((await catalogue()).registry)
  const found = await Promise.all(
    ids.map(async (id) =>
      id.includes('/') && !registry.agents.has(id) && (await findRecipe(paths, id, registry)) !== undefined ? [id] : [],
    ),
  )
  const own = found.flat()
  const below = async (id: string): Promise<readonly string[]> => await pathsBelow(paths, id, registry)
  return {
    paths: own,
    belowThese: (await Promise.all(own.map(below))).flat(),
    below,
    remove: async (wanted) =>
      await removeDynamic(paths, wanted, { registry, run: `dynamic-${crypto.randomUUID().slice(0, 8)}` }),
  }
}
