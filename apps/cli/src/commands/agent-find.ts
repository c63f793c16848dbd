import type { InputOf, OutputOf, Space } from '@datacortex/space'
import { spaceError } from '@datacortex/space/errors'
import { belowLimit, duration, exactScore, grouped, scoreText, shorten } from '@datacortex/wording'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { noteLine } from '../output/finding-lines.ts'
import { fittedColumns, outputWidth, room } from '../output/fitted-columns.ts'
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

type Found = OutputOf<'find'>

/** `datacortex find QUERY`: the agents whose texts fit best, or for `--queries` one JSON line a query. */
export async function agentFind(
  context: Context,
  { query, queries, top, tag: tags, minScore, explain }: AgentFindOptions,
): Promise<CommandResult | AsyncIterable<unknown>> {
  if ((query === undefined) === (queries === undefined)) {
    throw spaceError('CLI_USAGE', {
      message: 'Give either a query or --queries FILE.',
      hint: 'datacortex find "what you want done"',
    })
  }
  const space = await spaceOf(context)
  const find = (task: string): ReturnType<Space['find']> =>
    space.find({ task, top, tags, min_score: minScore, explain })
  if (queries !== undefined) {
    const { answerQueries } = await import('../arguments/read-queries.ts')
    // What is wrong with all agents is told once, and not in place of each answer.
    await space.agents.list({})
    return answerQueries(queries, { answer: async ({ text }) => await find(text), signal: context.signal })
  }
  const data = await find(query ?? '')
  const notes = data.findings.map(noteLine)
  return { data, lines: [...lines(data, { tags, isExplained: explain === true }), ...notes] }
}

function lines(
  found: Found,
  { tags = [], isExplained }: { readonly tags?: InputOf<'find'>['tags']; readonly isExplained: boolean },
): readonly string[] {
  const { results, total, known_tags: knownTags, took_ms: tookMs } = found
  if (knownTags !== undefined)
    return [`no agent has the tag ${tags.join(' and ')}`, ...tagsHere(knownTags), 'next       leave --tag out']
  if (results.length === 0) return noneFits(found)
  const width = outputWidth()
  const rows = fittedColumns(
    results.map((agent, index) => [String(index + 1).padStart(2), agent.id, scoreText(agent.score), skillNames(agent)]),
    { width, flexible: [3] },
  )
  const details = results.flatMap((agent, index) => [
    rows[index] ?? '',
    ...(agent.same_as === undefined
      ? []
      : [`    same as ${shorten(agent.same_as.join(', '), room(70, { width, used: 12 }))}`]),
    ...(index === 0 || isExplained
      ? [
          `    matched its ${agent.matched_kind} ${JSON.stringify(shorten(agent.matched, room(90, { width, used: 29 })))}`,
        ]
      : []),
    ...(agent.state === undefined
      ? []
      : [`    its file ${agent.state === 'gone' ? 'is gone' : 'changed since'}: datacortex agent sync`]),
    ...(agent.notes ?? []).map((note) => `    ${note}`),
    ...(isExplained ? explainLines(agent) : []),
  ])
  return [...details, `${results.length} of ${grouped(total)} agents · ${duration(tookMs)}`]
}

function skillNames({ skills }: Found['results'][number]): string {
  return shorten(
    skills
      .slice(0, 3)
      .map(({ name }) => name)
      .join(' · '),
    60,
  )
}

function explainLines({ explain }: Found['results'][number]): readonly string[] {
  if (explain === undefined) return []
  const rank = (value: number | undefined): string => (value === undefined ? '–' : `#${value}`)
  return [
    ...(explain.need === undefined ? [] : [`    needed beside what is asked: ${explain.need}`]),
    `    meaning ${exactScore(explain.vector_score)} ${rank(explain.vector_rank)} × ${scoreText(explain.weights.vector)}` +
      `   words ${exactScore(explain.text_score)} ${rank(explain.text_rank)} × ${scoreText(explain.weights.text)}`,
    ...explain.hits.map((hit) => `      ${exactScore(hit.score)}  ${hit.kind.padEnd(11)} ${shorten(hit.text, 60)}`),
  ]
}

function noneFits({ best, min_score: minScore, total }: Found): readonly string[] {
  if (total === 0) return ['no agents are registered here', 'next       datacortex import PATH']
  const nearest = best === undefined ? '' : ` (best: ${best.id} ${belowLimit(best.score, minScore)})`
  return [`no agent fits${nearest}`, 'next       datacortex find --min-score 0 …   or   datacortex module install …']
}
