import type { RouteAnswer } from '@datacortex/router'
import { z } from 'zod'
import { isForStranger } from '../caller/shown-to-strangers.ts'
import { otherLanguage } from '../findings/other-language.ts'
import { operation } from '../operation.ts'
import { openSpaceRouter } from '../parts/router.ts'
import { tags, task, top } from '../schema.ts'
import type { Work } from '../work.ts'
import { followRoots } from './follow-roots.ts'

/** Where a task goes. */
export type RoutedTask = RouteAnswer & { readonly task: string; readonly took_ms: number }

/** Which one agent a task is for, and why. */
export const routeTask = operation({
  input: z.strictObject({ task, tags: tags.describe('Such as AI:research.'), top }),
  output: z.looseObject({
    agent: z.string().nullable().describe('Null if none fits.'),
    via: z.string(),
    score: z.number(),
    candidates: z.array(z.looseObject({ agent: z.string(), score: z.number(), matched: z.string() })),
  }),
  run: async (work, { task: asked, tags: given, top: most }): Promise<RoutedTask> => {
    const roots = await followRoots(work)
    await using router = await openSpaceRouter(work, roots.states)
    const startedAt = performance.now()
    const answer = await router.route(asked, { top: most, tags: given, signal: work.signal })
    const tookMs = Math.round((performance.now() - startedAt) * 10) / 10
    // Tags, commands, patterns and names are read in any language.
    const byMeaning = answer.rule.kind === 'meaning' || answer.rule.kind === 'none'
    const findings = byMeaning ? await otherLanguage(work.paths, asked) : []
    const shown = isForStranger(work) ? await forStranger(work, answer) : answer
    return { task: asked, took_ms: tookMs, ...shown, findings: [...roots.findings, ...shown.findings, ...findings] }
  },
})

/** Triggers, prompts and confirmed tasks are not published; what kind of rule decided is. */
async function forStranger({ catalogue }: Work, answer: RouteAnswer): Promise<RouteAnswer> {
  const { agents } = (await catalogue()).registry
  return {
    ...answer,
    rule: { kind: answer.rule.kind, fired: '' },
    candidates: answer.candidates.map((one) => ({
      ...one,
      matched: agents.get(one.agent)?.entry.description ?? '',
    })),
    findings: [],
  }
}
