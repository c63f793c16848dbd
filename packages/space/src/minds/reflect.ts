import type { Mind, Reflection } from '@datacortex/cognition'
import type { Finding } from '@datacortex/errors'
import { agentsWithIdentity } from '@datacortex/platform'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { askedWriter } from '../parts/asked-writer.ts'
import { dryRun, flag, name } from '../schema.ts'
import type { Work } from '../work.ts'
import { requireMind } from './asking-mind.ts'
import { isByHand } from '../caller/caller.ts'

export const reflect = operation({
  input: z.strictObject({
    agent: name.optional().describe('Only for the user by hand: whose logs; those of all agents if left out.'),
    threshold: z.number().int().min(0).optional().describe('Does nothing below that many entries that wait.'),
    writer: flag('Lets the language model of the settings choose what is kept.'),
    dry_run: dryRun,
  }),
  output: z.looseObject({ agents: z.array(z.looseObject({ agent: z.string(), entries: z.number() })) }),
  run: async (work, { agent, threshold, writer = false, dry_run: isDry = false }) => {
    const { reflect: reflectMind } = await import('@datacortex/cognition')
    const { signal, onProgress } = work
    const opened = writer ? await askedWriter(work, 'reflect') : undefined
    await using model = opened !== undefined && 'ask' in opened ? opened : undefined
    const ask = async (request: Parameters<NonNullable<typeof model>['ask']>[0]): Promise<unknown> => {
      const answer = await model?.ask(request, answerMs)
      return answer !== undefined && 'json' in answer ? answer.json : undefined
    }
    const agents: Omit<Reflection, 'findings'>[] = []
    const findings: Finding[] = opened !== undefined && !('ask' in opened) ? [opened] : []
    for (const mind of await mindsOf(work, agent)) {
      const { findings: found, ...done } = await reflectMind(mind, {
        threshold,
        ask: model === undefined ? undefined : ask,
        dryRun: isDry,
        signal,
        onProgress: ({ done: count, total, log }) => onProgress({ stage: 'reflect', done: count, total, subject: log }),
      })
      agents.push(done)
      findings.push(...found)
    }
    return { agents, dry_run: isDry, findings }
  },
})

const answerMs = 60_000

async function mindsOf(work: Work, agent: string | undefined): Promise<readonly Mind[]> {
  const { caller, paths } = work
  const isOfNobody = isByHand(work) && (caller.kind !== 'user' || caller.sender === undefined)
  if (agent !== undefined || !isOfNobody) return [await requireMind(work, agent)]
  const { readMind } = await import('@datacortex/cognition')
  const ids = await agentsWithIdentity(paths)
  return await Promise.all(ids.map(async (id) => await readMind(paths, id)))
}
