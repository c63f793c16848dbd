import { CodedError, type Finding, codedError, findingOf } from '@datacortex/errors'
import { z } from 'zod'
import { agentCounts } from '../agents/agent-counts.ts'
import { operation } from '../operation.ts'
import { commandsOf } from '../trust/commands-of.ts'

/** Where a space stands. */
export type SpaceStatus = {
  readonly root: string
  /** Those that can be found; null if the registry can't be read, as `findings` say. */
  readonly agents: number | null
  readonly notes: number
  /** Of the notes; that of the agents brings itself up to date. */
  readonly index: 'fresh' | 'stale' | 'absent'
  /** Whether nothing that the space wants to run waits for the user's word; null if that can't be read. */
  readonly trusted: boolean | null
  /** What waits, such as `runners.claude`. */
  readonly waiting: readonly string[]
  /** Commands that may be wanted now, the most urgent first. */
  readonly next: readonly string[]
  readonly findings: readonly Finding[]
}

/** Where the space stands, and what may be done next. */
export const spaceStatus = operation({
  input: z.strictObject({}),
  output: z.looseObject({ root: z.string(), next: z.array(z.string()) }),
  run: async (work): Promise<SpaceStatus> => {
    const { examineNoteIndex } = await import('@datacortex/memory')
    const { state: index, added, changed, unchanged } = await examineNoteIndex(work.paths, { signal: work.signal })
    const notes = added + changed + unchanged
    const [catalogue, commands] = await Promise.all([
      work.catalogue().catch(codedError),
      commandsOf(work).catch(codedError),
    ])
    const counts = CodedError.is(catalogue) ? undefined : agentCounts(catalogue.registry)
    const waiting = CodedError.is(commands) ? [] : commands.filter(({ state }) => state === 'waiting')
    const broken = [catalogue, commands].filter((one) => CodedError.is(one))
    const next = [
      ...(broken.length > 0 ? ['datacortex doctor'] : []),
      ...(counts !== undefined && counts.all === counts.of_modules ? ['datacortex import'] : []),
      ...(index === 'fresh' || notes === 0 ? [] : ['datacortex index']),
      ...(waiting.length > 0 ? ['datacortex trust approve'] : []),
    ]
    return {
      root: work.paths.root,
      agents: counts === undefined ? null : counts.all - counts.former,
      notes,
      index,
      trusted: CodedError.is(commands) ? null : waiting.length === 0,
      waiting: waiting.map(({ name }) => name),
      next: next.length > 0 ? next : ['datacortex find what you want done'],
      // What stops both is one thing.
      findings: broken.slice(0, 1).map((error) => findingOf(error, '.datacore')),
    }
  },
})
