import { type Finding, whenCoded } from '@datacortex/errors'
import { type OnProgress, systemErrorCode } from '@datacortex/platform'
import type { Collection } from '@datacortex/vector-store'
import type { FileStamp, GraphNote, Note, NoteLocations, ScannedNote, Skipped } from '@datacortex/notes'
import { readNote, toGraphNote } from '@datacortex/notes'
import { fileStamp, hasContent, isUnsettled } from './file-stamp.ts'
import type { GraphKeeper } from './graph-keeper.ts'
import { notePathOf, noteRows } from '../rows/note-rows.ts'
import type { StoredNotes } from './open-chunks.ts'

export type WriteNotesOptions = {
  readonly chunks: Collection
  readonly stored: StoredNotes
  readonly keeper: GraphKeeper
  /** Write every note, and without the vectors that are there. */
  readonly full: boolean
  readonly locations?: NoteLocations | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnProgress | undefined
}

/** Rows that are stored together: few enough to be kept in memory. */
const rowsPerPart = 4000
const none: ReadonlyMap<string, Float32Array> = new Map()

/**
 * Reads files and stores their rows, with vectors of known texts, else without, so that words find them at once. `touched`:
 * files with another time and the same content.
 */
export async function writeNotes(files: readonly ScannedNote[], options: WriteNotesOptions) {
  const { stored, keeper, signal, onProgress } = options
  const written = { added: 0, changed: 0, touched: 0 }
  const skipped: Skipped[] = []
  const findings: Finding[] = []
  let part: ReadNote[] = []
  let rows = 0
  let done = 0
  // The next files are read meanwhile.
  let storing: Promise<void> = Promise.resolve()
  const store = async (notes: readonly ReadNote[]): Promise<void> => {
    await storing
    storing = storePart(notes, options)
    // Its failure is that of the next part, or of the last line.
    storing.catch(() => undefined)
  }
  try {
    for (const batch of fileBatches(files)) {
      signal?.throwIfAborted()
      onProgress?.({ stage: 'read', done, total: files.length, subject: batch[0]?.path })
      done += batch.length
      for (const read of await Promise.all(batch.map(async (file) => await readChanged(file, options)))) {
        // Gone since the scan: the next update takes what is stored of it out.
        if (read === undefined) continue
        if ('reason' in read) {
          skipped.push(read)
        } else if ('touched' in read) {
          keeper.touch(read.path, read.touched)
          written.touched += 1
        } else {
          const { note } = read
          written[keeper.notes.has(note.path) || stored.has(note.path) ? 'changed' : 'added'] += 1
          findings.push(...note.findings)
          part.push(read)
          rows += note.chunks.length
        }
      }
      if (rows < rowsPerPart) continue
      await store(part)
      part = []
      rows = 0
    }
    if (part.length > 0) await store(part)
    await storing
  } finally {
    await storing.catch(() => undefined)
  }
  if (done > 0) onProgress?.({ stage: 'read', done, total: done })
  return { ...written, skipped, findings }
}

type ReadNote = { readonly note: Note; readonly stamp: FileStamp }
/** The note of a file; what the graph shall keep of one whose content is the same, or why it can't be read. */
async function readChanged(
  file: ScannedNote,
  { stored, full, locations, keeper }: WriteNotesOptions,
): Promise<ReadNote | { readonly path: string; readonly touched: GraphNote } | Skipped | undefined> {
  const known = keeper.notes.get(file.path)
  const complete = known !== undefined && known.rows === (stored.get(file.path)?.length ?? 0)
  const startedAt = Date.now()
  if (complete && !full && (await hasContent(file, known.file)))
    return {
      path: file.path,
      touched: { ...known, file: fileStamp(file, { sha256: known.file.sha256, startedAt }) },
    }
  const note = await readNote(file, { locations }).catch(whenCoded((error) => error, 'MEMORY_NOTE_UNREADABLE'))
  if (!(note instanceof Error)) return { note, stamp: fileStamp(file, { sha256: note.sha256, startedAt }) }
  if (systemErrorCode(note.cause) === 'ENOENT') return undefined
  return { path: file.path, reason: String(note.details['reason']) }
}

async function storePart(part: readonly ReadNote[], options: WriteNotesOptions): Promise<void> {
  const { chunks, stored, keeper, full, signal } = options
  const bare = part.map(({ note }) => noteRows(note))
  // Of an empty collection nobody has to ask which texts it has.
  const vectors = full || stored.size === 0 ? none : await chunks.vectorsOf(bare.flat().map((row) => row.hash))
  const rows = bare.flat().map((row) => ({ ...row, vector: vectors.get(row.hash) }))
  const isNew = rows.map(({ id }) => !stored.has(notePathOf(id) ?? id))
  await chunks.add(
    rows.filter((_, index) => isNew[index]),
    { signal },
  )
  await chunks.upsert(
    rows.filter((_, index) => !isNew[index]),
    { signal },
  )
  const ids = new Set(rows.map((row) => row.id))
  const surplus = part.flatMap(({ note }) => stored.get(note.path)?.filter((id) => !ids.has(id)) ?? [])
  await chunks.delete(surplus, { signal })
  keeper.put(
    part.map(({ note, stamp }, index) => [note.path, toGraphNote(note, { stamp, rows: bare[index]?.length ?? 0 })]),
  )
  await keeper.saveSometimes()
}

/** Waiting for one file after the other takes longer than parsing them. */
const filesAtOnce = 20
const bytesAtOnce = 10_000_000

/** Files that are read at the same time, few enough to be kept in memory. */
function* fileBatches(files: readonly ScannedNote[]): Generator<readonly ScannedNote[]> {
  let batch: ScannedNote[] = []
  let bytes = 0
  for (const file of files) {
    if (batch.length === filesAtOnce || (batch.length > 0 && bytes + file.sizeBytes > bytesAtOnce)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(file)
    bytes += file.sizeBytes
  }
  if (batch.length > 0) yield batch
}

/** Looks again at files written just before they were read: else each search would read them to compare. */
export async function settleStamps(
  files: readonly ScannedNote[],
  { keeper, signal }: { keeper: GraphKeeper; signal?: AbortSignal | undefined },
): Promise<void> {
  const settle = async (file: ScannedNote): Promise<void> => {
    const known = keeper.notes.get(file.path)
    if (known === undefined || !isUnsettled(known.file)) return
    const stamp = fileStamp(file, { sha256: known.file.sha256, startedAt: Date.now() })
    if (!isUnsettled(stamp) && (await hasContent(file, known.file))) keeper.touch(file.path, { ...known, file: stamp })
  }
  for (const batch of fileBatches(files)) {
    signal?.throwIfAborted()
    await Promise.all(batch.map(settle))
  }
  await keeper.save()
}
