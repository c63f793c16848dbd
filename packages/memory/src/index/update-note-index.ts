import type { Embedder } from '@datacortex/embeddings'
import { CodedError } from '@datacortex/errors'
import type { OnProgress, SpacePaths } from '@datacortex/platform'
import { withLock } from '@datacortex/platform'
import type { Collection } from '@datacortex/vector-store'
import type { Finding } from '@datacortex/errors'
import type { NoteLocations } from '../notes/note-place.ts'
import { embedPending } from './embed-pending.ts'
import { findFileChanges } from './find-file-changes.ts'
import { readGraphFile } from './graph-file.ts'
import type { GraphKeeper } from './graph-keeper.ts'
import { graphKeeper } from './graph-keeper.ts'
import type { ConfirmDeletion } from './note-deletions.ts'
import { decideDeletions, verifyGone } from './note-deletions.ts'
import { noteIndexPlace } from './note-index-place.ts'
import { openChunks } from './open-chunks.ts'
import type { Skipped } from './skipped.ts'
import type { StoredNotes } from './stored-notes.ts'
import { storedNotes } from './stored-notes.ts'
import { writeNotes } from './write-notes.ts'

/** What an update needs from its host. */
export type UpdateNoteIndexOptions = {
  /** Should load nothing before its first text. */
  readonly embedder: Embedder
  /** Read and embed everything anew. */
  readonly full?: boolean | undefined
  /** Of the registry: they give notes without a type theirs. Notes that are indexed keep it until they change. */
  readonly locations?: NoteLocations | undefined
  readonly signal?: AbortSignal | undefined
  /** Stages: `scan`, `read`, `embed`. */
  readonly onProgress?: OnProgress | undefined
  /** Asked when more than 20 % of the notes, and more than 5, are gone; `false` keeps them in the index. */
  readonly confirmDeletion?: ConfirmDeletion | undefined
}

/** What an update did. */
export type NoteIndexUpdate = {
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
  /** Texts that were embedded. */
  readonly embedded: number
  /** Chunks that still lack their vector and are found by words only. */
  readonly pending: number
  readonly skipped: readonly Skipped[]
  readonly findings: readonly Finding[]
  readonly took_ms: number
}

/**
 * Brings the index of a space's notes in step with its files, one process at a time; others wait.
 *
 * Only files whose size, time or inode changed are read, and only new texts are embedded, also if a note was renamed.
 * All notes are found by words before the first one is embedded. What was done before a kill or an abort stays.
 *
 * @param paths - Of the space.
 * @param options - Embedder, signal, progress, and whom to ask.
 * @throws {@link ManyNotesGoneError} if many notes are gone and nobody can be asked; nothing was changed then.
 * @example const { added, pending } = await updateNoteIndex(paths, { embedder })
 */
export async function updateNoteIndex(paths: SpacePaths, options: UpdateNoteIndexOptions): Promise<NoteIndexUpdate> {
  const startedAt = performance.now()
  const run = async (): Promise<Omit<NoteIndexUpdate, 'took_ms'>> => await update(paths, options)
  const result = await withLock(noteIndexPlace(paths).updateLock, run, {
    signal: options.signal,
    // Another process may be embedding a whole vault.
    timeoutMs: 60 * 60_000,
  })
  return { ...result, took_ms: performance.now() - startedAt }
}

async function update(paths: SpacePaths, options: UpdateNoteIndexOptions): Promise<Omit<NoteIndexUpdate, 'took_ms'>> {
  const { embedder, full = false, locations, signal, onProgress } = options
  const { graphFile } = noteIndexPlace(paths)
  await using chunks = await openChunks(paths, { modelId: embedder.modelId, dimensions: embedder.dimensions, signal })
  const [known, stored] = await Promise.all([readGraphFile(graphFile), storedNotes(chunks)])
  const scannedAtMs = Date.now()
  const changes = await findFileChanges(paths, { known, stored, full, signal, onProgress })
  const total = new Set([...known.keys(), ...stored.keys()]).size
  const deletions = await decideDeletions(changes, { known, total, confirm: options.confirmDeletion })
  const keeper = graphKeeper(graphFile, { known: full ? new Map() : known, saved: !full && known.size > 0 })
  // After a kill everything is read again: nothing vouches for rows that were to be replaced.
  if (full) await keeper.save()
  const written = await writeNotes(changes.candidates, { chunks, stored, keeper, full, locations, signal, onProgress })
  const removal = await removeNotes(deletions.delete, { paths, chunks, stored, keeper, scannedAtMs })
  await keeper.save()
  const embedding = await embedNotes(chunks, options)
  const wrote = written.added + written.changed + removal.removed
  if (wrote > notesWorthMerging || embedding.embedded > notesWorthMerging) await chunks.optimize({ signal })
  return {
    added: written.added,
    changed: written.changed,
    removed: removal.removed,
    unchanged: changes.unchanged + written.touched,
    embedded: embedding.embedded,
    pending: embedding.pending,
    skipped: [...changes.skipped, ...written.skipped, ...removal.skipped],
    findings: [...written.findings, ...embedding.findings, ...keptFindings(deletions.keep)],
  }
}

/** Below, searching what is not merged yet isn't felt. */
const notesWorthMerging = 100

type RemoveOptions = {
  readonly paths: SpacePaths
  readonly chunks: Collection
  readonly stored: StoredNotes
  readonly keeper: GraphKeeper
  readonly scannedAtMs: number
}

async function removeNotes(
  candidates: readonly string[],
  { paths, chunks, stored, keeper, scannedAtMs }: RemoveOptions,
): Promise<{ readonly removed: number; readonly skipped: readonly Skipped[] }> {
  const { gone, skipped } = await verifyGone(candidates, { paths, scannedAtMs })
  await chunks.delete(gone.flatMap((path) => stored.get(path) ?? []))
  keeper.remove(gone)
  return { removed: gone.length, skipped }
}

type Embedding = { readonly embedded: number; readonly pending: number; readonly findings: readonly Finding[] }

async function embedNotes(
  chunks: Collection,
  { embedder, signal, onProgress }: UpdateNoteIndexOptions,
): Promise<Embedding> {
  try {
    return { ...(await embedPending(chunks, { embedder, signal, onProgress })), findings: [] }
  } catch (error) {
    // Without its model the index still answers by words; a disk that refuses is another matter.
    if (!CodedError.is(error) || !error.code.startsWith('EMBEDDINGS_')) throw error
    const pending = (await chunks.pending()).size
    const { code, message, hint } = error
    return { embedded: 0, pending, findings: [{ code, severity: 'error', subject: embedder.modelId, message, hint }] }
  }
}

function keptFindings(paths: readonly string[]): readonly Finding[] {
  if (paths.length === 0) return []
  return [
    {
      code: 'MEMORY_MANY_NOTES_GONE',
      severity: 'warning',
      subject: paths[0] ?? '',
      message: `${paths.length} notes are gone and were kept in the index.`,
      hint: 'Bring them back, or let them go with `datacortex index --yes`.',
    },
  ]
}
