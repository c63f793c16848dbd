import { join, relative, sep } from 'node:path'
import type { Finding } from '@datacortex/errors'
import type { DynamicAgent } from '@datacortex/dynamic-agents'
import { dot, isThere, readSettings, sha256 } from '@datacortex/platform'
import type { Work } from '../work.ts'
import { resolveOptions } from './catalogue-with.ts'

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

/** The dynamic agents that the caller may use, each after its parent; of those that can't be made why. With a task, those below some agents or whose own text fits it. */
export async function dynamicFor(
  work: Work,
  asked?: { readonly below: readonly string[]; readonly task: string | undefined },
): Promise<ListedTree> {
  const { caller, paths } = work
  if (caller.kind === 'client' || !(await isThere(join(paths.stateDirectory, 'dynamic'))))
    return { dynamic: [], findings: [] }
  const { listDynamic } = await import('@datacortex/dynamic-agents')
  const { registry } = await work.catalogue()
  const { agents, broken } = await listDynamic(paths, await resolveOptions(registry))
  const isOwn = (path: string): boolean => caller.kind !== 'agent' || path.startsWith(`${caller.id}/`)
  const own = agents.filter(({ path }) => isOwn(path))
  const isBelow = ({ path }: DynamicAgent): boolean => asked?.below.some((id) => path.startsWith(`${id}/`)) ?? true
  const others = await fitting(
    work,
    asked?.task,
    own.filter((one) => !isBelow(one)),
  )
  return {
    dynamic: own.filter((one) => isBelow(one) || others.has(one)).map((one) => listedDynamic(one, paths)),
    findings: broken.filter(({ path }) => isOwn(path)).map(({ finding }) => ({ ...finding, severity: 'warning' })),
  }
}

// About what the least score of `find` is as a cosine of one text.
const leastCosine = 0.3

/** Those that say themselves that they are for a task, whatever those above them say. */
async function fitting(
  { paths, openModel, onProgress, signal }: Work,
  task: string | undefined,
  agents: readonly DynamicAgent[],
): Promise<ReadonlySet<DynamicAgent>> {
  if (task === undefined || agents.length === 0) return new Set()
  const { primerText } = await import('../agents/primers.ts')
  const { keepVectors, readKeptVectors } = await import('@datacortex/registry/find')
  await using model = await openModel((await readSettings(paths)).embeddings, onProgress)
  const { modelId, dimensions } = model
  const place = { folder: join(paths.cacheDirectory, 'dynamic'), modelId, dimensions }
  const texts = new Map(agents.map(({ agent }) => primerText(agent.entry)).map((text) => [sha256(text), text]))
  const vectors = new Map([...(await readKeptVectors(place))].filter(([hash]) => texts.has(hash)))
  const missing = [...texts].filter(([hash]) => !vectors.has(hash))
  // What is done is kept, so that the next one goes on where this one is stopped.
  while (missing.length > 0) {
    const some = missing.splice(0, 512)
    const made = await model.embed(
      some.map(([, text]) => text),
      { signal },
    )
    for (const [at, vector] of made.entries()) vectors.set(some[at]?.[0] ?? '', vector)
    await keepVectors(place, vectors)
  }
  const [asked] = await model.embed([task], { signal, as: 'query' })
  const cosineOf = ({ agent }: DynamicAgent): number => dot(vectors.get(sha256(primerText(agent.entry))), asked)
  return new Set(agents.filter((one) => cosineOf(one) >= leastCosine))
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
