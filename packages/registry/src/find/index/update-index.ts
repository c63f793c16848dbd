import type { Embedder } from '@datacortex/embeddings'
import type { OnProgress, SpacePaths } from '@datacortex/platform'
import { type AgentUnit, isOfItself } from '../texts/agent-units.ts'
import type { KnownVectors } from './kept-vectors.ts'
import { type FindTables, documentRow, unitHash, unitRows } from './find-tables.ts'
import type { IndexEntry } from './index-entry.ts'
import { readSignatures, writeSignatures } from './index-state.ts'

export type FindIndexUpdate = {
  /** Texts that were embedded; unchanged and equal ones never are. */
  readonly embedded: number
  /** Texts that are not embedded yet: their agents are found by words, and by the others of their texts. */
  readonly pending: number
  /** Whether another process embeds them. */
  readonly isElsewhere?: boolean | undefined
  /** Agents that differ from what was indexed. */
  readonly changed: number
  /** Agents whose rows were taken out. */
  readonly removed: number
  readonly tookMs: number
  /** Why the index is that of an earlier state of the space, such as a full disk; undefined if it is in step. */
  readonly problem?: string | undefined
}

export type UpdateIndexOptions = {
  readonly paths: SpacePaths
  readonly tables: FindTables
  readonly embedder: Embedder
  /** Vectors of texts that other spaces had. */
  readonly known?: KnownVectors | undefined
  /** Texts that are embedded, at most by some; all if absent. */
  readonly mostTexts?: number | undefined
  /** Called as soon as every agent is found by words, with the number of texts that are still to be embedded. */
  readonly onWords?: ((pending: number) => Promise<void>) | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnProgress | undefined
}

// After so many texts what is done is stored, so that an interrupted update goes on from there. Each part is a version
// of both tables: a large update takes larger ones, at most about half a minute of embedding.
const textsPerPart = { least: 512, most: 2048, parts: 64 }
const documentsPerPart = 500

/** Names and descriptions come before everything else: with them nearly all agents are found as they will be. */
const stages = ['names', 'all'] as const
type Stage = (typeof stages)[number]

/** Writes only agents that changed and embeds only new texts: words first, names and descriptions, then all. */
export async function updateIndex(
  entries: readonly IndexEntry[],
  options: UpdateIndexOptions,
): Promise<FindIndexUpdate> {
  const { paths, tables, signal, onProgress, mostTexts = Number.POSITIVE_INFINITY } = options
  const startedAt = performance.now()
  const { signatures, documents, embedded: indexed, hashes } = await indexedAgents(options)
  const wanted = new Set(entries.map((entry) => entry.agent))
  const gone = [...new Set([...documents.keys(), ...indexed])].filter((agent) => !wanted.has(agent))
  const changed = entries.filter((entry) => signatures.get(entry.agent) !== entry.signature)
  const isMissing = (hash: string): boolean => !hashes.has(hash) && options.known?.has(hash) !== true
  const pending = new Set(changed.flatMap(({ units }) => units.map(unitHash)).filter(isMissing))
  const total = pending.size
  for (const some of chunksOf(gone, documentsPerPart)) await tables.documents.delete(some, { signal })
  await deleteUnits(gone, options)
  for (const agent of gone) signatures.delete(agent)
  const unworded = changed.filter((entry) => documents.get(entry.agent) !== entry.signature)
  for (const some of chunksOf(unworded, documentsPerPart))
    await tables.documents.upsert(some.map(documentRow), { signal })
  if (gone.length > 0) await writeSignatures(paths, signatures)
  if (changed.length > 0) await options.onWords?.(total)
  const size = Math.min(mostTexts, textsPerPart.most, Math.max(textsPerPart.least, total / textsPerPart.parts))
  let embedded = 0
  for (const stage of stages) {
    const open = changed.filter((entry) => !reaches(signatures.get(entry.agent), { entry, stage }))
    for (const part of parts(open, { size, stage })) {
      signal?.throwIfAborted()
      if (embedded > 0 && embedded + size > mostTexts) break
      const before = embedded
      const onPart: OnProgress = (event) => onProgress?.({ ...event, done: before + event.done, total })
      const made = await vectorsOf(part, { ...options, stage, onProgress: onPart })
      embedded += made.embedded
      for (const hash of made.vectors.keys()) pending.delete(hash)
      // Old rows of an agent with fewer units now would stay; what is known by hash was read before.
      const rewritten = part.map(({ agent }) => agent).filter((agent) => indexed.has(agent))
      if (stage === 'names') await deleteUnits(rewritten, options)
      await tables.units.upsert(
        part.flatMap((entry) => unitRows(entry, made.vectors)),
        { signal },
      )
      for (const entry of part) {
        const isWhole = entry.units.every((unit) => made.vectors.has(unitHash(unit)))
        signatures.set(entry.agent, isWhole ? entry.signature : namesOf(entry))
      }
      await writeSignatures(paths, signatures)
    }
  }
  const tookMs = performance.now() - startedAt
  return { embedded, pending: pending.size, changed: changed.length, removed: gone.length, tookMs }
}

/** What is noted of an agent of which names and description are in the table of units, and some other text is not. */
function namesOf({ signature }: IndexEntry): string {
  return `names ${signature}`
}

function reaches(noted: string | undefined, { entry, stage }: { entry: IndexEntry; stage: Stage }): boolean {
  return noted === entry.signature || (stage === 'names' && noted === namesOf(entry))
}

/**
 * What is in the tables by the notes of the last update, corrected by what is really there. Gives signatures of agents and of
 * what is found by words, the agents of which a text is embedded, and the hashes of such texts.
 */
async function indexedAgents({ paths, tables }: UpdateIndexOptions) {
  const noted = await readSignatures(paths)
  const documents = await tables.documents.pending()
  const units = await tables.units.hashes()
  const embedded = new Set([...units.keys()].map((id) => id.slice(0, id.lastIndexOf('#'))))
  // An agent in one table only was interrupted half-way: its note fits nothing.
  const signatures = new Map([...noted].filter(([agent]) => documents.has(agent) && embedded.has(agent)))
  return { signatures, documents, embedded, hashes: new Set(units.values()) }
}

async function deleteUnits(agents: readonly string[], { tables, signal }: UpdateIndexOptions): Promise<void> {
  for (const some of chunksOf(agents, documentsPerPart))
    await tables.units.deleteWhere([{ field: 'agent', oneOf: some }], { signal })
}

function* chunksOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

function* parts(entries: readonly IndexEntry[], { size, stage }: { readonly size: number; readonly stage: Stage }) {
  let part: IndexEntry[] = []
  let texts = 0
  for (const entry of entries) {
    part.push(entry)
    texts += unitsOf(entry, stage).length
    if (texts < size) continue
    yield part
    part = []
    texts = 0
  }
  if (part.length > 0) yield part
}

function unitsOf({ units }: IndexEntry, stage: Stage): readonly AgentUnit[] {
  return stage === 'names' ? units.filter(isOfItself) : units
}

/** Vectors of the texts of a stage, and those of the others that are known. */
async function vectorsOf(
  part: readonly IndexEntry[],
  options: UpdateIndexOptions & { readonly stage: Stage },
): Promise<{ vectors: ReadonlyMap<string, Float32Array>; embedded: number }> {
  const { tables, embedder, known, signal, onProgress, stage } = options
  const textsOf = (units: readonly AgentUnit[]): ReadonlyMap<string, string> =>
    new Map(units.map((unit) => [unitHash(unit), unit.text] as const))
  const all = [...textsOf(part.flatMap(({ units }) => units)).keys()]
  const vectors = new Map(await tables.units.vectorsOf(all))
  for (const hash of all) {
    const vector = vectors.has(hash) ? undefined : known?.get(hash)
    if (vector !== undefined) vectors.set(hash, vector)
  }
  const missing = [...textsOf(part.flatMap((entry) => unitsOf(entry, stage)))].filter(([hash]) => !vectors.has(hash))
  const subject = part[0]?.agent
  const made = await embedder.embed(
    missing.map(([, text]) => text),
    { signal, onProgress: (done) => onProgress?.({ stage: 'embed', done, subject }) },
  )
  missing.forEach(([hash], index) => {
    const vector = made[index]
    if (vector !== undefined) vectors.set(hash, vector)
  })
  return { vectors, embedded: missing.length }
}
