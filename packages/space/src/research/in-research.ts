import type { ResearchPorts, RunResearchOptions } from '@datacortex/research'
import { type Written, indexField, takeInNotes } from '../indexing/take-in-notes.ts'
import { type Interruption, tellInterrupted } from '../interrupted/tell-interrupted.ts'
import { type OpenResearchOptions, openResearch } from '../parts/open-research.ts'
import type { Work } from '../work.ts'

/** Does research in a space, and brings the index in step with what it wrote. */
export async function inResearch<Result extends object>(
  work: Work,
  options: OpenResearchOptions & {
    readonly run: (ports: ResearchPorts, options: RunResearchOptions) => Promise<Result>
    readonly interruptionOf: () => Interruption | undefined | Promise<Interruption | undefined>
    readonly index: boolean | ((result: Result) => boolean)
  },
): Promise<Result & Written> {
  const { run, interruptionOf, index } = options
  const { result, undo } = await (async () => {
    await using opened = await openResearch(work, options)
    const { ports, knowledge } = opened
    const { signal } = work
    const how = { signal, locations: knowledge.ports.locations }
    const done = await tellInterrupted(async () => await run(ports, how), { signal, interruptionOf })
    return { result: done, undo: knowledge.undoName() }
  })()
  const isIndexed = typeof index === 'boolean' ? index : index(result)
  return { ...result, undo, ...indexField(isIndexed ? await takeInNotes(work, { undo }) : undefined) }
}
