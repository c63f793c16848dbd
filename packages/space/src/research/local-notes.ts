import type { SearchHit, SearchPort } from '@datacortex/memory'
import type { LocalNote } from '@datacortex/research'
import { userText } from './user-text.ts'

export type LocalNotesOptions = {
  readonly search: SearchPort
  /** Undefined if the file has gone. */
  readonly readText: (path: string) => Promise<string | undefined>
  readonly signal: AbortSignal
}

/** The notes about a topic that say something in a person's own words, the nearest first. */
export async function localNotes(topic: string, { search, readText, signal }: LocalNotesOptions) {
  const found: SearchHit[] = []
  for (const types of askedFor)
    found.push(...(await search(topic, { limit: mostRead, filter: types === undefined ? {} : { types }, signal })))
  // A score tells how far a hit stands out, and beside all that no note does: its statements are compared anyway.
  const near = new Map(found.flatMap(({ path, title }) => (path === undefined ? [] : [[path, title]])))
  const notes: LocalNote[] = []
  for (const [path, title] of near) {
    signal.throwIfAborted()
    // What research itself has written is no opinion of one's own.
    const text = await userText((await readText(path)) ?? '', { path })
    if (text.trim() !== '') notes.push({ path, title, text })
    if (notes.length === mostNotes) break
  }
  return notes
}

/** Everything, and then by type: what earlier runs wrote about the topic can fill an answer by itself. */
const askedFor: readonly (readonly string[] | undefined)[] = [undefined, ['note', 'journal', 'org'], ['zettel']]
const mostNotes = 8
const mostRead = 100
