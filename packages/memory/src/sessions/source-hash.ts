import { decodeNote, isCanvasFile } from '@datacortex/notes'
import { type SpacePaths, readTextFile, resolveInside, sha256 } from '@datacortex/platform'
import type { MemorySource } from './session-memory.ts'

/** The hash of the file or lines that a memory is from; undefined if gone. Throws `PLATFORM_PATH_REFUSED`. */
export async function sourceHash(paths: SpacePaths, source: MemorySource): Promise<string | undefined> {
  const file = await readTextFile(await resolveInside(paths.root, source.path), { maxBytes: 100_000_000 })
  if (!file.ok) return undefined
  if (source.start === undefined && source.end === undefined) return sha256(file.bytes)
  const read = isCanvasFile(source.path) ? decodeNote(file.bytes, source.path) : file
  if ('reason' in read) return undefined
  const lines = read.text.split('\n')
  const { start = 1, end = lines.length } = source
  return start > lines.length || end > lines.length ? undefined : sha256(lines.slice(start - 1, end).join('\n'))
}
