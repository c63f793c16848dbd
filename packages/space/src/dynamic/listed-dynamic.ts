import { join, relative, sep } from 'node:path'
import type { Finding } from '@datacortex/errors'
import type { DynamicAgent } from '@datacortex/dynamic-agents'
import { isThere } from '@datacortex/platform'
import type { Work } from '../work.ts'
import { resolveOptions } from './catalogue-with.ts'

/** A dynamic agent in a list, below its parent. */
export type ListedDynamic = {
  readonly path: string
  readonly parent: string
  readonly description: string
  readonly tasks: readonly string[]
  readonly hash: string
  readonly expires?: string | undefined
  readonly file: string
}

export type ListedTree = { readonly dynamic: readonly ListedDynamic[]; readonly findings: readonly Finding[] }

/** The dynamic agents that the caller may use, each after its parent; of those that can't be made why. */
export async function dynamicFor(
  work: Pick<Work, 'paths' | 'caller' | 'catalogue'>,
  below?: readonly string[],
): Promise<ListedTree> {
  const { caller, paths } = work
  if (caller.kind === 'client' || !(await isThere(join(paths.stateDirectory, 'dynamic'))))
    return { dynamic: [], findings: [] }
  const { listDynamic } = await import('@datacortex/dynamic-agents')
  const { registry } = await work.catalogue()
  const { agents, broken } = await listDynamic(paths, await resolveOptions(registry), below)
  const isOwn = (path: string): boolean => caller.kind !== 'agent' || path.startsWith(`${caller.id}/`)
  return {
    dynamic: agents.filter(({ path }) => isOwn(path)).map((one) => listedDynamic(one, paths)),
    findings: broken.filter(({ path }) => isOwn(path)).map(({ finding }) => ({ ...finding, severity: 'warning' })),
  }
}

export function listedDynamic(
  { path, recipe, agent, file, limits }: DynamicAgent,
  { root }: Pick<Work['paths'], 'root'>,
): ListedDynamic {
  return {
    path,
    parent: path.slice(0, path.lastIndexOf('/')),
    description: agent.entry.description,
    tasks: Object.keys(recipe.tasks),
    hash: recipe.hash,
    ...(limits.expires === undefined ? {} : { expires: limits.expires }),
    file: relative(root, file).split(sep).join('/'),
  }
}
