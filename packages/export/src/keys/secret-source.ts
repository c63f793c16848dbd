import { fstat, read } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { shellWord, systemErrorReason } from '@datacortex/platform'
import { SecretUnavailableError } from '../errors.ts'

/** Where a secret comes from; never from the arguments of a command. */
export type SecretSource =
  | {
      /** Asks a person; must not show what is typed. */
      readonly prompt: (question: string, options: { readonly signal?: AbortSignal | undefined }) => Promise<string>
    }
  | {
      /** An open file descriptor; it is read to its end and the first line counts. */
      readonly fd: number
    }
  | {
      /** A file that nobody else may read; the first line counts. */
      readonly file: string
    }

/**
 * Reads a secret.
 *
 * @param source - Where it is.
 * @param options - `what`: for the question and for errors, such as `passphrase of alice.json`.
 * @throws {@link SecretUnavailableError} if it can't be read, is empty, or others may read its file.
 */
export async function readSecretSource(
  source: SecretSource,
  { what, signal }: { readonly what: string; readonly signal?: AbortSignal | undefined },
): Promise<string> {
  signal?.throwIfAborted()
  const text = 'prompt' in source ? await source.prompt(what, { signal }) : await readLine(source, what)
  if (text === '') throw new SecretUnavailableError({ what, reason: 'it is empty' })
  return text
}

const maxBytes = 4096

async function readLine(source: { readonly fd: number } | { readonly file: string }, what: string): Promise<string> {
  try {
    const bytes = 'fd' in source ? await readDescriptor(source.fd) : await readPrivateFile(source.file, what)
    return bytes.toString('utf8').split(/\r?\n/, 1)[0] ?? ''
  } catch (error) {
    if (error instanceof SecretUnavailableError) throw error
    const from = 'fd' in source ? `descriptor ${source.fd}` : source.file
    throw new SecretUnavailableError({ what, reason: `${from}: ${systemErrorReason(error)}` })
  }
}

async function readPrivateFile(file: string, what: string): Promise<Buffer> {
  await using handle = await open(file, 'r')
  const { mode } = await handle.stat()
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new SecretUnavailableError({ what, reason: `others may read ${file}`, hint: `chmod 600 ${shellWord(file)}` })
  return await readDescriptor(handle.fd)
}

async function readDescriptor(fd: number): Promise<Buffer> {
  await promisify(fstat)(fd)
  const buffer = Buffer.alloc(maxBytes)
  let length = 0
  while (length < maxBytes) {
    const { bytesRead } = await promisify(read)(fd, buffer, length, maxBytes - length, null)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return buffer.subarray(0, length)
}
