import { codedError } from '@datacortex/errors'
import type { LinkGraph, ScannedNote, Skipped } from '@datacortex/notes'
import { decodeNote, mostNoteBytes, readNoteBytes } from '@datacortex/notes'
import type { SpacePaths } from '@datacortex/platform'
import { isEmbeddingUnfinished } from './embed-pending.ts'
import { type LeftOutNotes, findFileChanges } from './find-file-changes.ts'
import { indexedNotes } from './graph-file.ts'
import { hasContent } from './file-stamp.ts'

/** What an update of the index would find to do. */
export type NoteIndexExamination = {
  readonly state: 'fresh' | 'stale' | 'absent'
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
  /** Whether embedding was begun and not ended: some notes are found by words only. */
  readonly unembedded: boolean
  readonly skipped: readonly Skipped[]
  /** Notes that the settings or Obsidian leave out, by rule; an update removes what the index has of them without a question. */
  readonly left_out: readonly LeftOutNotes[]
}

/**
 * Compares the files of a space with what the last update saw, without opening the index: writes nothing and waits for
 * nobody. Only files whose size, time or inode changed are read.
 * @param options - Abort signal; `graph`: of an index that is open, which else is read anew.
 * @returns Counts as the next update would give them; `absent` if there are notes and never was an update,
 *   or what it stored is lost.
 * @example (await examineNoteIndex(paths)).state // 'fresh'
 */
export async function examineNoteIndex(
  paths: SpacePaths,
  options: { readonly signal?: AbortSignal | undefined; readonly graph?: Pick<LinkGraph, 'notes'> | undefined } = {},
): Promise<NoteIndexExamination> {
  const known = options.graph?.notes ?? (await indexedNotes(paths))
  // As if every row were there: of rows that were lost the graph is not read at all.
  const stored = new Map([...known].map(([path, { rows }]) => [path, Array.from({ length: rows }, () => path)]))
  const changes = await findFileChanges(paths, { known, stored, full: false, signal: options.signal })
  let added = 0
  let changed = 0
  const unreadable: Skipped[] = []
  let leftBytes = mostTriedBytes
  for (const [index, file] of changes.candidates.entries()) {
    options.signal?.throwIfAborted()
    const before = known.get(file.path)
    // What no update can read is not in the index, however often one runs.
    const isTried = index < mostTried && file.sizeBytes <= leftBytes
    const reason = isTried || file.sizeBytes > mostNoteBytes ? await whyUnreadable(file) : undefined
    if (isTried) leftBytes -= file.sizeBytes
    if (reason !== undefined) unreadable.push({ path: file.path, reason })
    else if (before === undefined) added += 1
    else if (!(await hasContent(file, before.file))) changed += 1
  }
  const removed = changes.gone.length + changes.ruledOut.length
  const stale = added + changed + removed > 0
  return {
    state: known.size === 0 && stale ? 'absent' : stale ? 'stale' : 'fresh',
    added,
    changed,
    removed,
    unchanged: changes.unchanged + changes.candidates.length - added - changed - unreadable.length,
    unembedded: known.size > 0 && (await isEmbeddingUnfinished(paths)),
    skipped: [...changes.skipped, ...unreadable],
    left_out: changes.leftOut,
  }
}

/** Of more files, or longer ones, it is not worth the time to know which can be read. */
const mostTried = 200
const mostTriedBytes = 20_000_000

async function whyUnreadable(file: ScannedNote): Promise<string | undefined> {
  const bytes = await readNoteBytes(file).catch(codedError)
  const decoded = bytes instanceof Error ? bytes.details : decodeNote(bytes, file.path)
  return 'reason' in decoded ? String(decoded.reason) : undefined
}
