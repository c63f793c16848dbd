import type { Embedder } from '@datacortex/embeddings'
import type { OnProgress, SpacePaths } from '@datacortex/platform'
import { embeddedText } from '../texts/agent-units.ts'
import type { KnownVectors } from './bundled-vectors.ts'
import type { FindTables } from './find-tables.ts'
import { documentRow, unitHash, unitRows } from './find-tables.ts'
import type { IndexEntry } from './index-entry.ts'
import type { IndexSignatures } from './index-signatures.ts'
import { readSignatures, writeSignatures } from './index-signatures.ts'

/** What an update of the find index did. */
export type FindIndexUpdate = {
  /** Texts that were embedded; unchanged and equal ones never are. */
  readonly embedded: number
  /** Agents whose rows were written. */
  readonly changed: number
  /** Agents whose rows were taken out. */
  readonly removed: number
  readonly tookMs: number
  /** Why the index is that of an earlier state of the space, such as a full disk; undefined if it is in step. */
  readonly problem?: string | undefined
}

/** What an update works with. */
export type UpdateIndexOptions = {
  readonly paths: SpacePaths
  readonly tables: FindTables
  readonly embedder: Embedder
  /** Vectors of texts that other spaces had. */
  readonly known?: KnownVectors | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnProgress | undefined
}

// After so many texts what is done is stored, so that an interrupted update goes on from there. Each part is a version
// of both tables: a large update takes larger ones, at most about a minute and a half of embedding.
const textsPerPart = { least: 512, most: 2048, parts: 64 }

/**
 * Brings the tables in step with the agents: only agents that changed are written, only new texts are embedded.
 *
 * @param entries - All agents that shall be found.
 * @param options - Tables, embedder, signal, progress.
 */
export async function updateIndex(
  entries: readonly IndexEntry[],
  options: UpdateIndexOptions,
): Promise<FindIndexUpdate> {
  const { paths, tables, signal } = options
  const startedAt = performance.now()
  const indexed = await indexedSignatures(options)
  const wanted = new Set(entries.map((entry) => entry.agent))
  const gone = [...indexed.keys()].filter((agent) => !wanted.has(agent))
  const changed = entries.filter((entry) => indexed.get(entry.agent) !== entry.signature)
  const signatures = new Map([...indexed].filter(([agent]) => wanted.has(agent)))
  const total = new Set(changed.flatMap((entry) => entry.units.map(embeddedText))).size
  await deleteAgents(gone, options)
  let embedded = 0
  const size = Math.min(textsPerPart.most, Math.max(textsPerPart.least, total / textsPerPart.parts))
  for (const part of parts(changed, size)) {
    signal?.throwIfAborted()
    const made = await vectorsOf(part, { ...options, before: embedded, total })
    embedded += made.embedded
    // Old rows of an agent with fewer units now would stay; what is known by hash was read before.
    await deleteAgents(
      part.map((entry) => entry.agent).filter((agent) => indexed.has(agent)),
      options,
    )
    await tables.units.upsert(
      part.flatMap((entry) => unitRows(entry, made.vectors)),
      { signal },
    )
    await tables.documents.upsert(part.map(documentRow), { signal })
    for (const entry of part) signatures.set(entry.agent, entry.signature)
    await writeSignatures(paths, signatures)
  }
  if (gone.length > 0) await writeSignatures(paths, signatures)
  return { embedded, changed: changed.length, removed: gone.length, tookMs: performance.now() - startedAt }
}

/** What is in the tables by the notes of the last update, corrected by what is really there. */
async function indexedSignatures({ paths, tables }: UpdateIndexOptions): Promise<IndexSignatures> {
  const noted = await readSignatures(paths)
  const documents = new Set((await tables.documents.pending()).keys())
  const units = new Set([...(await tables.units.hashes()).keys()].map((id) => id.slice(0, id.lastIndexOf('#'))))
  const there = new Set([...documents, ...units])
  // An agent in one table only, or one that is not noted, was interrupted half-way: its signature fits nothing.
  return new Map(
    [...there].map((agent) => [agent, documents.has(agent) && units.has(agent) ? (noted.get(agent) ?? '') : '']),
  )
}

async function deleteAgents(agents: readonly string[], { tables, signal }: UpdateIndexOptions): Promise<void> {
  for (let start = 0; start < agents.length; start += 500) {
    const some = agents.slice(start, start + 500)
    await tables.units.deleteWhere([{ field: 'agent', oneOf: some }], { signal })
    await tables.documents.delete(some, { signal })
  }
}

function* parts(entries: readonly IndexEntry[], size: number): Generator<readonly IndexEntry[]> {
  let part: IndexEntry[] = []
  let texts = 0
  for (const entry of entries) {
    part.push(entry)
    texts += entry.units.length
    if (texts < size) continue
    yield part
    part = []
    texts = 0
  }
  if (part.length > 0) yield part
}

async function vectorsOf(
  part: readonly IndexEntry[],
  options: UpdateIndexOptions & { readonly before: number; readonly total: number },
): Promise<{ vectors: ReadonlyMap<string, Float32Array>; embedded: number }> {
  const { tables, embedder, known, signal, onProgress, before, total } = options
  const texts = new Map(
    part.flatMap((entry) => entry.units.map(embeddedText)).map((text) => [unitHash(text), text] as const),
  )
  const vectors = new Map(await tables.units.vectorsOf([...texts.keys()]))
  for (const hash of texts.keys()) {
    const vector = vectors.has(hash) ? undefined : known?.get(hash)
    if (vector !== undefined) vectors.set(hash, vector)
  }
  const missing = [...texts].filter(([hash]) => !vectors.has(hash))
  const made = await embedder.embed(
    missing.map(([, text]) => text),
    {
      signal,
      onProgress: (done) => onProgress?.({ stage: 'embed', done: before + done, total, subject: part[0]?.agent }),
    },
  )
  missing.forEach(([hash], index) => {
    const vector = made[index]
    if (vector !== undefined) vectors.set(hash, vector)
  })
  return { vectors, embedded: missing.length }
}
