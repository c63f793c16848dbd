import type { SpacePaths } from '@datacortex/platform'
import type { ResearchResult } from '../pipeline/research-result.ts'
import { runFiles, RunJournal, RunObjects } from './run-files.ts'

/** The step that is the run: once it is done, its result is given again and nothing else happens. */
export const wholeRun = { phase: 'store', key: 'result' } as const

/** What came of a run that is over; undefined of any other. */
export async function readResult(paths: SpacePaths, id: string): Promise<ResearchResult | undefined> {
  const files = runFiles(paths, id)
  const events = await new RunJournal(files.journal).read()
  const done = events.findLast(
    (event) => event.type === 'done' && event.phase === 'store' && event.key === wholeRun.key,
  )
  const text = done?.type === 'done' ? await new RunObjects(files.objects).get(done.output) : undefined
  return text === undefined ? undefined : (JSON.parse(text) as ResearchResult)
}
