import type { ResearchResult } from '@datacortex/research'
import { z } from 'zod'
import { clientName } from '../caller/own-work.ts'
import { interruptedResearch } from '../interrupted/interrupted-research.ts'
import type { Written } from '../indexing/take-in-notes.ts'
import { operation } from '../operation.ts'
import { indexed } from '../schema.ts'
import { inResearch } from './in-research.ts'
import { researchAsked, researchConfig } from './research-config.ts'

export type ResearchedTopic = ResearchResult & Written

/** What is there at least of a run that is over. */
export const researched = z.looseObject({
  run: z.string(),
  state: z.string(),
  topic: z.string(),
  summary_path: z.string(),
  report_path: z.string().optional(),
  findings: z.array(z.looseObject({ text: z.string(), convergence: z.string() })),
  problems: z.array(z.string()),
  undo: z.string().optional(),
})

export const researchTopic = operation({
  input: z.strictObject({ ...researchAsked, index: indexed }),
  output: researched,
  run: async (work, { index = true, ...asked }): Promise<ResearchedTopic> => {
    const config = { ...(await researchConfig(work, asked)), client: clientName(work.caller) }
    const { runResearch } = await import('@datacortex/research')
    return await inResearch(work, {
      space: config.space,
      robots: config.urls.length === 0,
      taskFiles: config.task === undefined ? [] : [config.task.file],
      run: async (ports, how) => await runResearch(config, ports, how),
      interruptionOf: async () => await interruptedResearch(work.paths),
      index,
    })
  },
})
