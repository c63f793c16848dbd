import type { Finding } from '@datacortex/errors'
import type { FindResult, Finder, FoundAgent } from '@datacortex/registry/find'
import type { SpacePaths } from '@datacortex/platform'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { UsageError } from '../errors.ts'
import { openSpaceFinder } from '../open/finder.ts'
import { otherLanguage } from '../other-language.ts'
import { fittedColumns, outputWidth, room } from '../output/fitted-columns.ts'
import { belowLimit, duration, grouped, shorten } from '../output/format.ts'
import { tagsHere } from '../output/tag-lines.ts'

/** Arguments of `agent find`. */
export type AgentFindOptions = {
  readonly query?: string | undefined
  readonly top: number
  readonly tag?: readonly string[] | undefined
  readonly minScore?: number | undefined
  readonly explain?: true | undefined
  readonly queries?: string | undefined
}

/** What is printed for one query. */
export type Found = FindResult & {
  /** What a person may want to know of the answer as a whole; absent if there is nothing. */
  readonly findings?: readonly Finding[] | undefined
}

/**
 * `datacortex agent find QUERY`: the agents whose texts fit best, or for `--queries` one JSON line a query.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link UsageError} unless exactly one of QUERY and `--queries` is given.
 */
export async function agentFind(
  context: Context,
  options: AgentFindOptions,
): Promise<CommandResult | AsyncIterable<unknown>> {
  if ((options.query === undefined) === (options.queries === undefined)) {
    throw new UsageError({
      message: 'Give either a query or --queries FILE.',
      hint: 'datacortex agent find "what you want done"',
    })
  }
  const paths = await spaceOf(context)
  const open = async (): Promise<Finder> => await openSpaceFinder(paths, context)
  const answer = async (finder: Finder, { text }: { readonly text: string }): Promise<Found> => {
    const result = await finder.find(text, findOptions(options, context))
    const findings = await otherLanguage(paths, text)
    return findings.length === 0 ? result : { ...result, findings }
  }
  if (options.queries !== undefined) {
    const { answerQueries } = await import('../arguments/read-queries.ts')
    return answerQueries(options.queries, { open, answer, signal: context.signal })
  }
  await using finder = await open()
  const result = await answer(finder, { text: options.query ?? '' })
  const { tag: tags = [], explain = false } = options
  // No score would bring one back, so it is the tag that is to be mended.
  const lacksTag = tags.length > 0 && result.results.length === 0 && result.best === undefined
  const tagLines = lacksTag && finder.agentCount > 0 ? await withoutTag(paths, tags) : undefined
  const notes = (result.findings ?? []).map(({ message, hint }) => `note       ${message} ${hint}`)
  return { data: result, lines: [...(tagLines ?? lines(result, { total: finder.agentCount, explain })), ...notes] }
}

function findOptions(options: AgentFindOptions, context: Context) {
  return {
    top: options.top,
    tags: options.tag ?? [],
    minScore: options.minScore,
    explain: options.explain ?? false,
    signal: context.signal,
  }
}

function lines(
  result: FindResult,
  { total, explain }: { readonly total: number; readonly explain: boolean },
): readonly string[] {
  if (result.results.length === 0) return noneFits(result, total)
  const width = outputWidth()
  const rows = fittedColumns(
    result.results.map((found, index) => [
      String(index + 1).padStart(2),
      found.id,
      found.score.toFixed(2),
      skillNames(found),
    ]),
    { width, flexible: [3] },
  )
  const details = result.results.flatMap((found, index) => [
    rows[index] ?? '',
    ...(found.same_as === undefined
      ? []
      : [`    same as ${shorten(found.same_as.join(', '), room(70, { width, used: 12 }))}`]),
    ...(index === 0 || explain
      ? [
          `    matched its ${found.matched_kind} ${JSON.stringify(shorten(found.matched, room(90, { width, used: 29 })))}`,
        ]
      : []),
    ...(found.notes ?? []).map((note) => `    ${note}`),
    ...(explain ? explainLines(found) : []),
  ])
  return [...details, `${result.results.length} of ${grouped(total)} agents · ${duration(result.took_ms)}`]
}

function skillNames(found: FoundAgent): string {
  return shorten(
    found.skills
      .slice(0, 3)
      .map((skill) => skill.name)
      .join(' · '),
    60,
  )
}

function explainLines(found: FoundAgent): readonly string[] {
  const { explain } = found
  if (explain === undefined) return []
  const rank = (value: number | undefined): string => (value === undefined ? '–' : `#${value}`)
  return [
    ...(explain.need === undefined ? [] : [`    needed beside what is asked: ${explain.need}`]),
    `    meaning ${explain.vector_score.toFixed(3)} ${rank(explain.vector_rank)} × ${explain.weights.vector.toFixed(2)}` +
      `   words ${explain.text_score.toFixed(3)} ${rank(explain.text_rank)} × ${explain.weights.text.toFixed(2)}`,
    ...explain.hits.map((hit) => `      ${hit.score.toFixed(3)}  ${hit.kind.padEnd(11)} ${shorten(hit.text, 60)}`),
  ]
}

async function withoutTag(paths: SpacePaths, tags: readonly string[]): Promise<readonly string[]> {
  const [{ readCatalogue }, { knownTags }] = await Promise.all([
    import('@datacortex/registry'),
    import('../known-tags.ts'),
  ])
  const { registry } = await readCatalogue(paths, { bundledDirectory: bundledPlugins() })
  return [
    `no agent has the tag ${tags.join(' and ')}`,
    ...tagsHere(knownTags(registry, mostTags)),
    'next       leave --tag out',
  ]
}

const mostTags = 12

function noneFits({ best, min_score: minScore }: FindResult, total: number): readonly string[] {
  if (total === 0) return ['no agents are registered here', 'next       datacortex agent import PATH']
  const nearest = best === undefined ? '' : ` (best: ${best.id} ${belowLimit(best.score, minScore)})`
  return [
    `no agent fits${nearest}`,
    'next       datacortex agent find --min-score 0 …   or   datacortex module install …',
  ]
}
