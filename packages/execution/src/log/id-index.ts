import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { readTextFile, systemErrorCode, writeFileAtomically } from '@datacortex/platform'
import { logFiles } from './log-files.ts'
import { largestPartBytes } from './log-limits.ts'
import { parseLogPart } from './parse-log-part.ts'

/** Which ids the executions of older parts have, as hashes of 64 bits. */
export type IdIndex = { readonly parts: readonly string[]; readonly hashes: BigUint64Array }

/**
 * The ids of all older parts: from the cache, or from the parts if the cache is absent or tells of others.
 *
 * @param paths - Of the space.
 * @param parts - Names of the older parts; their texts don't change.
 */
export async function readIdIndex(paths: SpacePaths, parts: readonly string[]): Promise<IdIndex> {
  if (parts.length === 0) return { parts, hashes: new BigUint64Array() }
  const bytes = await readCached(logFiles(paths).idIndex)
  const mark = bytes?.subarray(0, 32)
  const cached = bytes !== undefined && bytes.length % 8 === 0 ? new Uint8Array(bytes.subarray(32)) : undefined
  const hashes = new BigUint64Array(cached?.buffer ?? new ArrayBuffer())
  if (mark?.equals(markOf(parts)) === true) return { parts, hashes }
  // One part more than the index knows: its writer was killed before it could say so.
  const known = parts.slice(0, -1)
  const base = mark?.equals(markOf(known)) === true ? { parts: known, hashes } : nothing
  const ids: string[] = []
  for (const name of parts.slice(base.parts.length)) {
    const file = await readTextFile(join(paths.stateDirectory, name), { maxBytes: largestPartBytes })
    if (file.ok) ids.push(...parseLogPart(file.text, name).executions.map(({ id }) => id))
  }
  return await saveIdIndex(paths, { parts, hashes: joined(base.hashes, hashesOf(ids)) })
}

/**
 * The index with one more part, kept for the next time.
 *
 * @param paths - Of the space.
 * @param index - Of the parts before.
 * @param part - The new one, with the ids of its executions.
 */
export async function addToIdIndex(
  paths: SpacePaths,
  index: IdIndex,
  part: { readonly name: string; readonly ids: readonly string[] },
): Promise<IdIndex> {
  const hashes = joined(index.hashes, hashesOf(part.ids))
  return await saveIdIndex(paths, { parts: [...index.parts, part.name], hashes })
}

/**
 * Whether an older part has an execution with this id.
 *
 * @param index - From {@link readIdIndex}.
 * @param id - Any text.
 */
export function hasId(index: IdIndex, id: string): boolean {
  return index.hashes.includes(hashOf(id))
}

const nothing: IdIndex = { parts: [], hashes: new BigUint64Array() }

function joined(first: BigUint64Array, second: BigUint64Array): BigUint64Array {
  const both = new BigUint64Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

async function saveIdIndex(paths: SpacePaths, index: IdIndex): Promise<IdIndex> {
  const { hashes } = index
  const body = new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength)
  try {
    await writeFileAtomically(logFiles(paths).idIndex, Buffer.concat([markOf(index.parts), body]))
  } catch (error) {
    // Without the cache the next one reads the parts again.
    if (!CodedError.is(error, 'PLATFORM_FILE_UNWRITABLE')) throw error
  }
  return index
}

async function readCached(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    return undefined
  }
}

function markOf(parts: readonly string[]): Buffer {
  return createHash('sha256').update(parts.join('\n')).digest()
}

function hashesOf(ids: readonly string[]): BigUint64Array {
  return BigUint64Array.from(ids, hashOf)
}

function hashOf(id: string): bigint {
  return createHash('sha256').update(id).digest().readBigUInt64LE()
}
