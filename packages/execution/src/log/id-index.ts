import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ifCoded } from '@datacortex/errors'
import { type SpacePaths, ifRefused, readTextFile, writeFileAtomically } from '@datacortex/platform'
import { logFiles } from './log-files.ts'
import { largestPartBytes } from './log-files.ts'
import { parseLogPart } from './parse-log-part.ts'
import { partStamp } from './log-files.ts'

/** Which ids the executions of older parts have, as hashes of 64 bits. */
export type IdIndex = {
  /** Each part by name and stamp, since a person may mend one. */
  readonly parts: readonly string[]
  readonly hashes: BigUint64Array
  /** Whether all parts could be read; otherwise it is not kept for the next time. */
  readonly isComplete: boolean
}

/** The ids of all older parts: from the cache, or from the parts if the cache is absent or tells of others. */
export async function readIdIndex(paths: SpacePaths, names: readonly string[]): Promise<IdIndex> {
  if (names.length === 0) return nothing
  const parts = names.map((name) => stamped(paths, name))
  const bytes = await readFile(logFiles(paths).idIndex).catch(ifRefused(undefined))
  const mark = bytes?.subarray(0, 32)
  const hashes = hashesIn(bytes?.subarray(32))
  if (mark?.equals(markOf(parts, hashes)) === true) return { parts, hashes, isComplete: true }
  // One part more than the index knows: its writer was killed before it could say so.
  const known = parts.slice(0, -1)
  const base = mark?.equals(markOf(known, hashes)) === true ? { parts: known, hashes, isComplete: true } : nothing
  const ids: string[] = []
  let isComplete = true
  for (const name of names.slice(base.parts.length)) {
    const file = await readTextFile(join(paths.stateDirectory, name), { maxBytes: largestPartBytes })
    if (file.ok) for (const { id } of parseLogPart(file.text, name).executions) ids.push(id)
    // A file without a single entry stays so while its stamp does; one that may not be read can be read later.
    else if (file.code !== undefined) isComplete = false
  }
  return await saveIdIndex(paths, { parts, hashes: joined(base.hashes, hashesOf(ids)), isComplete })
}

/** The index with one more part, kept for the next time. `index`: of the parts before. */
export async function addToIdIndex(
  paths: SpacePaths,
  index: IdIndex,
  part: { readonly name: string; readonly ids: readonly string[] },
): Promise<IdIndex> {
  const hashes = joined(index.hashes, hashesOf(part.ids))
  return await saveIdIndex(paths, { ...index, parts: [...index.parts, stamped(paths, part.name)], hashes })
}

export function hasId(index: IdIndex, id: string): boolean {
  return index.hashes.includes(hashOf(id))
}

const nothing: IdIndex = { parts: [], hashes: new BigUint64Array(), isComplete: true }

function stamped(paths: SpacePaths, name: string): string {
  return `${name} ${partStamp(paths, name) ?? ''}`
}

function joined(first: BigUint64Array, second: BigUint64Array): BigUint64Array {
  const both = new BigUint64Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

async function saveIdIndex(paths: SpacePaths, index: IdIndex): Promise<IdIndex> {
  if (!index.isComplete) return index
  const { hashes } = index
  const body = new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength)
  // Without the cache the next one reads the parts again.
  await writeFileAtomically(logFiles(paths).idIndex, Buffer.concat([markOf(index.parts, hashes), body])).catch(
    ifCoded(undefined, 'PLATFORM_FILE_UNWRITABLE'),
  )
  return index
}

/** Where they are, unless they begin at a place where no such number can: copying those of years takes half a millisecond. */
function hashesIn(bytes: Buffer | undefined): BigUint64Array {
  if (bytes === undefined || bytes.length % 8 !== 0) return new BigUint64Array()
  const { buffer, byteOffset, length } = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes)
  return new BigUint64Array(buffer, byteOffset, length / 8)
}

// Of an index whose ids are compared in another way, the parts are read again.
const form = 'folded'

/** How many ids there are counts too: a file system may cut a file off. */
function markOf(parts: readonly string[], { length }: BigUint64Array): Buffer {
  return createHash('sha256')
    .update([form, ...parts, length].join('\n'))
    .digest()
}

function hashesOf(ids: readonly string[]): BigUint64Array {
  return BigUint64Array.from(ids, hashOf)
}

function hashOf(id: string): bigint {
  return createHash('sha256').update(foldedId(id)).digest().readBigUInt64LE()
}

/** An id of an execution as it is compared: it names files, and many disks don't tell large letters from small ones. */
export function foldedId(id: string): string {
  return id.toLowerCase()
}
