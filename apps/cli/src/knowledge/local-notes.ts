import type { SearchPort } from '@datacortex/memory'
import type { LocalNote } from '@datacortex/research'
import { ownWords } from './own-words.ts'

/** What is asked for the notes of a person. */
export type LocalNotesOptions = {
  readonly search: SearchPort
  /** Undefined if the file has gone. */
  readonly readText: (path: string) => Promise<string | undefined>
  readonly signal: AbortSignal
}

/**
 * The notes about a topic that say something in a person's own words, the nearest first.
 *
 * @param topic - Of the research.
 * @param options - The memory, the files, abort signal.
 * @example await localNotes('spring tides', { search, readText, signal })
 */
export async function localNotes(
  topic: string,
  { search, readText, signal }: LocalNotesOptions,
): Promise<readonly LocalNote[]> {
  // Earlier runs on the topic have written so much about it that it alone can fill an answer.
  const found = [
    ...(await search(topic, { limit: mostRead, signal })),
    ...(await search(topic, { limit: mostRead, filter: { types: ['note'] }, signal })),
  ]
  // A score tells how far a hit stands out, and beside all that no note does: its statements are compared anyway.
  const near = new Map(found.flatMap(({ path, title }) => (path === undefined ? [] : [[path, title]])))
  const notes: LocalNote[] = []
  for (const [path, title] of near) {
    signal.throwIfAborted()
    // What research itself has written is no opinion of one's own.
    const text = await ownWords((await readText(path)) ?? '', { path })
    if (text.trim() !== '') notes.push({ path, title, text })
    if (notes.length === mostNotes) break
  }
  return notes
}

const mostNotes = 8
const mostRead = 100
