import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ifCoded } from '@datacortex/errors'
import { isRecord, jsonOf, sha256, writeFileAtomically, ifRefused } from '@datacortex/platform'
import { unitHash } from './find-tables.ts'
import type { IndexEntry } from './index-entry.ts'

/** Vectors by what names their texts; see `unitHash`. */
export type KnownVectors = ReadonlyMap<string, Float32Array>

export type VectorPlace = { readonly folder: string; readonly modelId: string; readonly dimensions: number }

// Several versions of the program have some hundred texts each.
const mostVectors = 5000

/**
 * Reads the vectors that are kept in a folder, such as those of the program's own agents, which every new space would embed anew.
 * @example (await readKeptVectors({ folder, modelId, dimensions })).get(sha256(text))
 */
export async function readKeptVectors(place: VectorPlace): Promise<KnownVectors> {
  const bytes = await readFile(fileOf(place)).catch(ifRefused(undefined))
  const end = bytes?.indexOf(0x0a) ?? -1
  if (bytes === undefined || end === -1) return new Map()
  const header = headerOf(bytes.toString('utf8', 0, end))
  // A copy, since numbers have to begin at a multiple of their size.
  const body = new Uint8Array(bytes.subarray(end + 1))
  const { hashes, sha256: expected, modelId, dimensions } = header ?? {}
  const isOurs = modelId === place.modelId && dimensions === place.dimensions
  if (hashes === undefined || !isOurs || body.length !== hashes.length * place.dimensions * 4) return new Map()
  if (sha256(body) !== expected) return new Map()
  const numbers = new Float32Array(body.buffer)
  return new Map(hashes.map((hash, at) => [hash, numbers.slice(at * place.dimensions, (at + 1) * place.dimensions)]))
}

/**
 * Keeps vectors beside those of before; does nothing where nothing can be written.
 * @example await keepVectors({ folder, modelId, dimensions }, new Map([[sha256(text), vector]]))
 */
export async function keepVectors(place: VectorPlace, vectors: KnownVectors): Promise<void> {
  const all = new Map([...(await readKeptVectors(place)), ...vectors])
  const kept = [...(all.size > mostVectors ? vectors : all)]
  const body = new Uint8Array(kept.length * place.dimensions * 4)
  kept.forEach(([, vector], at) => {
    body.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), at * place.dimensions * 4)
  })
  const header: Header = {
    modelId: place.modelId,
    dimensions: place.dimensions,
    sha256: sha256(body),
    hashes: kept.map(([hash]) => hash),
  }
  const data = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body])
  await writeFileAtomically(fileOf(place), data, { isRebuildable: true, mode: 0o600 }).catch(
    ifCoded(undefined, 'PLATFORM_FILE_UNWRITABLE'),
  )
}

type Header = {
  readonly modelId: string
  readonly dimensions: number
  /** Of the numbers, which follow the line of the header: 32 bits each, in the order of this machine. */
  readonly sha256: string
  readonly hashes: readonly string[]
}

function fileOf({ folder, modelId }: VectorPlace): string {
  return join(folder, `${sha256(modelId).slice(0, 16)}.vectors`)
}

function headerOf(line: string): Header | undefined {
  const header = jsonOf(line)
  return isRecord(header) && Array.isArray(header['hashes']) ? (header as Header) : undefined
}

/** What names the texts that came with the program, and are in every space. */
export function bundledTexts(entries: readonly IndexEntry[], bundled: ReadonlySet<string>): readonly string[] {
  const units = entries
    .filter(({ cards }) => cards.every(({ module }) => module !== null && bundled.has(module)))
    .flatMap((entry) => entry.units.filter(({ kind }) => kind !== 'learned'))
  return [...new Set(units.map(unitHash))]
}
