import type { MemoryAnswer } from '@datacortex/memory'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { QueryEmptyError, UsageError } from '../errors.ts'
import { unknownNarrowing } from '../findings/unknown-narrowing.ts'
import { foundNotes } from '../found-note.ts'
import { indexNews } from '../indexing/index-news.ts'
import { withinCaller } from '../knowledge/within-caller.ts'
import type { SpaceMemory } from '../open/memory.ts'
import { openSpaceMemory } from '../open/memory.ts'
import type { SearchAnswer } from '../output/search-lines.ts'
import { searchLines } from '../output/search-lines.ts'
import { chooseSpaceFolder } from '../arguments/space-folder.ts'

/** Arguments of `search`. */
export type SearchOptions = {
  readonly query?: string | undefined
  readonly top: number
  readonly type?: string | undefined
  readonly tag?: readonly string[] | undefined
  readonly expand: number
  readonly space?: string | undefined
  readonly sources: 'local' | 'web' | 'all'
  /** Ids of the only sources of the web that are asked. */
  readonly source?: readonly string[] | undefined
  /** 0–1. */
  readonly minScore: number
  readonly queries?: string | undefined
  /** Place of a result of the web, from 1, that becomes a zettel. */
  readonly save?: number | undefined
  readonly dryRun?: true | undefined
}

/**
 * `datacortex search QUERY`: notes and session memories that fit, or for `--queries` one JSON line a query.
 *
 * It never brings the index up to date by itself; it says if that is due. In the run of an agent only what that agent
 * may be shown is found.
 *
 * @param context - Of the command.
 * @param asked - Arguments.
 * @throws {@link UsageError} unless exactly one of QUERY and `--queries` is given, for a space that is not there, and
 * for types and tags of the web alone;
 * {@link QueryEmptyError}.
 */
export async function search(context: Context, asked: SearchOptions): Promise<CommandResult | AsyncIterable<unknown>> {
  // Whoever names a source wants it asked.
  const given = asked.source === undefined || asked.sources !== 'local' ? asked : { ...asked, sources: 'web' as const }
  const { query, queries } = given
  if ((query === undefined) === (queries === undefined)) {
    throw new UsageError({
      message: 'Give either a query or --queries FILE.',
      hint: 'datacortex search "what you want to know"',
    })
  }
  if (query?.trim() === '') throw new QueryEmptyError()
  if (given.save !== undefined && given.sources === 'local')
    throw new UsageError({ message: '--save keeps a result of the web.', hint: 'Add --sources web, or --sources all.' })
  if (given.sources === 'web' && narrowedNotes(given).length > 0)
    throw new UsageError({
      message: `${narrowedNotes(given).join(' and ')} would leave out notes; results of the web have neither types nor tags.`,
      hint: 'Leave it out, or search the notes too: --sources all.',
    })
  const paths = await spaceOf(context)
  const space = given.space === undefined ? undefined : await chooseSpaceFolder(paths, given.space)
  const options = { ...given, space }
  const bound = await withinCaller(paths)
  const open = async (): Promise<SpaceMemory> => {
    const memory = await openSpaceMemory(paths, context, given)
    return { ...memory, search: bound(memory.search) }
  }
  if (queries !== undefined) {
    if (options.sources !== 'local')
      throw new UsageError({
        message: '--queries asks the notes only.',
        hint: 'Leave --sources out, or ask one query at a time.',
      })
    const ask = async (memory: SpaceMemory, { text }: { readonly text: string }): Promise<SearchAnswer> =>
      await answerOf(memory, text, { ...options, context })
    const { answerQueries } = await import('../arguments/read-queries.ts')
    return answerQueries(queries, { open, answer: ask, signal: context.signal })
  }
  if (options.sources !== 'local') {
    const { searchSources } = await import('./search-sources.ts')
    return await searchSources(paths, { context, options: { ...options, query: query ?? '' } })
  }
  await using memory = await open()
  const found = await answerOf(memory, query ?? '', { ...options, context })
  const unknown =
    found.results.length > 0 ? [] : await unknownNarrowing(paths, { context, type: options.type, tags: options.tag })
  const answer = { ...found, remarks: [...found.remarks, ...unknown] }
  const news = await indexNews(paths, { context, memory, searched: answer.tier })
  return {
    data: { ...answer, index: news.state },
    lines: [...searchLines(answer, { narrowed: narrowedBy(options) }), ...news.lines],
  }
}

/** Options that leave notes out, as they were given. */
function narrowedBy({ space, minScore, ...options }: SearchOptions): readonly string[] {
  return [
    ...narrowedNotes(options),
    ...(space === undefined ? [] : [`--space ${space}`]),
    ...(minScore > 0 ? [`--min-score ${minScore}`] : []),
  ]
}

/**
 * Options that leave out notes and say nothing about results of the web, as they were given.
 *
 * @param options - Of the command.
 */
export function narrowedNotes({ type, tag = [] }: Pick<SearchOptions, 'type' | 'tag'>): readonly string[] {
  return [...(type === undefined ? [] : [`--type ${type}`]), ...tag.map((one) => `--tag ${one}`)]
}

export async function answerOf(
  memory: SpaceMemory,
  query: string,
  { context, ...options }: SearchOptions & { readonly context: Context },
): Promise<SearchAnswer & Pick<MemoryAnswer, 'paths'>> {
  const { hits, ...answer } = await memory.search(query, {
    limit: options.top,
    expand: options.expand,
    filter: {
      types: options.type === undefined ? undefined : [options.type],
      tags: options.tag,
      spaces: options.space === undefined ? undefined : [options.space],
    },
    explain: options.expand > 0,
    // Whoever asks what was learned also wants to see what it is about: DIP-0016 §8.3.
    thenOtherTypes: options.type === 'session-memory',
    signal: context.signal,
  })
  const wanted = hits.filter(
    ({ type, score }) =>
      score >= options.minScore && (options.type === undefined || type === options.type || score >= related),
  )
  const graph = wanted.some(({ hop }) => hop > 0) ? await (await memory.index())?.graph() : undefined
  return { ...answer, results: graph === undefined ? wanted : foundNotes(wanted, graph), skipped: [] }
}

/** Scores of notes that are worth showing after session memories. */
const related = 0.4
