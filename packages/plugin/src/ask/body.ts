/**
 * The body of an answer up to a limit; what is beyond it is not waited for.
 * @example const { bytes, isCut } = await readBody(await fetch(url), 10_000_000)
 */
export async function readBody(
  { body }: Response,
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly isCut: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    size += chunk.byteLength
    // Leaving the loop cancels the body.
    if (size > maxBytes) break
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: size > maxBytes }
}

/**
 * What a server says of its refusal, which is short; more of it is not read.
 * @returns The text, and where it was cut, as `saidByServer` wants to know it.
 * @example const { text, cut } = await readRefusal(response); saidByServer(text, { key, cut })
 */
export async function readRefusal(
  response: Response,
): Promise<{ readonly text: string; readonly cut: 'end' | undefined }> {
  const { bytes, isCut } = await readBody(response, 10_000)
  // A character that the limit cut in two ends no key.
  return { text: new TextDecoder().decode(bytes, { stream: true }), cut: isCut ? 'end' : undefined }
}

/** Text of bytes by the charset of the header, else by the XML declaration, else as UTF-8. */
export function decodeBody(bytes: Uint8Array, contentType: string): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const label =
    /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ??
    /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/i.exec(start)?.[1]
  return decoderOf(label).decode(bytes)
}

function decoderOf(label = 'utf-8'): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label)
  } catch {
    // A name that nobody knows; nearly everything is UTF-8.
    return new TextDecoder()
  }
}
