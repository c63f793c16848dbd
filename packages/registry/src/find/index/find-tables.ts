import { join } from 'node:path'
import { type Collection, type Row, openCollection } from '@datacortex/vector-store'
import { type SpacePaths, sha256 } from '@datacortex/platform'
import type { AgentUnit } from '../texts/agent-units.ts'
import type { IndexEntry } from './index-entry.ts'

/** The two tables of the find index: a row for each unit with its vector, a row for each agent with its words. */
export type FindTables = AsyncDisposable & { readonly units: Collection; readonly documents: Collection }

// A document can have 100 kB; the rows of more are read from the disk.
const documentsInMemory = 2000

export type TableModel = {
  readonly modelId: string
  readonly dimensions: number
  readonly signal?: AbortSignal | undefined
}

/** Opens the tables or makes them; another model than the stored one empties the table of units. */
export async function openFindTables(paths: SpacePaths, model: TableModel): Promise<FindTables> {
  const place = { directory: join(paths.cacheDirectory, 'find'), ...model }
  const [units, documents] = await Promise.all([
    openCollection({
      ...place,
      name: 'units',
      fields: {
        agent: 'string',
        kind: 'string',
        skill: 'payload',
        units: 'number',
        texts: 'number',
        example_share: 'number',
        tags: 'strings',
      },
    }),
    openCollection({
      ...place,
      name: 'documents',
      fields: { cards: 'payload', example_share: 'number', tags: 'strings' },
      snapshotRows: documentsInMemory,
    }),
  ])
  return {
    units,
    documents,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([units[Symbol.asyncDispose](), documents[Symbol.asyncDispose]()])
    },
  }
}

/** What names the text of a unit: equal texts have equal vectors. */
export function unitHash(unit: AgentUnit): string {
  return sha256(unit.text)
}

/** The rows of an agent in the table of units: of those that have a vector, by {@link unitHash}. */
export function unitRows(entry: IndexEntry, vectors: ReadonlyMap<string, Float32Array>): readonly Row[] {
  return entry.units.flatMap((unit, index) => {
    const hash = unitHash(unit)
    const vector = vectors.get(hash)
    if (vector === undefined) return []
    const fields = {
      agent: entry.agent,
      kind: unit.kind,
      skill: unit.skillId ?? '',
      units: entry.units.length,
      texts: entry.texts,
      example_share: entry.exampleShare,
      tags: entry.tags,
    }
    return [{ id: `${entry.agent}#${index}`, text: unit.text, vector, hash, fields }]
  })
}

export function documentRow(entry: IndexEntry): Row {
  return {
    id: entry.agent,
    text: entry.document,
    hash: entry.signature,
    fields: { cards: JSON.stringify(entry.cards), example_share: entry.exampleShare, tags: entry.tags },
  }
}
