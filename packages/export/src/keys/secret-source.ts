import { constants, fstat, read } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CodedError } from '@datacortex/errors'
import { ifRefused, shellWord, systemErrorCode, systemErrorReason } from '@datacortex/platform'
import { exportError } from '../errors.ts'

/** Where a secret comes from; never from the arguments of a command. */
export type SecretSource =
  /** Asks a person; must not show what is typed. Undefined if nobody answers. */
  | { readonly prompt: (question: string, options: Waiting) => Promise<string | undefined> }
  /** An open file descriptor; it is read to its end, however slowly that comes, and the first line counts. */
  | { readonly fd: number }
  /** A file that nobody else may read; the first line counts. */
  | { readonly file: string }

type Waiting = { readonly signal?: AbortSignal | undefined }

export async function readSecretSource(
  source: SecretSource,
  { what, signal }: Waiting & { what: string },
): Promise<string> {
  signal?.throwIfAborted()
  const text = 'prompt' in source ? await source.prompt(what, { signal }) : await readLine(source, { what, signal })
  if (text === undefined)
    throw exportError('EXPORT_SECRET_UNAVAILABLE', { what, reason: 'nobody typed it on a terminal' })
  if (text === '') throw exportError('EXPORT_SECRET_UNAVAILABLE', { what, reason: 'it is empty' })
  return text
}

const maxBytes = 4096

async function readLine(
  source: { readonly fd: number } | { readonly file: string },
  { what, signal }: { what: string; signal: AbortSignal | undefined },
): Promise<string> {
  try {
    const bytes =
      'fd' in source ? await readDescriptor(source.fd, signal) : await readPrivateFile(source.file, { what, signal })
    return bytes.toString('utf8').split(/\r?\n/, 1)[0] ?? ''
  } catch (error) {
    signal?.throwIfAborted()
    if (CodedError.is(error, 'EXPORT_SECRET_UNAVAILABLE')) throw error
    const from = 'fd' in source ? `descriptor ${source.fd}` : source.file
    throw exportError('EXPORT_SECRET_UNAVAILABLE', { what, reason: `${from}: ${systemErrorReason(error)}` })
  }
}

async function readPrivateFile(file: string, { what, signal }: { what: string; signal: AbortSignal | undefined }) {
  await using handle = await open(file, 'r')
  const { mode } = await handle.stat()
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw exportError('EXPORT_SECRET_UNAVAILABLE', {
      what,
      reason: `others may read ${file}`,
      hint: `chmod 600 ${shellWord(file)}`,
    })
  return await readDescriptor(handle.fd, signal)
}

async function readDescriptor(fd: number, signal: AbortSignal | undefined): Promise<Buffer> {
  const stats = await promisify(fstat)(fd)
  const opened = stats.isFile() ? undefined : await openAgain(fd)
  if (opened === undefined) return await readBytes(fd, signal)
  await using handle = opened
  return await readBytes(handle.fd, signal)
}

/** Opens a pipe once more without waiting, as a read of it can't be stopped; undefined where that is impossible. */
async function openAgain(fd: number): Promise<FileHandle | undefined> {
  return await open(`/dev/fd/${fd}`, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY).catch(
    ifRefused(undefined),
  )
}

const pollMs = 20

async function readBytes(fd: number, signal: AbortSignal | undefined): Promise<Buffer> {
  const buffer = Buffer.alloc(maxBytes)
  let length = 0
  while (length < maxBytes) {
    signal?.throwIfAborted()
    const bytesRead = await readSome(fd, buffer.subarray(length))
    if (bytesRead === 0) break
    if (bytesRead === undefined) await sleep(pollMs, undefined, { signal })
    else length += bytesRead
  }
  return buffer.subarray(0, length)
}

/** Undefined if nothing has come yet. */
async function readSome(fd: number, into: Buffer): Promise<number | undefined> {
  try {
    return (await promisify(read)(fd, into, 0, into.length, null)).bytesRead
  } catch (error) {
    if (systemErrorCode(error) === 'EAGAIN') return undefined
    throw error
  }
}
