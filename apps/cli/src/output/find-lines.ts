import { shellWord } from '@datacortex/platform'
import type { OutputOf } from '@datacortex/space'
import { belowLimit, costText, duration, exactScore, grouped, scoreText, shorten } from '@datacortex/wording'
import { directoryLines } from './directory-lines.ts'
import { noteLine } from './finding-lines.ts'
import { fittedColumns, outputWidth, room } from './fitted-columns.ts'
import { tagsHere } from './tag-lines.ts'

type Found = OutputOf<'find'>
/** What is found with directories says where each comes from. */
type Everywhere = Extract<Found, { readonly directories: unknown }>['results'][number]
type Hit = Omit<Everywhere, 'origin'> & { readonly origin?: Everywhere['origin'] | undefined }

type Asked = {
  readonly tags?: readonly string[] | undefined
  readonly isExplained?: boolean | undefined
}

/** The agents that fit a task, as people read them; the last line is what can be done next, ready to be pasted. */
export function findLines(found: Found, asked: Asked = {}): readonly string[] {
  const notes = found.findings.map(noteLine)
  const { tags = [] } = asked
  if (found.total === 0) return ['no agents are registered here', ...notes, 'next       datacortex import PATH']
  const query = shellWord(found.query)
  if (found.known_tags !== undefined) {
    const lacking = `no agent has the tag ${tags.join(' and ')}`
    return [lacking, ...tagsHere(found.known_tags), ...notes, `next       datacortex find ${query}`]
  }
  const [first]: readonly Hit[] = found.results
  if (first?.origin !== undefined && first.origin.directory !== 'local')
    return [...hitLines(found, asked), ...notes, `next       datacortex agent import ${shellWord(first.id)}`]
  if (first !== undefined)
    return [...hitLines(found, asked), ...notes, `next       datacortex agent show ${shellWord(first.id)}`]
  const narrowed = tags.length === 0 ? '' : ` --tag ${shellWord(tags.join(','))}`
  return [
    ...noneFits(found),
    ...madeElsewhere(found.dynamic, []),
    ...notes,
    `next       datacortex find --min-score 0${narrowed} ${query}`,
  ]
}

export function madeBelow(dynamic: Found['dynamic'], agent: string): readonly string[] {
  return (dynamic ?? [])
    .filter(({ path }) => path.startsWith(`${agent}/`))
    .map(({ path, description }) => `    made ${path}  ${shorten(description, 60)}`)
}

/** Those that fit themselves, below agents that don't. */
export function madeElsewhere(dynamic: Found['dynamic'], shown: readonly { readonly id: string }[]): readonly string[] {
  return (dynamic ?? [])
    .filter(({ path }) => !shown.some(({ id }) => path.startsWith(`${id}/`)))
    .map(({ path, description }) => `fits too   ${path}  ${shorten(description, 60)}`)
}

function hitLines(
  { total, judge, dynamic, took_ms: tookMs, ...found }: Found,
  { isExplained = false }: Pick<Asked, 'isExplained'>,
): readonly string[] {
  const results: readonly Hit[] = found.results
  const width = outputWidth()
  const rows = fittedColumns(
    results.map((agent, index) => [
      String(index + 1).padStart(2),
      // An agent elsewhere has no short id: it is known by its name, its address stands below.
      agent.origin === undefined || agent.origin.directory === 'local' ? agent.id : shorten(agent.name, 40),
      scoreText(agent.score),
      skillNames(agent),
    ]),
    { width, flexible: [3] },
  )
  const details = results.flatMap((agent, index) => [
    rows[index] ?? '',
    ...madeBelow(dynamic, agent.id),
    ...(agent.same_as === undefined
      ? []
      : [`    same as ${shorten(agent.same_as.join(', '), room(70, { width, used: 12 }))}`]),
    ...(index === 0 || isExplained
      ? [
          `    matched its ${agent.matched_kind} ${JSON.stringify(shorten(agent.matched, room(90, { width, used: 29 })))}`,
        ]
      : described(agent, width)),
    ...(agent.state === undefined
      ? []
      : [`    its file ${agent.state === 'gone' ? 'is gone' : 'changed since'}: datacortex agent sync`]),
    ...(agent.notes ?? []).map((note) => `    ${note}`),
    ...publishedLines(agent),
    ...(isExplained ? explainLines(agent) : []),
  ])
  return [
    ...details,
    ...madeElsewhere(dynamic, results),
    `${results.length} of ${grouped(total)} agents · ${duration(tookMs)}`,
    ...judgeLines(judge),
    ...('directories' in found ? directoryLines(found.directories) : []),
  ]
}

/** What is to be known of an agent that somebody else publishes. */
function publishedLines({ id, origin, proofs = [], links = [], looks_like: alike = [], reputation, ...rest }: Hit) {
  if (origin === undefined || origin.directory === 'local') return []
  const { directory, author, stale = false, seen_at: seenAt = '' } = origin
  const by = author === undefined ? '' : ` by ${shorten(author, 20)}`
  const age = stale ? ` · stale, as of ${seenAt.slice(0, 16).replace('T', ' ')}` : ''
  const here = rest.imported_as === undefined ? [] : [`    imported here as ${rest.imported_as}`]
  return [
    `    ${directory}${by} · ${id}${age}`,
    ...here,
    ...proofs.map(({ holds, checked }) => `    ${holds ? 'proved' : 'NOT PROVED'}  ${checked}`),
    ...links.map(({ to, proved }) =>
      proved ? `    the same agent as ${to}, as both say` : `    claims to be ${to}, which does not say so`,
    ),
    ...(alike.length === 0 ? [] : [`    looks like ${shorten(alike.join(', '), 200)}, and is another's`]),
    ...reputationLines(reputation),
  ]
}

/** Each part by whom; a figure never stands alone. */
function reputationLines(reputation: Hit['reputation']): readonly string[] {
  if (reputation === undefined) return []
  const parts = reputation.parts.map(
    ({ by, count: times, mean, weight }) =>
      `${shorten(by, 20)} ${scoreText(mean)} (${times}${weight === 0 ? ', not weighed' : weight === 1 ? '' : ` × ${weight}`})`,
  )
  const sum = reputation.weighed === undefined ? '' : `${scoreText(reputation.weighed)} of `
  return [`    reputation ${sum}${parts.join(' · ')}`]
}

function described({ description }: Found['results'][number], width: number | undefined): readonly string[] {
  const line = shorten(description.replaceAll(/\s+/g, ' '), room(110, { width, used: 4 }))
  return line === '' ? [] : [`    ${line}`]
}

/** What a model chose, and what that took and cost; none if none was asked. */
export function judgeLines(judge: Found['judge']): readonly string[] {
  if (judge === undefined) return []
  const { agent, model, took_ms: tookMs, is_cached: isCached, cost_usd: usd } = judge
  const cost = usd === undefined ? [] : [costText(usd)]
  const facts = [model, ...(isCached ? ['asked before'] : [duration(tookMs), ...cost])]
  return [`judge      ${agent === null ? 'chose none' : `chose ${agent}`} · ${facts.join(' · ')}`]
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
    `    meaning ${exactScore(explain.vector_score)} ${rank(explain.vector_rank)} × ${scoreText(explain.weights.vector)}` +
      `   words ${exactScore(explain.text_score)} ${rank(explain.text_rank)} × ${scoreText(explain.weights.text)}`,
    ...explain.hits.map((hit) => `      ${exactScore(hit.score)}  ${hit.kind.padEnd(11)} ${shorten(hit.text, 60)}`),
  ]
}

function noneFits({ best, min_score: minScore }: Found): readonly string[] {
  if (best === undefined) return ['no agent fits']
  return ['no agent fits', `nearest    ${best.id}  ${belowLimit(best.score, minScore)}`]
}
