import { z } from 'zod'
import { operation } from '../operation.ts'
import { openNoteSetup } from '../parts/note-setup.ts'
import { indexRemembered } from './update-notes.ts'
import { flag } from '../schema.ts'

export const watchNotes = operation({
  input: z.strictObject({ yes: flag('Whether many notes that are gone leave the index.') }),
  output: z.looseObject({ stopped: z.literal(true) }),
  run: async (work, { yes = false }): Promise<{ readonly stopped: true }> => {
    const { paths, signal, onProgress, onNews } = work
    await using setup = await openNoteSetup(work)
    const memory = await import('@datacortex/memory')
    await indexRemembered(paths, { setup, signal })
    await using watcher = await memory.watchNotes(paths, {
      ...setup,
      signal,
      onProgress,
      confirmDeletion: () => Promise.resolve(yes),
      onUpdate: (update) => onNews?.({ kind: 'updated', update }),
      onError: (error) => onNews?.({ kind: 'failed', error }),
    })
    onNews?.({ kind: 'watching' })
    await watcher.ended
    signal.throwIfAborted()
    return { stopped: true }
  },
})
