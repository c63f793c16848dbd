import type { Embedder } from '@datacortex/embeddings'
import {
  ifRefused,
  isThere,
  type OnProgress,
  removeFile,
  type SpacePaths,
  writeFileAtomically,
} from '@datacortex/platform'
import type { Collection } from '@datacortex/vector-store'
import { textToEmbed } from '../rows/date-line.ts'
import { hasDirection, notePathOf } from '../rows/note-rows.ts'
import { join } from 'node:path'
import { type NoteIndexPlace, noteIndexPlace } from './open-chunks.ts'

export type EmbedPendingOptions = {
  readonly embedder: Embedder
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnProgress | undefined
  /** Which of the rows to embed, and in which order; all if absent. */
  readonly choose?: ((ids: readonly string[]) => readonly string[]) | undefined
}

/** Rows whose vectors are stored together: what a kill can cost, and few enough writes. */
const rowsPerPart = 256
/** Each merge writes the indexes of words anew: of a whole vault the collection's own rule would do it four times. */
const rowsBetweenMerges = 8192

/** Embeds rows that lack their vector: how many texts it did, how many are left (`pending`), and left on purpose. */
export async function embedPending(collection: Collection, options: EmbedPendingOptions) {
  const { signal, onProgress, choose } = options
  const all = [...(await collection.pending()).keys()]
  const pending = choose?.(all) ?? all
  const postponed = all.length - pending.length
  let embedded = 0
  let bare = 0
  const read = async (start: number) => {
    const ids = pending.slice(start, start + rowsPerPart)
    const texts = new Map([...(await collection.get(ids)).values()].map((row) => [row.hash, textToEmbed(row)]))
    return { start, ids, texts, vectors: new Map(await collection.vectorsOf([...texts.keys()])) }
  }
  type Part = Awaited<ReturnType<typeof read>>
  const embed = async ({ start, texts, vectors }: Part) => {
    signal?.throwIfAborted()
    onProgress?.({ stage: 'embed', done: start, total: pending.length })
    const missing = [...texts].filter(([hash]) => !vectors.has(hash))
    const made = await options.embedder.embed(
      missing.map(([, text]) => text),
      { signal, onProgress: (done) => onProgress?.({ stage: 'embed', done: start + done, total: pending.length }) },
    )
    missing.forEach(([hash], index) => {
      const vector = made[index]
      // Without one a row is found by words; one text must not stop all others.
      if (vector !== undefined && hasDirection(vector)) vectors.set(hash, vector)
    })
    embedded += missing.length
  }
  const store = async ({ start, ids, texts, vectors }: Part) => {
    // Read again: while these texts were embedded, others may have changed rows, embedded them or taken them away.
    const rows = [...(await collection.get(ids)).values()]
    const changed = rows.filter(({ hash }) => !texts.has(hash))
    for (const [hash, vector] of await collection.vectorsOf(changed.map(({ hash }) => hash))) vectors.set(hash, vector)
    const embeddable = rows.filter(({ hash }) => vectors.has(hash))
    // Without the signal: these vectors are made, and an abort of the part after them must not cost them.
    const isPart = start + rowsPerPart < pending.length
    await collection.upsert(
      embeddable.map((row) => ({ ...row, vector: vectors.get(row.hash) })),
      { isPart },
    )
    const isLast = start + rowsBetweenMerges / 2 > pending.length
    if ((start + rowsPerPart) % rowsBetweenMerges === 0 && !isLast) await collection.optimize({ signal })
    bare += rows.length - embeddable.length
  }
  let done: Part | undefined
  let part = pending.length > 0 ? await read(0) : undefined
  // The model works on one part while the one before it is stored and the one after it is read.
  while (part !== undefined) {
    const embedding = embed(part)
    // Awaited below; what fails before that must not leave a rejection that nobody handles.
    embedding.catch(() => undefined)
    if (done !== undefined) await store(done)
    const next = part.start + rowsPerPart
    const after = next < pending.length ? await read(next) : undefined
    await embedding
    for (const [hash, vector] of part.vectors) if (after?.texts.has(hash)) after.vectors.set(hash, vector)
    done = part
    part = after
  }
  if (done !== undefined) await store(done)
  // Rows without a direction stay pending for ever.
  if (postponed === 0) await collection.dropEarlier({ signal })
  if (pending.length > 0) onProgress?.({ stage: 'embed', done: pending.length, total: pending.length })
  return { embedded, pending: bare + postponed, postponed }
}

export type EmbedOnly = {
  readonly notes: readonly string[]
  readonly others: number
}

/** The rows to embed, those of the notes that were named first. Session memories are no notes, and all are chosen. */
export function chosenRows(ids: readonly string[], { notes, others }: EmbedOnly): readonly string[] {
  const named = new Set(notes)
  const isNamed = (id: string): boolean => {
    const path = notePathOf(id)
    return path === undefined || named.has(path)
  }
  return [...ids.filter(isNamed), ...ids.filter((id) => !isNamed(id)).slice(0, others)]
}

/** Does work with a mark that stays if it is not ended: so without the index it is known that texts lack vectors. */
export async function withEmbeddingMark<T extends { readonly postponed: number }>(
  place: NoteIndexPlace,
  embed: () => Promise<T>,
): Promise<T> {
  const file = markFile(place)
  // A folder that may have been deleted meanwhile is no reason to end.
  await writeFileAtomically(file, '', { isRebuildable: true }).catch(ifRefused(undefined))
  const result = await embed()
  if (result.postponed === 0) await removeFile(file)
  return result
}

/**
 * Whether embedding was begun and not ended, so that some notes are found by words only. Looks at one file.
 * @example await isEmbeddingUnfinished(paths)
 */
export async function isEmbeddingUnfinished(paths: SpacePaths): Promise<boolean> {
  return await isThere(markFile(noteIndexPlace(paths)))
}

function markFile({ directory }: NoteIndexPlace): string {
  return join(directory, 'embedding')
}
