import { CodedError } from '@datacortex/errors'
import type { OnProgress } from '@datacortex/platform'
import { systemErrorCode } from '@datacortex/platform'
import type { Collection } from '@datacortex/vector-store'
import type { Finding } from '@datacortex/errors'
import type { NoteLocations } from '../notes/head/note-place.ts'
import type { Note } from '../notes/note.ts'
import { readNote } from '../notes/files/read-note.ts'
import type { ScannedNote } from '../notes/files/scan-notes.ts'
import { fileStamp } from './file-stamp.ts'
import type { GraphKeeper } from './graph-keeper.ts'
import type { FileStamp } from './graph-note.ts'
import { toGraphNote } from './to-graph-note.ts'
import { hasContent } from './has-content.ts'
import { noteRows } from './note-rows.ts'
import type { Skipped } from './skipped.ts'
import type { StoredNotes } from './stored-notes.ts'

/** What writing notes works with. */
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

/** What became of the files. */
export type WrittenNotes = {
  readonly added: number
  readonly changed: number
  /** Files with another time and the same content. */
  readonly touched: number
  readonly skipped: readonly Skipped[]
  readonly findings: readonly Finding[]
}

/** Rows that are stored together: few enough to be kept in memory, and many, as each write has indexes to renew. */
const rowsPerPart = 10_000
const filesPerReport = 100

/**
 * Reads files and stores the rows of those that are new or changed: with their vectors where their texts are known,
 * else without, so that they are found by words at once.
 */
export async function writeNotes(files: readonly ScannedNote[], options: WriteNotesOptions): Promise<WrittenNotes> {
  const { stored, full, signal, onProgress } = options
  const { notes } = options.keeper
  const written = { added: 0, changed: 0, touched: 0 }
  const skipped: Skipped[] = []
  const findings: Finding[] = []
  let part: ReadNote[] = []
  let rows = 0
  for (const [index, file] of files.entries()) {
    signal?.throwIfAborted()
    if (index % filesPerReport === 0)
      onProgress?.({ stage: 'read', done: index, total: files.length, subject: file.path })
    const known = notes.get(file.path)
    const complete = known !== undefined && known.rows === (stored.get(file.path)?.length ?? 0)
    const startedAt = Date.now()
    if (complete && !full && (await hasContent(file, known.file))) {
      options.keeper.touch(file.path, { ...known, file: fileStamp(file, { sha256: known.file.sha256, startedAt }) })
      written.touched += 1
      continue
    }
    const read = await readParsed(file, { startedAt, locations: options.locations })
    // Gone since the scan: the next update takes what is stored of it out.
    if (read === undefined) continue
    if ('reason' in read) {
      skipped.push(read)
      continue
    }
    const { note } = read
    written[known === undefined && !stored.has(note.path) ? 'added' : 'changed'] += 1
    findings.push(...note.findings)
    part.push(read)
    rows += note.chunks.length
    if (rows < rowsPerPart) continue
    await storePart(part, options)
    part = []
    rows = 0
  }
  if (part.length > 0) await storePart(part, options)
  if (files.length > 0) onProgress?.({ stage: 'read', done: files.length, total: files.length })
  return { ...written, skipped, findings }
}

type ReadNote = { readonly note: Note; readonly stamp: FileStamp }

async function readParsed(
  file: ScannedNote,
  { startedAt, locations }: { readonly startedAt: number; readonly locations: NoteLocations | undefined },
): Promise<ReadNote | Skipped | undefined> {
  try {
    const note = await readNote(file, { locations })
    return { note, stamp: fileStamp(file, { sha256: note.sha256, startedAt }) }
  } catch (error) {
    if (!CodedError.is(error, 'MEMORY_NOTE_UNREADABLE')) throw error
    if (systemErrorCode(error.cause) === 'ENOENT') return undefined
    return { path: file.path, reason: String(error.details['reason']) }
  }
}

async function storePart(part: readonly ReadNote[], options: WriteNotesOptions): Promise<void> {
  const { chunks, stored, keeper, full, signal } = options
  const bare = part.map(({ note }) => noteRows(note))
  const vectors = full ? new Map<string, Float32Array>() : await chunks.vectorsOf(bare.flat().map((row) => row.hash))
  const rows = bare.flat().map((row) => ({ ...row, vector: vectors.get(row.hash) }))
  await chunks.upsert(rows, { signal })
  const ids = new Set(rows.map((row) => row.id))
  const surplus = part.flatMap(({ note }) => stored.get(note.path)?.filter((id) => !ids.has(id)) ?? [])
  await chunks.delete(surplus, { signal })
  keeper.put(
    part.map(({ note, stamp }, index) => [note.path, toGraphNote(note, { stamp, rows: bare[index]?.length ?? 0 })]),
  )
  await keeper.saveSometimes()
}
