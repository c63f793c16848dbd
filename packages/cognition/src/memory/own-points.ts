import { cognitionError } from '../errors.ts'
import { tellingWords } from '../knowledge/topics.ts'
import type { Mind } from '../mind.ts'
import type { MemoryIndex } from './open-memory.ts'
import { isWritable, searchMemory } from './search-memory.ts'
import { pointCalled, pointsAt } from './search-points.ts'

/** A key point, and the file that it stands in, relative to the space. */
export type OwnPoint = { readonly id: string; readonly text: string; readonly path: string }

/** Key points that hold, in files that have words of a text: of the agent, and of files that all may write. */
export function ownPoints(memory: MemoryIndex, mind: Mind, text: string): readonly OwnPoint[] {
  const reader = mind.identity.uid
  return searchMemory(memory, { reader, query: tellingWords(text).join(' '), top: 5 })
    .filter((row) => row.owner_uid === reader || row.visibility === 'public')
    .flatMap(({ path }) => pointsAt(memory, { path }))
    .flatMap(({ id, text, path }) => (id === null ? [] : [{ id, text, path: `${mind.place}/${path}` }]))
}

/** Where a key point stands that the agent may write to. Throws `COGNITION_POINT_UNKNOWN`. */
export function pointOf(memory: MemoryIndex, { id, mind }: { id: string; mind: Mind }): Pick<OwnPoint, 'id' | 'path'> {
  const found = pointCalled(memory, { reader: mind.identity.uid, id, of: isWritable })
  if (found === undefined) throw cognitionError('COGNITION_POINT_UNKNOWN', { id })
  return { id, path: `${mind.place}/${found.path}` }
}
