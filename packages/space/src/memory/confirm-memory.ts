import type { SessionMemory } from '@datacortex/memory'
import { z } from 'zod'
import { requireRight } from '../caller/require-right.ts'
import { spaceError } from '../errors.ts'
import { operation } from '../operation.ts'
import { dryRun } from '../schema.ts'
import { memoryId } from './show-memory.ts'
import { shownMemory } from './shown-memories.ts'

/** The memory as it is now. */
export type ChangedMemory = Pick<SessionMemory, 'id' | 'status' | 'summary'> & {
  readonly changed: boolean
  readonly dry_run?: true | undefined
}

/** What the answer about a changed memory holds at least. */
export const changedShape: z.ZodType = z.looseObject({ id: z.string(), status: z.string(), changed: z.boolean() })

/** Says that somebody checked a memory. One that does not hold any more stays as it is. */
export const confirmMemory = operation({
  input: z.strictObject({ id: memoryId, dry_run: dryRun }),
  output: changedShape,
  run: async (work, { id: given, dry_run: isDry = false }): Promise<ChangedMemory> => {
    const { paths, caller, signal } = work
    const { id, status, summary } = await shownMemory(work, given)
    // It says that somebody looked, and by night nobody does.
    if (caller.kind === 'night') requireRight(caller, { name: 'memory.confirm', right: 'manage' })
    if (caller.kind === 'agent') throw spaceError('CLI_MEMORY_OF_OTHERS', { agent: caller.id, id })
    if (status !== 'candidate') return { id, status, summary, changed: false }
    if (isDry) return { id, status, summary, changed: false, dry_run: true }
    const memory = await import('@datacortex/memory')
    await memory.confirmMemory(paths, id, { signal })
    return { id, status: 'confirmed', summary, changed: true }
  },
})
