import { type Finding, warningFinding } from '@datacortex/errors'
import type { RegisteredAgent } from '@datacortex/registry'
import type { FindResult } from '@datacortex/registry/find'
import { z } from 'zod'
import { publishedTo } from '../caller/shown-to-strangers.ts'
import { dynamicFor } from '../dynamic/listed-dynamic.ts'
import { otherLanguage } from '../findings/other-language.ts'
import { operation } from '../operation.ts'
import { openSpaceFinder, unfinishedFindings } from '../parts/finder.ts'
import { shownMatch } from '../published/shown-match.ts'
import type { Work } from '../work.ts'
import { type FollowedRoots, followRoots } from './follow-roots.ts'
import type { FoundEverywhere } from '../directories/find-everywhere.ts'
import { type AskedAgents, type FoundAgents, findInput } from './found-agents.ts'
import type { Judged } from './judge-agents.ts'

export const findAgents = operation({
  input: findInput,
  output: z.looseObject({
    results: z.array(z.looseObject({ id: z.string(), name: z.string(), score: z.number(), matched: z.string() })),
    min_score: z.number(),
    corrected: z.string().optional().describe('What was searched in place of a mistyped task.'),
    best: z.looseObject({ id: z.string(), score: z.number() }).optional(),
  }),
  run: async (work, asked) => await findWanted(work, asked),
})

/** The agents here, and those that directories list if some are named. */
export async function findWanted(work: Work, asked: AskedAgents): Promise<FoundAgents | FoundEverywhere> {
  const { directories } = asked
  if (directories === undefined) return await findHere(work, asked)
  const { findEverywhere } = await import('../directories/find-everywhere.ts')
  return await findEverywhere(work, { ...asked, directories }, async () => await findHere(work, asked))
}

async function findHere(
  work: Work,
  {
    task: query,
    top: most = usual,
    tags: wanted = [],
    min_score: minScore,
    explain,
    judge: isJudged = false,
  }: AskedAgents,
): Promise<FoundAgents> {
  const roots = await followRoots(work)
  await using finder = await openSpaceFinder({ ...work, isAsked: true })
  const published = await publishedTo(work)
  // Agents that are not shown take no places of those that are.
  const hidden = published === undefined ? 0 : Math.max(0, finder.agentCount - published.size)
  const top = Math.max(most, isJudged ? mostOffered : 0) + hidden
  // A word that stands only in what a stranger is not shown must not be said either.
  const corrects = published === undefined
  const asked = { top, tags: wanted, minScore, explain, corrects, gone: goneIn(roots), signal: work.signal }
  const result = await finder.find(query, asked)
  const marked = (one: FindResult['results'][number]): typeof one => {
    const state = roots.states.get(one.id)
    return state === undefined ? one : { ...one, state }
  }
  const shown = (published === undefined ? result.results : forStranger(result.results, published)).map(marked)
  const living = shown.filter(({ state }) => state !== 'gone')
  const judged = isJudged ? await judge(work, { request: query, found: living }) : { findings: [] }
  const isChosen = ({ id }: { readonly id: string }): boolean => id === judged.judge?.agent
  const { best, ...rest } = result
  const isShown = best !== undefined && (published === undefined || published.has(best.id))
  const total = published?.size ?? finder.agentCount
  const below = shown.slice(0, most).map(({ id }) => id)
  // They have no tags.
  const { dynamic } = await dynamicFor(work, { below, task: wanted.length === 0 ? query : undefined })
  // No score would bring one back, so it is the tag that is to be mended.
  const lacksTag = wanted.length > 0 && result.results.length === 0 && result.best === undefined && total > 0
  return {
    ...rest,
    results: [...shown.filter(isChosen), ...shown.filter((one) => !isChosen(one))].slice(0, most),
    ...(isShown ? { best } : {}),
    ...(dynamic.length === 0 ? {} : { dynamic }),
    ...(judged.judge === undefined ? {} : { judge: judged.judge }),
    total,
    ...(lacksTag
      ? { known_tags: (await import('./known-tags.ts')).knownTags((await work.catalogue()).registry, 12) }
      : {}),
    findings: [
      ...roots.findings,
      ...goneFindings(result),
      ...unfinishedFindings(finder),
      ...(await otherLanguage(work.paths, query, result.corrected)),
      ...judged.findings,
    ],
  }
}

const goneIn = ({ states }: FollowedRoots): readonly string[] =>
  [...states].flatMap(([id, state]) => (state === 'gone' ? [id] : []))

/** That agents would fit whose file is gone, where nobody else does. */
function goneFindings({ results, gone = [] }: FindResult): readonly Finding[] {
  if (results.length > 0 || gone.length === 0) return []
  const message = `${gone.slice(0, 3).join(', ')} would fit, and the file is gone.`
  return [warningFinding('AGENTS_GONE', gone[0] ?? '', { message, hint: 'datacortex agent sync' })]
}

/** How many are found where nobody says how many. */
const usual = 5

/** Among how many agents a model chooses. */
const mostOffered = 10

async function judge(
  work: Work,
  { request, found }: { readonly request: string; readonly found: FindResult['results'] },
): Promise<Judged> {
  const { judgeAgents } = await import('./judge-agents.ts')
  // Who was named needs no choice.
  const isNamed = found[0]?.matched_kind.endsWith('id') === true
  return await judgeAgents(work, { name: 'find --judge', request, offered: isNamed ? [] : found.slice(0, mostOffered) })
}

/** Of copies that differ in their names alone any may be shown. */
function forStranger(results: FindResult['results'], published: ReadonlyMap<string, RegisteredAgent>) {
  return results.flatMap((found) => {
    const names = [found.id, ...(found.same_as ?? [])]
    const agent = names.map((name) => published.get(name)).find((one) => one !== undefined)
    if (agent === undefined) return []
    const others = found.same_as?.filter((name) => name !== agent.id && published.has(name)) ?? []
    const { explain: _explain, same_as: _copies, notes: _notes, ...rest } = found
    const { name, description } = agent.entry
    const shown = { ...rest, id: agent.id, name, description, matched: shownMatch(found, agent) }
    return [others.length === 0 ? shown : { ...shown, same_as: others }]
  })
}
