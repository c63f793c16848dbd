import { keyPointsOf } from '../knowledge/key-points.ts'
import { tellingWords } from '../knowledge/topics.ts'
import type { Mind } from '../mind.ts'
import type { MemoryIndex } from './open-memory.ts'
import { searchMemory } from './search-memory.ts'

/** A key point, and the file that it stands in, relative to the space. */
export type OwnPoint = { readonly id: string; readonly text: string; readonly path: string }

/** Key points that hold, in files that have words of a text: of the agent, and of files that all may write. */
export function ownPoints(memory: MemoryIndex, mind: Mind, text: string): readonly OwnPoint[] {
  const reader = mind.identity.uid
  const rows = searchMemory(memory, { reader, query: tellingWords(text).join(' '), top: 5 })
  return rows
    .filter((row) => row.owner_uid === reader || row.visibility === 'public')
    .flatMap((row) =>
      keyPointsOf(row.content).flatMap(({ id, text: said, holds }) =>
        holds && id !== undefined ? [{ id, text: said, path: `${mind.place}/${row.path}` }] : [],
      ),
    )
}
