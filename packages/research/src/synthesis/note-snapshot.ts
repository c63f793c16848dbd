import { type Snapshot, takeSnapshot } from '../claims/evidence.ts'
import type { LocalNote } from './types.ts'

/** A note of the space as a text that can be quoted. */
export type Note = { readonly snapshot: Snapshot; readonly title: string; readonly path: string }

export function noteSnapshot({ path, title, text }: LocalNote): Note {
  // A note has no moment at which it was fetched; any would make two runs differ.
  return {
    path,
    title,
    snapshot: takeSnapshot({ sourceId: `local:${path}`, text, fetchedAt: '', contentType: 'text/markdown' }),
  }
}
