import { findingOf, whenCoded } from '@datacortex/errors'
import { readSettings } from '@datacortex/platform'
import type { RouteAnswer } from '@datacortex/router'
import { z } from 'zod'
import { isForStranger } from '../caller/shown-to-strangers.ts'
import { type ListedDynamic, dynamicFor } from '../dynamic/listed-dynamic.ts'
import { otherLanguage } from '../findings/other-language.ts'
import { withoutMuted } from '../minds/peer-rules.ts'
import { operation } from '../operation.ts'
import { openSpaceRouter } from '../parts/router.ts'
import { flag, tags, task, top } from '../schema.ts'
import type { Work } from '../work.ts'
import { followRoots } from './follow-roots.ts'
import type { Judged, Judgement } from './judge-agents.ts'

export type RoutedTask = RouteAnswer & {
  /** Dynamic agents below the candidates or for the task themselves, which the caller may use. */
  readonly dynamic?: readonly ListedDynamic[] | undefined
  readonly task: string
  readonly took_ms: number
  /** What a model chose among the candidates, if one was asked. */
  readonly judge?: Judgement | undefined
}

export const routeTask = operation({
  input: z.strictObject({
    task,
    tags: tags.describe('Such as AI:research.'),
    top,
    judge: flag(
      'Whether the model of the settings chooses where the first two are close. It does for the user if left out.',
    ),
  }),
  output: z.looseObject({
    agent: z.string().nullable().describe('Null if none fits.'),
    via: z.string(),
    corrected: z.string().optional().describe('What was searched in place of a mistyped task.'),
    score: z.number(),
    candidates: z.array(z.looseObject({ agent: z.string(), score: z.number(), matched: z.string() })),
  }),
  run: async (work, { task: asked, tags: given, top: most = 5, judge }): Promise<RoutedTask> => {
    const roots = await followRoots(work)
    await using router = await openSpaceRouter(work, roots.states)
    const startedAt = performance.now()
    const ranked = await router.route(asked, { top: Math.max(most, mostOffered), tags: given, signal: work.signal })
    const judged = await judgedRoute(work, { task: asked, ranked, judge })
    const { agents } = (await work.catalogue()).registry
    const heard = await withoutMuted(work, judged.answer, agents)
    const answer = { ...heard, candidates: heard.candidates.slice(0, most) }
    const tookMs = Math.round((performance.now() - startedAt) * 10) / 10
    // Tags, commands, patterns and names are read in any language.
    const byMeaning = answer.rule.kind === 'meaning' || answer.rule.kind === 'none'
    const findings = byMeaning ? await otherLanguage(work.paths, asked, answer.corrected) : []
    const { dynamic } = await dynamicFor(work, { below: answer.candidates.map((one) => one.agent), task: asked })
    const shown = isForStranger(work) ? await forStranger(work, answer) : answer
    return {
      task: asked,
      took_ms: tookMs,
      ...shown,
      ...(dynamic.length === 0 ? {} : { dynamic }),
      ...(judged.judge === undefined ? {} : { judge: judged.judge }),
      findings: [...roots.findings, ...shown.findings, ...findings, ...judged.findings],
    }
  },
})

/** Among how many agents a model chooses. */
const mostOffered = 10
// As far apart as an own agent and one that came with the program may be without their places changing.
const close = 0.1

type Ranked = { readonly task: string; readonly ranked: RouteAnswer; readonly judge: boolean | undefined }

/** Lets a model choose where meaning decided and the first two are close; a client of the network has to ask for it. */
async function judgedRoute(
  work: Work,
  { task: request, ranked, judge }: Ranked,
): Promise<Judged & { readonly answer: RouteAnswer }> {
  const { rule, candidates } = ranked
  const [, second] = candidates
  const isClose = rule.kind === 'meaning' && second !== undefined && ranked.score - second.score <= close
  const { writer, find } = await readSettings(work.paths)
  if (!(judge ?? (isClose && work.caller.kind !== 'client' && writer !== undefined)))
    return { answer: ranked, findings: [] }
  const { agents } = (await work.catalogue()).registry
  const offered = candidates.slice(0, isClose ? mostOffered : 0).flatMap(({ agent: id, score }) => {
    const entry = score < find.min_score ? undefined : agents.get(id)?.entry
    return entry === undefined ? [] : [{ id, ...entry }]
  })
  const { judgeAgents } = await import('./judge-agents.ts')
  const judging = judgeAgents(work, { name: 'route --judge', request, offered })
  const withheld = whenCoded((error): Judged => ({ findings: [findingOf(error, 'route')] }), 'SPACE_RESTRICTED')
  const judged = await (judge === true ? judging : judging.catch(withheld))
  const chosen = candidates.find(({ agent }) => agent === judged.judge?.agent)
  if (chosen === undefined) return { ...judged, answer: ranked }
  const { agent, score, matched } = chosen
  const others = candidates.filter((one) => one !== chosen)
  return {
    ...judged,
    answer: { ...ranked, agent, score, rule: { ...rule, fired: matched }, candidates: [chosen, ...others] },
  }
}

/** Triggers, prompts and confirmed tasks are not published; what kind of rule decided is. */
async function forStranger({ catalogue }: Work, answer: RouteAnswer): Promise<RouteAnswer> {
  const { agents } = (await catalogue()).registry
  return {
    ...answer,
    rule: { kind: answer.rule.kind, fired: '' },
    candidates: answer.candidates.map((one) => ({ ...one, matched: agents.get(one.agent)?.entry.description ?? '' })),
    findings: [],
  }
}
