import type { SearchHit } from '@datacortex/memory'
import type { SearchAnswer, SearchResult } from '@datacortex/research'
import type { SpacePaths } from '@datacortex/platform'
import type { CommandResult, Context } from '../context.ts'
import { indexNews } from '../indexing/index-news.ts'
import { openKnowledge } from '../knowledge/open-knowledge.ts'
import { UsageError } from '../errors.ts'
import { openSpaceSources } from '../knowledge/open-space-sources.ts'
import { onlySources } from '../knowledge/only-sources.ts'
import { ownWords, textOf } from '../knowledge/own-words.ts'
import { requireReadable } from '../knowledge/require-readable.ts'
import { withinCaller } from '../knowledge/within-caller.ts'
import { sourceSearchLines } from '../output/source-search-lines.ts'
import { undoField } from '../output/undo-rows.ts'
import type { SearchOptions } from './search.ts'
import { answerOf, narrowedNotes } from './search.ts'

/**
 * `datacortex search QUERY --sources web|all`: the notes and every source at once, within the time of the settings.
 *
 * @param paths - Of the space.
 * @param options - Context and arguments of `search`.
 */
export async function searchSources(
  paths: SpacePaths,
  { context, options }: { readonly context: Context; readonly options: SearchOptions & { readonly query: string } },
): Promise<CommandResult> {
  const { saveAsZettel, searchEverything } = await import('@datacortex/research')
  const { knowledgeFolders } = await import('@datacortex/knowledge-extractor')
  const space = options.space ?? '0-personal'
  await using knowledge = await openKnowledge(paths, context, {
    space,
    task: 'search',
    dryRun: options.dryRun,
  })
  const { ports, catalogue, settings, undoName } = knowledge
  const memory = { ...knowledge.memory, search: (await withinCaller(paths))(knowledge.memory.search) }
  await using all = requireReadable(await openSpaceSources(paths, { modules: catalogue.modules.modules, settings }))
  const sources = onlySources(all, options.source)
  const { query, top, dryRun = false } = options
  const { hooks } = ports
  const { signal } = context
  let tier: string | undefined
  const found = await searchEverything(
    query,
    {
      sources,
      hooks,
      writer: ports.writer,
      local: async (asked, { limit }) => {
        const answer = await answerOf(memory, asked, { ...options, top: limit, context })
        const { results, remarks, paths: ways, tier: searched } = answer
        tier = searched
        const hits = await Promise.all(
          results.map(async (hit) => ((await isOfOthers(paths, hit)) ? { ...hit, ofOthers: true } : hit)),
        )
        return { hits, remarks, paths: ways }
      },
    },
    { sources: options.sources, top, timeoutMs: settings.search.timeout_ms, signal },
  )
  const narrowed = narrowedNotes(options)
  const answer = narrowed.length === 0 ? found : { ...found, remarks: [...found.remarks, onlyNotes(narrowed)] }
  const saved = options.save === undefined ? undefined : resultAt(answer, options.save)
  const { zettel: folder } = knowledgeFolders(space, ports.locations)
  const zettel =
    saved === undefined
      ? undefined
      : await saveAsZettel(saved, {
          query,
          folder,
          writes: ports.writes,
          // Nothing is saved then.
          hooks: dryRun ? undefined : hooks,
          now: Date.now(),
          signal,
        })
  const news = tier === undefined ? undefined : await indexNews(paths, { context, memory, searched: tier })
  return {
    data: {
      ...answer,
      index: news?.state,
      ...(zettel === undefined ? {} : { saved: zettel }),
      ...(dryRun ? { dry_run: true } : undoField(undoName())),
    },
    lines: [
      ...sourceSearchLines(answer, {
        saved: zettel?.path,
        isDryRun: dryRun,
        undo: dryRun ? undefined : undoName(),
        sources: options.sources,
      }),
      ...(news?.lines ?? []),
      ...(dryRun ? ['dry run  nothing was changed'] : []),
    ],
  }
}

function onlyNotes(narrowed: readonly string[]): string {
  return `${narrowed.join(' and ')} left out notes only: results of the web have neither types nor tags.`
}

/** Whether nothing in the lines of a hit was written by the person whose notes these are. */
async function isOfOthers(paths: SpacePaths, { path, start, end }: SearchHit): Promise<boolean> {
  const text = path === undefined ? undefined : await textOf(paths, path)
  if (path === undefined || text === undefined) return false
  const own = await ownWords(text, { path })
  const lines = own.split('\n').slice((start ?? 1) - 1, end)
  return own !== text && lines.every((line) => line.trim() === '')
}

function resultAt({ results }: SearchAnswer, place: number): SearchResult {
  const result = results[place - 1]
  if (result !== undefined) return result
  throw new UsageError({
    message: `There is no result ${place}: ${results.length} were found.`,
    hint: 'Leave --save out to see the results with their numbers.',
  })
}
