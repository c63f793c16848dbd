import { CodedError } from '@datacortex/errors'
import { type OnProgress, type SpacePaths, systemErrorCode } from '@datacortex/platform'
import { type GraphNote, linkNotes, toGraphNote } from './graph/graph-note.ts'
import { type LinkGraph, linkGraph } from './graph/link-graph.ts'
import type { NoteLocations } from './head/note-place.ts'
import { readNote } from './files/read-note.ts'
import type { ScannedNote } from './files/scan-notes.ts'
import { scanWantedNotes } from './vault/note-rules.ts'
import { withDailyNotes } from './vault/obsidian-vault.ts'

/** A file or folder that was passed over. */
export type Skipped = {
  /** Relative to the root of the space; empty for the root itself. */
  readonly path: string
  readonly reason: string
}

/** The notes of a space as their files are now, and the links between them. */
export type NoteStore = {
  readonly graph: LinkGraph
  /** By path; of every note of the graph. */
  readonly files: ReadonlyMap<string, ScannedNote>
  readonly skipped: readonly Skipped[]
}

export type ReadNoteStoreOptions = {
  /** Why a note stays out of it, and out of the links of others; undefined if it may be shown. */
  readonly whyHidden?: ((path: string) => string | undefined) | undefined
  /** Of the registry: they give notes without a type theirs. */
  readonly locations?: NoteLocations | undefined
  /** What an index knows, by path: a file that has not changed since is not read again. */
  readonly known?: ReadonlyMap<string, GraphNote> | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnProgress | undefined
}

/**
 * Reads which notes there are and how they are linked. Nothing is written.
 * @example const { graph } = await readNoteStore(paths); graph.linksTo('Projects/Zephyr.md')
 */
export async function readNoteStore(paths: SpacePaths, options: ReadNoteStoreOptions = {}): Promise<NoteStore> {
  const { whyHidden, known, signal, onProgress } = options
  const locations = await withDailyNotes(paths, options.locations)
  const files = new Map<string, ScannedNote>()
  const notes = new Map<string, GraphNote>()
  const skipped: Skipped[] = []
  const batch: ScannedNote[] = []
  let isAsKnown = true
  const readBatch = async (): Promise<void> => {
    const read = await Promise.all(
      batch.splice(0).map(async (entry) => {
        const before = known?.get(entry.path)
        const isKnown = before !== undefined && isUnchanged(entry, before)
        return { entry, note: isKnown ? before : await readOne(entry, { locations }) }
      }),
    )
    for (const { entry, note } of read) {
      if (note === undefined) continue
      if ('reason' in note) {
        skipped.push(note)
        continue
      }
      isAsKnown &&= note === known?.get(entry.path)
      notes.set(entry.path, note)
      files.set(entry.path, entry)
      if (notes.size % 500 === 0) onProgress?.({ stage: 'read', done: notes.size, subject: entry.path })
    }
  }
  for await (const entry of scanWantedNotes(paths, { signal })) {
    if (whyHidden?.(entry.path) !== undefined) continue
    if (entry.kind === 'skipped') skipped.push({ path: entry.path, reason: entry.reason })
    else {
      // Large ones are not held in memory together.
      if (batch.length >= filesAtOnce || entry.sizeBytes > mostBytesTogether) await readBatch()
      batch.push(entry)
      if (entry.sizeBytes > mostBytesTogether) await readBatch()
    }
  }
  await readBatch()
  // Where the links of the same notes lead stands in the index.
  if (isAsKnown && known !== undefined && notes.size === known.size) return { graph: linkGraph(known), files, skipped }
  linkNotes(notes)
  return { graph: linkGraph(notes), files, skipped }
}

/** The disk answers several at once in half of the time. */
const filesAtOnce = 32
const mostBytesTogether = 1_000_000

function isUnchanged({ sizeBytes, mtimeMs, inode }: ScannedNote, { file }: GraphNote): boolean {
  return file.sizeBytes === sizeBytes && file.mtimeMs === mtimeMs && file.inode === inode
}

/** Undefined if it has gone since it was listed. */
async function readOne(file: ScannedNote, { locations }: Pick<ReadNoteStoreOptions, 'locations'>) {
  try {
    const note = await readNote(file, { locations })
    const { sizeBytes, mtimeMs, inode } = file
    return toGraphNote(note, { stamp: { sizeBytes, mtimeMs, inode, sha256: note.sha256 }, rows: note.chunks.length })
  } catch (error) {
    if (!CodedError.is(error, 'MEMORY_NOTE_UNREADABLE')) throw error
    if (systemErrorCode(error.cause) === 'ENOENT') return undefined
    return { path: file.path, reason: String(error.details['reason']) }
  }
}
