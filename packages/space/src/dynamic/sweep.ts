import { join } from 'node:path'
import { codedError } from '@datacortex/errors'
import type { Recipe } from '@datacortex/dynamic-agents'
import { isThere } from '@datacortex/platform'
import type { Registry } from '@datacortex/registry'
import type { Work } from '../work.ts'
import { resolveOptions } from './catalogue-with.ts'

type Ended = { readonly registry: Registry; readonly run: string; readonly ran: string; readonly root: string }

/** Takes away what was made for one run alone, now that it has ended, and what expired. What is in use stays until the next time. */
export async function sweepDynamic({ paths }: Pick<Work, 'paths'>, { registry, run, ran, root }: Ended): Promise<void> {
  if (!(await isThere(join(paths.stateDirectory, 'dynamic')))) return
  const { listDynamic, removeDynamic } = await import('@datacortex/dynamic-agents')
  const isDue = (recipe: Pick<Recipe, 'limits' | 'createdBy'>, path: string): boolean =>
    recipe.limits.lifetime === 'run' && (recipe.createdBy === run || (recipe.createdBy === 'user' && path === ran))
  const { agents, broken } = await listDynamic(paths, await resolveOptions(registry), [root])
  const due = [
    ...agents.filter(({ recipe, path }) => isDue(recipe, path)).map(({ path }) => path),
    ...broken.filter(({ finding }) => finding.code === 'DYNAMIC_EXPIRED').map(({ path }) => path),
  ]
  for (const path of due) await removeDynamic(paths, [path], { registry, run: `dynamic-${run}` }).catch(codedError)
}
