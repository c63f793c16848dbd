const escape = /\\(?:x([\da-fA-F]{2})|[\s\S])/g

export function repairedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError) || !text.includes(String.raw`\x`)) throw error
    return JSON.parse(repaired(text))
  }
}

/** The same for JSON in pieces; pieces may end anywhere. */
export async function* repairedChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = ''
  for await (const chunk of chunks) {
    // Every byte is a character here, so that no letter is cut.
    const text = rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    const whole = text.length - openEnd(text)
    rest = text.slice(whole)
    yield Buffer.from(repaired(text.slice(0, whole)), 'latin1')
  }
  if (rest !== '') yield Buffer.from(repaired(rest), 'latin1')
}

function repaired(text: string): string {
  return text.replaceAll(escape, (found, hex: string | undefined) =>
    hex === undefined ? found : String.raw`\u00${hex}`,
  )
}

/** How long an escape is that may go on in the next piece. */
function openEnd(text: string): number {
  const slashes = /\\+(?=x?[\da-fA-F]?$)/.exec(text.slice(-1000))
  if (slashes === null || slashes[0].length % 2 === 0) return 0
  return Math.min(text.length, 1000) - slashes.index - slashes[0].length + 1
}
