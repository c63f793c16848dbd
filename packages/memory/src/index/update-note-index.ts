import type { Embedder } from '@datacortex/embeddings'
import { type Finding, CodedError, findingOf, warningFinding } from '@datacortex/errors'
import { type OnProgress, type SpacePaths, withLock } from '@datacortex/platform'
import type { Collection } from '@datacortex/vector-store'
import { type NoteLocations, withDailyNotes } from '@datacortex/notes'
import { indexMemories, rewriteMemories } from '../memories/index-memories.ts'
import type { ReadMemoryTexts } from '../memories/memory-text.ts'
import { chosenRows, type EmbedOnly, embedPending, withEmbeddingMark } from './embed-pending.ts'
import { type NoteIndexExamination, examineNoteIndex } from './examine-note-index.ts'
import { findFileChanges } from './find-file-changes.ts'
import { readGraphFile } from './graph-file.ts'
import { graphKeeper } from './graph-keeper.ts'
import { type ConfirmDeletion, decideDeletions, verifyGone } from './note-deletions.ts'
import { type NoteIndexPlace, noteIndexPlace, noteRowsEpoch, openChunks, storedNotes } from './open-chunks.ts'
import { settleStamps, writeNotes } from './write-notes.ts'

/** What an update needs from its host. */
export type UpdateNoteIndexOptions = {
  /** Should load nothing before its first text. */
  readonly embedder: Embedder
  /** Read and embed everything anew. */
  readonly full?: boolean | undefined
  /** Of the registry: they give notes without a type theirs. Notes that are indexed keep it until they change. */
  readonly locations?: NoteLocations | undefined
  readonly signal?: AbortSignal | undefined
  /** Stages: `scan`, `read`, `embed`, and `wait` while another update goes on. */
  readonly onProgress?: OnProgress | undefined
  /** Asked when more than 20 % of the notes, and more than 5, are gone; `false` keeps them in the index. */
  readonly confirmDeletion?: ConfirmDeletion | undefined
  /** What was remembered and everybody may be shown; if absent, rows of memories stay as they are. */
  readonly memories?: ReadMemoryTexts | undefined
  /** All texts if absent; else what is postponed is found by words until another update. */
  readonly embedOnly?: EmbedOnly | undefined
  /** How long to wait while another update goes on; an hour if absent. */
  readonly waitMs?: number | undefined
}

/** What an update did. */
export type NoteIndexUpdate = Omit<NoteIndexExamination, 'state' | 'unembedded'> & {
  readonly embedded: number
  /** Chunks that still lack their vector and are found by words only. */
  readonly pending: number
  /** How many of them because of `embedOnly`. */
  readonly postponed: number
  readonly findings: readonly Finding[]
  readonly took_ms: number
}

/**
 * Brings the index of a space's notes in step with its files, one process at a time; others wait.
 *
 * Only files whose size, time or inode changed are read, and only new texts are embedded, also if a note was renamed.
 * All notes are found by words before the first one is embedded. What was done before a kill or an abort stays.
 * @throws `MEMORY_MANY_NOTES_GONE` if many notes are gone and nobody can be asked; nothing was changed then.
 *   `PLATFORM_LOCK_TIMEOUT` if another update goes on for longer than `waitMs`.
 * @example const { added, pending } = await updateNoteIndex(paths, { embedder })
 */
export async function updateNoteIndex(paths: SpacePaths, options: UpdateNoteIndexOptions): Promise<NoteIndexUpdate> {
  const startedAt = performance.now()
  const run = async (): Promise<Update> => await update(paths, options)
  const done = await inTurn(noteIndexPlace(paths), run, options).catch(async (error: unknown) => {
    const isReadOnly = CodedError.is(error, 'PLATFORM_FILE_UNWRITABLE') && options.full !== true
    const nothing = isReadOnly ? await nothingToDo(paths, options.signal) : undefined
    if (nothing === undefined) throw error
    return nothing
  })
  return { ...done, took_ms: performance.now() - startedAt }
}

/** Another process may be embedding a whole vault: anyone who waits for longer than a moment is told so. */
async function inTurn<T>(
  { updateLock }: NoteIndexPlace,
  run: () => Promise<T>,
  { signal, onProgress, waitMs = 60 * 60_000 }: Pick<UpdateNoteIndexOptions, 'signal' | 'onProgress' | 'waitMs'>,
): Promise<T> {
  const tell = (): void => onProgress?.({ stage: 'wait', done: 0, subject: 'another update of the index' })
  const timer = setTimeout(tell, momentMs)
  const start = async (): Promise<T> => {
    clearTimeout(timer)
    return await run()
  }
  try {
    return await withLock(updateLock, start, { signal, timeoutMs: waitMs })
  } finally {
    clearTimeout(timer)
  }
}

const momentMs = 500

/** What an update would say on a disk that may only be read; undefined if there is something to write. */
async function nothingToDo(paths: SpacePaths, signal: AbortSignal | undefined): Promise<Update | undefined> {
  const { state, unchanged, unembedded, skipped, left_out } = await examineNoteIndex(paths, { signal })
  const done = { added: 0, changed: 0, removed: 0, embedded: 0, pending: 0, postponed: 0 }
  return state === 'fresh' && !unembedded ? { ...done, unchanged, skipped, left_out, findings: [] } : undefined
}

type Update = Omit<NoteIndexUpdate, 'took_ms'>

async function update(paths: SpacePaths, options: UpdateNoteIndexOptions): Promise<Update> {
  const { modelId, dimensions } = options.embedder
  await using chunks = await openChunks(paths, { modelId, dimensions, signal: options.signal })
  for (let tries = 1; ; tries += 1) {
    const { rows, ...done } = await updateOnce(paths, { ...options, chunks })
    // Somebody damaged or deleted the collection meanwhile, and what was written before that is gone.
    if (tries === mostTries || rows === noteRowsEpoch(noteIndexPlace(paths))) return done
  }
}

/** Anyone who deletes a cache again and again wants no index. */
const mostTries = 3

async function updateOnce(
  paths: SpacePaths,
  { chunks, ...options }: UpdateNoteIndexOptions & { readonly chunks: Collection },
): Promise<Update & { readonly rows: string }> {
  const { full = false, signal, onProgress } = options
  const locations = await withDailyNotes(paths, options.locations)
  const place = noteIndexPlace(paths)
  const { stored, rows } = await storedRows(chunks, place)
  const known = await readGraphFile(place, rows)
  // Whatever took the rows of all notes took those of session memories too, and nobody else would miss them.
  if (known.size === 0) {
    if (options.memories !== undefined) await indexMemories(chunks, await options.memories(), { signal })
    await rewriteMemories(chunks, { signal })
  }
  const scannedAtMs = Date.now()
  const changes = await findFileChanges(paths, { known, stored, full, signal, onProgress })
  const deletions = await decideDeletions(changes, { known, stored, confirm: options.confirmDeletion })
  const keeper = graphKeeper(place, { rows, known: full ? new Map() : known, saved: !full && known.size > 0 })
  // After a kill everything is read again: nothing vouches for rows that were to be replaced.
  if (full) await keeper.save()
  const written = await writeNotes(changes.candidates, { chunks, stored, keeper, full, locations, signal, onProgress })
  const verified = await verifyGone(deletions.delete, { paths, scannedAtMs, found: changes.candidates })
  const gone = [...verified.gone, ...changes.ruledOut]
  await chunks.delete(gone.flatMap((path) => stored.get(path) ?? []))
  keeper.remove(gone)
  const wrote = written.added + written.changed + gone.length
  if (wrote > notesWorthMerging) {
    await keeper.save()
    await Promise.all([chunks.optimize({ signal }), settleStamps(changes.candidates, { keeper, signal })])
  }
  const embedding = await embedNotes(chunks, { ...options, place }).catch(async (error: unknown) => {
    await keeper.save()
    throw error
  })
  await settleStamps(changes.candidates, { keeper, signal })
  if (embedding.embedded > notesWorthMerging) await chunks.optimize({ signal })
  return {
    rows,
    added: written.added,
    changed: written.changed,
    removed: gone.length,
    unchanged: changes.unchanged + written.touched,
    embedded: embedding.embedded,
    pending: embedding.pending,
    postponed: embedding.postponed,
    skipped: [...changes.skipped, ...written.skipped, ...verified.skipped],
    left_out: changes.leftOut,
    findings: [...written.findings, ...embedding.findings, ...keptFindings(deletions.keep)],
  }
}

/** The rows that are there, and their name; reading them may find the collection broken and make it anew. */
async function storedRows(chunks: Collection, place: NoteIndexPlace) {
  for (let tries = 1; ; tries += 1) {
    const before = noteRowsEpoch(place)
    const stored = await storedNotes(chunks)
    const rows = noteRowsEpoch(place) ?? ''
    if (rows === before || tries === mostTries) return { stored, rows }
  }
}

/** Below, searching what is not merged yet isn't felt, nor reading the notes again after a kill. */
const notesWorthMerging = 100

async function embedNotes(
  chunks: Collection,
  { place, embedder, embedOnly, signal, onProgress }: UpdateNoteIndexOptions & { readonly place: NoteIndexPlace },
): Promise<Pick<Update, 'embedded' | 'pending' | 'postponed' | 'findings'>> {
  const choose = embedOnly && ((ids: readonly string[]) => chosenRows(ids, embedOnly))
  try {
    const embed = async () => await embedPending(chunks, { embedder, signal, onProgress, choose })
    return { ...(await withEmbeddingMark(place, embed)), findings: [] }
  } catch (error) {
    // Without its model the index still answers by words; a disk that refuses is another matter.
    if (!CodedError.is(error) || !error.code.startsWith('EMBEDDINGS_')) throw error
    const pending = (await chunks.pending()).size
    return { embedded: 0, pending, postponed: 0, findings: [findingOf(error, embedder.modelId)] }
  }
}

function keptFindings(paths: readonly string[]): readonly Finding[] {
  if (paths.length === 0) return []
  return [
    warningFinding('MEMORY_MANY_NOTES_GONE', paths[0] ?? '', {
      message: `${paths.length} notes are gone and were kept in the index.`,
      hint: 'Bring them back, or let them go with `datacortex index --yes`.',
    }),
  ]
}
