import type { Stats } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { platformError } from '../errors.ts'
import type { Disk } from '../files/disk.ts'
import { sha256 } from '../hash.ts'
import { systemErrorReason } from '../files/system-error-reason.ts'
import { checkExistingPath, checkWritePath } from './check-path.ts'
import { type Place, lookAtPlace } from './look-at-place.ts'

export type WriteRequest = {
  /** Relative to the root, with `/`. */
  readonly path: string
  /** Whole new content; text is written as UTF-8. */
  readonly text: string | Uint8Array
  /** SHA-256 of what the caller read, or that nothing may be there. Whatever is there is replaced if absent. */
  readonly expected?: string | undefined
  /**
   * The file that this one takes the place of, as the caller read it: the new one has its permissions and, if the content
   * is the same, its time. It is removed when all else is written.
   */
  readonly movedFrom?: { readonly path: string; readonly sha256: string } | undefined
}

export type WriteResult = {
  readonly path: string
  readonly status: 'created' | 'changed' | 'unchanged'
  /** Of the new content. */
  readonly sha256: string
}

export type FoundFile = {
  /** As the caller names it. */
  readonly path: string
  readonly real: string
  /** As the names are on the disk. */
  readonly parts: readonly string[]
  readonly content: Uint8Array
  readonly stat: Stats
}

export type Prepared = Pick<Place, 'parts' | 'content' | 'newFolders'> & {
  readonly result: WriteResult
  /** SHA-256 of what is there, or `absent`. */
  readonly found: string
  readonly real: string
  readonly data: Uint8Array
  /** What is removed afterwards. */
  readonly moved?: FoundFile | undefined
}

type Granted = {
  readonly root: string
  readonly grants: readonly string[]
  readonly disk: Disk
}

/** Checks a write and says what it would do. Throws `WRITES_REFUSED` or `WRITES_CONFLICT`. */
export async function prepareWrite(
  { path, text, expected, movedFrom }: WriteRequest,
  { over, ...granted }: Granted & { readonly over: (data: Uint8Array) => string | undefined },
): Promise<Prepared> {
  const { root, grants, disk } = granted
  const asked = checkRequest({ path, expected }, grants)
  const data = typeof text === 'string' ? Buffer.from(text, 'utf8') : text
  const reason = over(data)
  if (reason !== undefined) throw platformError('WRITES_REFUSED', { path, reason })
  const real = await realRoot(root, path)
  const { parts, content, newFolders } = await lookAtPlace(real, asked, { disk })
  const digest = sha256(data)
  const found = content === undefined ? 'absent' : sha256(content)
  // Two files of one content are two files still.
  const isSame = found === digest && movedFrom === undefined
  const isConflict = expected !== undefined && expected !== found && !isSame
  if (isConflict) throw platformError('WRITES_CONFLICT', { path, expected, found })
  const status = found === digest ? 'unchanged' : found === 'absent' ? 'created' : 'changed'
  const moved = movedFrom === undefined ? undefined : await findMoved(movedFrom, granted)
  return { result: { path, status, sha256: digest }, found, real, parts, content, data, newFolders, moved }
}

/** Checks the path of a write by its spelling. `grants`: globs that one of must match. */
export function checkRequest({ path, expected }: Pick<WriteRequest, 'path' | 'expected'>, grants: readonly string[]) {
  // Anyone who knows what it says has found it there.
  const isThere = expected !== undefined && expected !== 'absent'
  return isThere ? checkExistingPath(path, grants) : checkWritePath(path, grants)
}

/** Looks at the file that is moved, and whether it is still as it was read. */
export async function findMoved(
  { path, sha256: expected }: NonNullable<WriteRequest['movedFrom']>,
  { root, grants, disk }: Granted,
): Promise<FoundFile> {
  const real = await realRoot(root, path)
  const { file, parts, content } = await lookAtPlace(real, checkExistingPath(path, grants), { disk })
  const found = content === undefined ? 'absent' : sha256(content)
  if (content === undefined || found !== expected) throw platformError('WRITES_CONFLICT', { path, expected, found })
  return { path, real, parts, content, stat: await lstat(file) }
}

async function realRoot(root: string, path: string): Promise<string> {
  return await realpath(root).catch((cause: unknown) => {
    const reason = `the space ${root}: ${systemErrorReason(cause)}`
    throw platformError('WRITES_REFUSED', { path, reason }, { cause })
  })
}
