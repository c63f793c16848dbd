import { whenCoded } from '@datacortex/errors'
import { z } from 'zod'
import { spaceError } from '../errors.ts'
import { operation } from '../operation.ts'
import { openNoteSetup } from '../parts/note-setup.ts'
import { dryRun, text } from '../schema.ts'
import { type ChangedMemory, changedShape } from './confirm-memory.ts'
import { memoryId } from './show-memory.ts'
import { shownMemory } from './shown-memories.ts'

/** Takes a memory back: nothing finds it any more. Its text stays in the journal. */
export const retractMemory = operation({
  input: z.strictObject({ id: memoryId, reason: text.optional(), dry_run: dryRun }),
  output: changedShape,
  run: async (work, { id: given, reason, dry_run: isDry = false }): Promise<ChangedMemory> => {
    const { paths, caller, signal } = work
    const { id, agent_id: agent, status, summary } = await shownMemory(work, given)
    if (caller.kind === 'agent' && caller.id !== agent)
      throw spaceError('CLI_MEMORY_OF_OTHERS', { agent: caller.id, id })
    const memory = await import('@datacortex/memory')
    if (!memory.stillHolds({ status })) return { id, status, summary, changed: false }
    if (isDry) return { id, status, summary, changed: false, dry_run: true }
    await using setup = await openNoteSetup(work)
    const { modelId, dimensions } = setup.embedder
    // Without an index nothing keeps a row of it; the next update takes out what one that can't be opened has.
    await using index = await memory
      .openNoteIndex(paths, { modelId, dimensions, signal })
      .catch(whenCoded(() => undefined))
    await memory.retractMemory(paths, { id, reason }, { collection: index?.chunks, signal })
    return { id, status: 'retracted', summary, changed: true }
  },
})
