import type { QueueResult } from '@datacortex/research'
import { z } from 'zod'
import type { Written } from '../indexing/take-in-notes.ts'
import { interruptedResearch } from '../interrupted/interrupted-research.ts'
import { chooseSpaceFolder } from '../notes/space-folder.ts'
import { operation } from '../operation.ts'
import { indexed } from '../schema.ts'
import { inResearch } from './in-research.ts'
import { limits, limitsOf } from './research-config.ts'
import { researched } from './research-topic.ts'

export const workOffQueue = operation({
  input: z.strictObject({
    ...limits,
    ends_at: z.iso.datetime({ offset: true }).optional().describe('When the last run is over.'),
    index: indexed,
  }),
  output: z.looseObject({
    briefing_path: z.string().optional(),
    runs: z.array(researched),
    undo: z.string().optional(),
  }),
  run: async (work, { ends_at: end, index = true, ...asked }): Promise<QueueResult & Written> => {
    const { depth = 'standard' } = asked
    const space = await chooseSpaceFolder(work.paths, asked.space ?? '0-personal')
    const [{ runQueue }, limited] = await Promise.all([
      import('@datacortex/research'),
      limitsOf(work, { ...asked, space, depth }),
    ])
    const config = { ...limited, ...(end === undefined ? {} : { endsAt: Date.parse(end) }) }
    return await inResearch(work, {
      space,
      // Nobody named the addresses one by one.
      robots: true,
      run: async (ports, how) => await runQueue(config, ports, how),
      interruptionOf: async () => await interruptedResearch(work.paths, { next: 'datacortex research --queue' }),
      index: ({ runs }) => index && runs.length > 0,
    })
  },
})
