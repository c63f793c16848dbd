import { isUtf8 } from 'node:buffer'
import { sha256 } from '@datacortex/platform'
import { isCanvasFile } from '../files/is-note-file.ts'
import { readNoteBytes } from '../files/read-note-bytes.ts'
import { type FindNamersOptions, findNamers } from './find-namers.ts'
import { movedLinks } from './moved-links.ts'
import type { NoteStore } from '../note-store.ts'
import { relinkCanvas } from './relink-canvas.ts'
import type { LeftLink, RelinkedLink, RelinkedText, RelinkNoteOptions } from './relink-note.ts'
import { relinkNote } from './relink-note.ts'

/** What a move would write. */
export type NoteMovePlan = {
  /** The note at its new place. */
  readonly note: RelinkedNote
  readonly others: readonly RelinkedNote[]
  /** What leads to the note, or from it, and will lead nowhere or elsewhere. */
  readonly left: readonly LeftLink[]
}

/** A note with its links written anew. */
export type RelinkedNote = {
  readonly path: string
  /** SHA-256 of its file as it was read. */
  readonly sha256: string
  readonly bytes: Uint8Array
  readonly links: readonly RelinkedLink[]
}

export type PlanNoteMoveOptions = FindNamersOptions & { readonly to: string }

/**
 * Says what has to be written so that a note lies elsewhere and all links lead where they led. Nothing is written.
 *
 * A link changes only if it would lead elsewhere, nowhere, or to one of several notes where there was one; then as little
 * as possible, in the way it was written.
 * @throws `MEMORY_NOTE_UNREADABLE` if one of them is gone or forbidden.
 * @example const { note, others } = await planNoteMove(store, { paths, from: 'Bee.md', to: 'insects/Bee.md' })
 */
export async function planNoteMove(store: NoteStore, options: PlanNoteMoveOptions): Promise<NoteMovePlan> {
  const { from, signal } = options
  const move = movedLinks(store.graph.notes, options)
  const others: RelinkedNote[] = []
  const left: LeftLink[] = []
  let note: RelinkedNote | undefined
  for (const [path, { links }] of store.graph.notes) {
    const unsettled = links.filter((link) => !move.isSettled(path, link))
    const file = store.files.get(path)
    // On a canvas also notes lie that no link can name.
    const isConcerned = path === from || unsettled.length > 0 || isCanvasFile(path)
    if (file === undefined || !isConcerned) continue
    signal?.throwIfAborted()
    const bytes = await readNoteBytes(file)
    const relinked = await relinkFile(bytes, { path, move, ...options })
    if (typeof relinked === 'string') {
      left.push(...unsettled.map(({ line, target }) => ({ path: move.placeOf(path), line, target, reason: relinked })))
      if (path === from) note = { path: options.to, sha256: sha256(bytes), bytes, links: [] }
      continue
    }
    left.push(...relinked.left)
    const { text, links: changed } = relinked
    const one = { path: move.placeOf(path), sha256: sha256(bytes), bytes: Buffer.from(text), links: changed }
    if (path === from) note = one
    else if (one.links.length > 0) others.push(one)
  }
  if (note === undefined) throw new Error(`${from} is not in the store.`)
  left.push(...(await findNamers(move, options)))
  return { note, others, left }
}

/** With its mark; undefined if it is no UTF-8, whose bytes would not be the same afterwards. */
export function exactText(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : undefined
}

/** Or why it can't be written anew. */
async function relinkFile(bytes: Uint8Array, options: RelinkNoteOptions): Promise<RelinkedText | string> {
  const text = exactText(bytes)
  if (text === undefined) return 'it is no UTF-8'
  if (isCanvasFile(options.path)) return (await relinkCanvas(text, options)) ?? 'it is no JSON'
  return await relinkNote(text, options)
}
