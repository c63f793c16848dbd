/** The body of an answer, or undefined if it is larger than the limit; then the rest is not waited for. */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the body.
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
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
