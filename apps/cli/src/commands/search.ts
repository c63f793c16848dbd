import { shellWord } from '@datacortex/platform'
import type { InputOf } from '@datacortex/space'
import { spaceError } from '@datacortex/space/errors'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { indexNewsLines } from '../output/index-news-lines.ts'
import { searchLines } from '../output/search-lines.ts'

export type SearchOptions = Omit<InputOf<'search'>, 'query' | 'tags' | 'min_score' | 'hints' | 'dry_run'> & {
  readonly sources?: 'local' | 'web' | 'all' | undefined
  readonly source?: readonly string[] | undefined
  readonly query?: string | undefined
  readonly tag?: readonly string[] | undefined
  readonly minScore: number
  readonly queries?: string | undefined
  /** Place of a result of the web, from 1, that becomes a zettel. */
  readonly save?: number | undefined
  readonly dryRun?: true | undefined
}

export async function search(
  context: Context,
  { query, queries, save, sources, source, ...options }: SearchOptions,
): Promise<CommandResult | AsyncIterable<unknown>> {
  const { top, type, tag: tags, expand, space: folder, folder: within, minScore, dryRun } = options
  const isNarrowed = (type ?? within ?? folder) !== undefined || tags !== undefined
  if (query === undefined && queries === undefined && isNarrowed && sources !== 'web' && sources !== 'all') {
    const { noteRecent } = await import('./notes.ts')
    return await noteRecent(context, { top, type, tags, folder: within, space: folder })
  }
  if ((query === undefined) === (queries === undefined)) {
    throw spaceError('CLI_USAGE', {
      message: 'Give either a query or --queries FILE.',
      hint: 'datacortex search "what you want to know"',
    })
  }
  if (query?.trim() === '') throw spaceError('CLI_QUERY_EMPTY', {})
  const narrowed = { type, tags, space: folder, folder: within, min_score: minScore }
  const asked = { query: query ?? '', top, expand, ...narrowed, dry_run: dryRun }
  // Anyone who names a source wants it asked.
  const where = sources === 'all' || sources === 'web' ? sources : source === undefined ? undefined : 'web'
  if (queries !== undefined) {
    if (save !== undefined || where !== undefined)
      throw spaceError('CLI_USAGE', {
        message: '--queries asks the notes only.',
        hint: 'Leave --sources, --source and --save out, or ask one query at a time.',
      })
    const space = await spaceOf(context)
    const { answerQueries } = await import('../arguments/read-queries.ts')
    return answerQueries(queries, {
      answer: async ({ text }) => await space.search({ ...asked, query: text, hints: false }),
      signal: context.signal,
    })
  }
  const space = await spaceOf(context)
  if (where === undefined) {
    if (save !== undefined)
      throw spaceError('CLI_USAGE', {
        message: '--save keeps a result of the web.',
        hint: 'Add --sources web, or --sources all.',
      })
    const data = await space.search(asked)
    const read = { ...data, query: data.corrected ?? data.query }
    return { data, lines: [...searchLines(read, { narrowed: narrowedBy(narrowed) }), ...indexNewsLines(data)] }
  }
  const everywhere = { ...asked, sources: where, source }
  const data =
    save === undefined ? await space.search.sources(everywhere) : await space.search.save({ ...everywhere, save })
  const { sourceSearchLines } = await import('../output/source-search-lines.ts')
  const named = (source ?? []).map((one) => `--source ${shellWord(one)}`)
  // Of others a number would mean another result.
  return { data, lines: sourceSearchLines(data, [`--sources ${where}`, ...named, ...narrowedBy(narrowed)]) }
}

type Narrowed = Pick<InputOf<'search'>, 'type' | 'tags' | 'space' | 'folder' | 'min_score'>

/** Options that leave notes out, as they were given. */
function narrowedBy({ type, tags = [], space, folder, min_score: minScore = 0 }: Narrowed): readonly string[] {
  return [
    ...(type === undefined ? [] : [`--type ${type}`]),
    ...tags.map((one) => `--tag ${shellWord(one)}`),
    ...(space === undefined ? [] : [`--space ${shellWord(space)}`]),
    ...(folder === undefined ? [] : [`--folder ${shellWord(folder)}`]),
    ...(minScore > 0 ? [`--min-score ${minScore}`] : []),
  ]
}
