import type { DirectoryCache, DirectoryReport, LocalNames, PublishedResult } from '@datacortex/directory'
import { type Finding, warningFinding, whenCoded } from '@datacortex/errors'
import { readSettings } from '@datacortex/platform'
import { type Registry, withDisabled } from '@datacortex/registry'
import type { FindResult } from '@datacortex/registry/find'
import { count } from '@datacortex/wording'
import type { AskedAgents, FoundAgents } from '../agents/found-agents.ts'
import type { Work } from '../work.ts'
import { askOptions, askedDirectories } from './asked-directories.ts'
import { importedAgents } from './origin-of.ts'

/** The agents that fit, of this space and published elsewhere, and what each directory gave. */
export type FoundEverywhere = Omit<FoundAgents, 'results'> & {
  readonly results: readonly PublishedResult[]
  readonly directories: readonly DirectoryReport[]
}

type Asked = AskedAgents & { readonly directories: readonly string[] }

/**
 * Finds agents here, and beside that among what directories list. Who waits is told what fits here as soon as that is
 * known; the answer ranks all by their scores, those of the space first where they are equal.
 */
export async function findEverywhere(work: Work, asked: Asked, findHere: () => Promise<FoundAgents>) {
  const beganMs = performance.now()
  const settings = await readSettings(work.paths)
  const directories = await askedDirectories(work, asked.directories, settings)
  const names = directories.map(({ name }) => name)
  const directory = await import('@datacortex/directory')
  const { DirectoryCache: Cache, askDirectories, localNames, publishedResults } = directory
  using cache = await Cache.open(work.paths)
  let isAsking = true
  const query = asked.isPrivate === true ? undefined : asked.task
  const asking = askDirectories(cache, directories, { ...(await askOptions(work, settings)), query }).finally(
    () => (isAsking = false),
  )
  // What is kept is searched as soon as it is whole, beside the agents here.
  const finding = asking.then(
    async (): ReturnType<typeof findPublished> => await findPublished(work, { asked, names, cache }),
  )
  const [local, reports, found] = await Promise.all([
    findHere().then((found) => {
      if (isAsking)
        work.onNote(`here fit ${found.results.map(({ id }) => id).join(', ') || 'none'}; asking ${names.join(', ')}`)
      return found
    }),
    asking,
    finding,
  ])
  const { registry } = await work.catalogue()
  const all = withDisabled(registry)
  const here = new Set(local.results.map(({ id }) => id))
  const most = asked.top ?? 5
  const elsewhere = publishedResults(found.results, {
    cache,
    most,
    isShown: ({ imported_as: id = '' }) => !here.has(id),
    stale: new Set(reports.filter(({ stale }) => stale).map(({ name }) => name)),
    trust: settings.directories.trust,
    imported: importedAgents(all),
    localNames: keptNames(registry, () => localNames(namesOf(all))),
  })
  const own = local.results.map((one): PublishedResult => ({ ...one, origin: { directory: 'local' } }))
  // Whom a model chose stays first.
  const standing = ({ id, score, origin }: PublishedResult): number =>
    origin.directory === 'local' && id === local.judge?.agent ? 2 : score
  const results = [...own, ...elsewhere].toSorted((a, b) => standing(b) - standing(a)).slice(0, most)
  const best = [local.best, found.best].filter((one) => one !== undefined).toSorted((a, b) => b.score - a.score)[0]
  const { best: _, known_tags: _tags, ...rest } = local
  return {
    ...rest,
    took_ms: Math.round((performance.now() - beganMs) * 10) / 10,
    results,
    ...(results.length === 0 && best !== undefined ? { best } : {}),
    total: local.total + names.reduce((sum, name) => sum + cache.count(name), 0),
    directories: reports,
    findings: [
      ...local.findings,
      ...found.findings,
      ...results.flatMap(({ id, looks_like: alike = [] }) => directory.alikeFinding(id, alike)),
    ],
  }
}

type Searching = {
  readonly asked: Asked
  readonly names: readonly string[]
  readonly cache: DirectoryCache
}

/** What is kept of directories and fits, by the rules and the scale of the agents here. */
export async function findPublished(
  work: Work,
  { asked, names, cache }: Searching,
): Promise<Pick<FindResult, 'results' | 'best'> & { readonly findings: readonly Finding[] }> {
  if (cache.count() === 0) return { results: [], findings: [] }
  const { inDirectory } = await import('@datacortex/directory')
  const { signal } = work
  await using finder = await work.openPublished(cache, { ...work, isAsked: true })
  const { top = 5, tags = [], min_score: minScore, explain } = asked
  // Some of what is found is one agent.
  const options = { top: top * 2 + 10, minScore, explain, signal }
  const isOfAll = names.reduce((sum, name) => sum + cache.count(name), 0) === cache.count()
  const filters = isOfAll ? [tags] : names.map((name) => [...tags, inDirectory(name)])
  const answers = await Promise.all(
    filters.map(
      async (some) => await finder.find(asked.task, { ...options, tags: some }).catch(whenCoded(nothingNamed)),
    ),
  )
  const { pending } = finder.update
  const message = `${count(pending, 'text')} of agents elsewhere ${pending === 1 ? 'is' : 'are'} not embedded yet, and found by words.`
  return {
    results: answers.flatMap(({ results }) => results).toSorted((a, b) => b.score - a.score),
    best: answers.map(({ best }) => best).find((one) => one !== undefined),
    findings:
      pending === 0
        ? []
        : [warningFinding('DIRECTORY_NOT_EMBEDDED', 'directories', { message, hint: 'datacortex directory refresh' })],
  }
}

/** A request that is the name of nobody is for the agents here to tell. */
function nothingNamed(): Pick<FindResult, 'results' | 'best'> {
  return { results: [] }
}

// As long as the registry stays as it is, so do the names in it.
const named = new WeakMap<Registry, LocalNames>()

function keptNames(registry: Registry, make: () => LocalNames): LocalNames {
  const names = named.get(registry) ?? make()
  named.set(registry, names)
  return names
}

function* namesOf({ agents }: Registry): Generator<readonly [string, string]> {
  for (const { id, entry } of agents.values()) yield [id, entry.name]
}
