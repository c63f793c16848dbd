import { type Memory, isGiven } from '@datacortex/cognition'
import { whenCoded } from '@datacortex/errors'
import type { PlacedMemory } from '@datacortex/memory'
import { openNoteSetup } from '../parts/note-setup.ts'
import type { Work } from '../work.ts'

/**
 * Brings a memory that everybody may be shown into the index, and one that ended out of it. An index that can't be opened,
 * or has no room, keeps nothing from being stored: the next update makes up for it.
 */
export async function takeInMemory(
  work: Work,
  memory: Memory,
  { gone = [] }: { readonly gone?: readonly string[] } = {},
): Promise<PlacedMemory> {
  const { paths, signal } = work
  const { openNoteIndex, placeMemory } = await import('@datacortex/memory')
  await using setup = await openNoteSetup(work)
  const { embedder } = setup
  const { modelId, dimensions } = embedder
  const opened = await openNoteIndex(paths, { modelId, dimensions, signal }).catch(
    whenCoded(({ message }) => ({ problem: message })),
  )
  if ('problem' in opened) return { indexed: false, index_problem: opened.problem }
  await using index = opened
  const isFound = isGiven(memory) && memory.visibility !== 'private'
  const ended = isFound ? gone : [...gone, memory.id]
  return await placeMemory(isFound ? memory : undefined, { collection: index.chunks, embedder, gone: ended, signal })
}
