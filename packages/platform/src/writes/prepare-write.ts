import { realpath } from 'node:fs/promises'
import { WritesConflictError, WritesRefusedError } from '../errors.ts'
import { sha256 } from '../hash.ts'
import { systemErrorReason } from '../files/system-error-reason.ts'
import { checkWritePath } from './check-path.ts'
import { lookAtPlace } from './look-at-place.ts'

/** What is to be written where. */
export type WriteRequest = {
  /** Relative to the root, with `/`. */
  readonly path: string
  /** Whole new content; text is written as UTF-8. */
  readonly text: string | Uint8Array
  /** SHA-256 of what the caller read, or that nothing may be there. Whatever is there is replaced if absent. */
  readonly expected?: string | undefined
}

/** What was written, or would be. */
export type WriteResult = {
  readonly path: string
  readonly status: 'created' | 'changed' | 'unchanged'
  /** Of the new content. */
  readonly sha256: string
}

/** A write that passed all checks. */
export type Prepared = {
  readonly result: WriteResult
  /** SHA-256 of what is there, or `absent`. */
  readonly found: string
  readonly real: string
  /** Of the file as its names are on the disk. */
  readonly parts: readonly string[]
  readonly content: Uint8Array | undefined
  readonly data: Uint8Array
}

/**
 * Checks a write and says what it would do.
 *
 * @param request - Of the caller.
 * @param options - The space, what is granted, and why the data would be too much.
 * @throws {@link WritesRefusedError}, {@link WritesConflictError}
 */
export async function prepareWrite(
  { path, text, expected }: WriteRequest,
  {
    root,
    grants,
    over,
  }: {
    readonly root: string
    readonly grants: readonly string[]
    readonly over: (data: Uint8Array) => string | undefined
  },
): Promise<Prepared> {
  const asked = checkWritePath(path, grants)
  const data = typeof text === 'string' ? Buffer.from(text, 'utf8') : text
  const reason = over(data)
  if (reason !== undefined) throw new WritesRefusedError({ path, reason })
  const real = await realRoot(root, path)
  const { parts, content } = await lookAtPlace(real, asked)
  const digest = sha256(data)
  const found = content === undefined ? 'absent' : sha256(content)
  const isConflict = expected !== undefined && expected !== found && found !== digest
  if (isConflict) throw new WritesConflictError({ path, expected, found })
  const status = found === digest ? 'unchanged' : found === 'absent' ? 'created' : 'changed'
  return { result: { path, status, sha256: digest }, found, real, parts, content, data }
}

async function realRoot(root: string, path: string): Promise<string> {
  try {
    return await realpath(root)
  } catch (error) {
    throw new WritesRefusedError({ path, reason: `the space ${root}: ${systemErrorReason(error)}`, cause: error })
  }
}
