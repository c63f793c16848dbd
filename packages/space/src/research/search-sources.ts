import type { SearchHit } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import type { SearchAnswer, SearchResult } from '@datacortex/research'
import { withinCaller } from '../caller/within-caller.ts'
import { spaceError } from '../errors.ts'
import { type IndexNews, indexNews } from '../indexing/index-news.ts'
import { type SearchEverywhere, narrowedNotes } from '../notes/search-fields.ts'
import { searchMemory } from '../notes/search-memory.ts'
import { openKnowledge } from '../parts/open-knowledge.ts'
import { openSpaceSources } from '../parts/open-space-sources.ts'
import { waitingWants } from '../trust/space-wants.ts'
import type { Work } from '../work.ts'
import { onlySources } from './only-sources.ts'
import { userText, textOf } from './user-text.ts'
import { requireReadable } from './require-readable.ts'

/** What sources and notes said, and what became of the result that was to be kept. */
export type SearchedSources = SearchAnswer &
  Partial<IndexNews> & {
    readonly sources: 'web' | 'all'
    /** Of the memory that answered. */
    readonly tier?: string | undefined
    readonly saved?: Awaited<ReturnType<typeof import('@datacortex/research').saveAsZettel>> | undefined
    readonly dry_run?: true | undefined
    readonly undo?: string | undefined
  }

/** Asks the notes and every source at once, within the time of the settings. */
export async function searchSources(
  work: Work,
  asked: SearchEverywhere & { readonly sources: 'web' | 'all' },
): Promise<SearchedSources> {
  const { query, top, space = '0-personal', save, dry_run: dryRun = false } = asked
  const { paths, signal } = work
  const [{ saveAsZettel, searchEverything }, { knowledgeFolders }] = await Promise.all([
    import('@datacortex/research'),
    import('@datacortex/knowledge-extractor'),
  ])
  await using knowledge = await openKnowledge(work, { space, task: 'search', dryRun })
  const { ports, catalogue, settings, undoName } = knowledge
  const { hooks, writer, writes } = ports
  const memory = { ...knowledge.memory, search: (await withinCaller(work))(knowledge.memory.search) }
  await using all = requireReadable(await openSpaceSources(work, { modules: catalogue.modules.modules, settings }))
  let tier: string | undefined
  const found = await searchEverything(
    query,
    {
      sources: onlySources(all, asked.source),
      hooks,
      writer,
      local: async (words, { limit, meaningUntil }) => {
        const local = await searchMemory(
          { ...work, meaningUntil },
          { memory, asked: { ...asked, query: words, top: limit } },
        )
        const { results, remarks, paths: ways } = local
        tier = local.tier
        const hits = results.map(async (hit) => ((await isOfOthers(paths, hit)) ? { ...hit, ofOthers: true } : hit))
        return { hits: await Promise.all(hits), remarks, paths: ways }
      },
    },
    { sources: asked.sources, top, timeoutMs: settings.search.timeout_ms, signal },
  )
  const narrowed = narrowedNotes(asked)
  // Without these a source asks somewhere else than its user meant.
  const waiting = (await waitingWants(paths, ['plugins'])).filter(({ name }) =>
    catalogue.modules.modules.some(
      (one) => name === `plugins.${one.name}` && Object.keys(one.manifest.provides.sources).length > 0,
    ),
  )
  const remarks = [
    ...found.remarks,
    ...waiting.map(({ name }) => `${name} of the settings waits for your word: datacortex trust allow`),
    ...(narrowed.length === 0 ? [] : [onlyNotes(narrowed)]),
  ]
  const { zettel: folder } = knowledgeFolders(space, ports.locations)
  const saved =
    save === undefined
      ? undefined
      : await saveAsZettel(resultAt(found, save), {
          query,
          folder,
          writes,
          // Nothing is saved then.
          hooks: dryRun ? undefined : hooks,
          now: Date.now(),
          signal,
        })
  return {
    ...found,
    sources: asked.sources,
    remarks,
    ...(tier === undefined ? {} : { tier, ...(await indexNews(work, { memory })) }),
    ...(saved === undefined ? {} : { saved }),
    ...(dryRun ? { dry_run: true } : { undo: undoName() }),
  }
}

function onlyNotes(narrowed: readonly string[]): string {
  return `${narrowed.join(' and ')} left out notes only: results of the web have neither types nor tags.`
}

/** Whether nothing in the lines of a hit was written by the person whose notes these are. */
async function isOfOthers(paths: SpacePaths, { path, start, end }: SearchHit): Promise<boolean> {
  const text = path === undefined ? undefined : await textOf(paths, path)
  if (path === undefined || text === undefined) return false
  const own = await userText(text, { path })
  const lines = own.split('\n').slice((start ?? 1) - 1, end)
  return own !== text && lines.every((line) => line.trim() === '')
}

function resultAt({ results }: SearchAnswer, place: number): SearchResult {
  const result = results[place - 1]
  if (result !== undefined) return result
  throw spaceError('CLI_USAGE', {
    message: `There is no result ${place}: ${results.length} were found.`,
    hint: 'Leave --save out to see the results with their numbers.',
  })
}
