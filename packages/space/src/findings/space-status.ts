import { CodedError, codedError, findingOf } from '@datacortex/errors'
import { z } from 'zod'
import { agentCounts } from '../agents/agent-counts.ts'
import { followRoots } from '../agents/follow-roots.ts'
import { operation } from '../operation.ts'
import { shownWanted, wantedOf } from '../trust/wanted-of.ts'

export const spaceStatus = operation({
  input: z.strictObject({}),
  output: z.looseObject({ root: z.string(), next: z.array(z.string()) }),
  run: async (work) => {
    const { examineNoteIndex } = await import('@datacortex/memory')
    const { state: index, added, changed, unchanged } = await examineNoteIndex(work.paths, { signal: work.signal })
    const notes = added + changed + unchanged
    const [catalogue, wanted] = await Promise.all([
      work.catalogue().catch(codedError),
      wantedOf(work).catch(codedError),
    ])
    const counts = CodedError.is(catalogue) ? undefined : agentCounts(catalogue.registry)
    const seen = CodedError.is(wanted) ? undefined : shownWanted(work, wanted)
    const waiting = [...(seen?.wants ?? []), ...(seen?.commands ?? [])].filter(({ state }) => state === 'waiting')
    const state = work.paths.trust.state === 'restricted' ? 'restricted' : 'trusted'
    const behind = CodedError.is(catalogue) ? [] : (await followRoots(work, -1)).findings
    const broken = [catalogue, wanted].filter((one) => CodedError.is(one))
    const next = [
      ...(broken.length > 0 ? ['datacortex doctor'] : []),
      // Nothing else can be done before.
      ...(state === 'restricted' ? ['datacortex trust allow'] : []),
      ...(counts !== undefined && counts.all === counts.of_modules ? ['datacortex import'] : []),
      ...(behind.length > 0 ? ['datacortex agent sync'] : []),
      ...(index === 'fresh' || notes === 0 ? [] : ['datacortex index']),
      ...(waiting.length > 0 && state === 'trusted' ? ['datacortex trust allow'] : []),
    ]
    return {
      root: work.paths.root,
      /** Those that can be found; null if the registry can't be read, as `findings` say. */
      agents: counts === undefined ? null : counts.all - counts.former - counts.disabled,
      notes,
      /** Of the notes; that of the agents brings itself up to date. */
      index,
      /** Whether the user trusts it, and nothing that it wants waits for the user's word; null if that can't be read. */
      trusted: seen === undefined ? null : waiting.length === 0 && state === 'trusted',
      /** Restricted: nothing is written into it, and nothing happens that it wants. */
      state,
      /** What waits, such as `runners.claude`. */
      waiting: [...new Set(waiting.map(({ name }) => name))],
      /** Commands that may be wanted now, the most urgent first. */
      next: next.length > 0 ? next : ['datacortex find what you want done'],
      // What stops both is one thing.
      findings: [...broken.slice(0, 1).map((error) => findingOf(error, '.datacore')), ...behind],
    }
  },
})
