import { cliError } from '../errors.ts'

/** Reads a stream to its end, but no further than its limit. Throws `CLI_STDIN_TOO_LARGE` as soon as there is more. */
export async function readStdin(
  stream: AsyncIterable<Uint8Array | string>,
  { maxBytes }: { readonly maxBytes: number },
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    size += bytes.length
    // Leaving the loop closes the stream, so the one who writes to it is told.
    if (size > maxBytes) throw cliError('CLI_STDIN_TOO_LARGE', { maxBytes })
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
