import { z } from 'zod'
import { interruptedRunOf } from '../interrupted/interrupted-research.ts'
import { operation } from '../operation.ts'
import { indexed, name } from '../schema.ts'
import { inResearch } from './in-research.ts'
import { knownRun } from './known-run.ts'
import { select } from './research-config.ts'
import { type ResearchedTopic, researched } from './research-topic.ts'

/** Goes on where a run was stopped. Throws `RESEARCH_RUN_UNKNOWN`, `RESEARCH_RUN_BROKEN` or `RESEARCH_RUN_BUSY`. */
export const resumeResearch = operation({
  input: z.strictObject({ run: name.describe('Its id.'), select, index: indexed }),
  output: researched,
  run: async (work, { run, select: selected, index = true }): Promise<ResearchedTopic> => {
    const { resumeResearch: resume } = await import('@datacortex/research')
    const { config } = await knownRun(work, run)
    const selection = selected === undefined ? {} : { select: selected }
    return await inResearch(work, {
      space: typeof config['space'] === 'string' ? config['space'] : '0-personal',
      robots: !Array.isArray(config['urls']) || config['urls'].length === 0,
      taskFiles: taskFilesOf(config),
      run: async (ports, how) => await resume(run, ports, { ...selection, ...how }),
      interruptionOf: () => interruptedRunOf(run),
      index,
    })
  },
})

function taskFilesOf({ task }: Readonly<Record<string, unknown>>): readonly string[] {
  return typeof task === 'object' && task !== null && 'file' in task && typeof task.file === 'string' ? [task.file] : []
}
