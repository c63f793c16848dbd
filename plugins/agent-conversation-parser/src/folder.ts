import { readdirSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { attempt } from '@datacortex/errors'
import { ifRefused } from '@datacortex/platform'
import type { UnpackOptions } from './archive.ts'
import { conversationError } from './errors.ts'
import { unreadable } from './input-bytes.ts'

/** The names in a folder, for a look at what it is; empty if it can't be read. */
export function folderNames(path: string): readonly string[] {
  return attempt(() => readdirSync(path), ifRefused([])).slice(0, 5000)
}

/** Reads the files of a folder that are wanted, links excepted. `path` is absolute. */
export async function readFolder(
  path: string,
  { name, isWanted, maxBytes, maxFiles, signal }: UnpackOptions & { signal: AbortSignal },
): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  let total = 0
  try {
    const entries = await readdir(path, { withFileTypes: true, recursive: true })
    const found = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(path, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter(isWanted)
      .toSorted()
    const what = `${found.length} files`
    if (found.length > maxFiles) throw conversationError('CONVERSATION_TOO_LARGE', { name, what, limit: `${maxFiles}` })
    for (const file of found) {
      signal.throwIfAborted()
      total += (await stat(join(path, file))).size
      const limit = `${maxBytes} bytes`
      if (total > maxBytes)
        throw conversationError('CONVERSATION_TOO_LARGE', { name, what: `more than ${limit}`, limit })
      files.set(file, await readFile(join(path, file)))
    }
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    unreadable(name, error)
  }
  return files
}
