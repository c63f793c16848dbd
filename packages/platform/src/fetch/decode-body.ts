import { type Transform, pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { platformError } from '../errors.ts'

/** What the program can decompress, for `Accept-Encoding`. */
export const acceptedEncodings = 'gzip, deflate, br'

export function decodeBody(body: AsyncIterable<Uint8Array>, { encoding, url }: { encoding: string; url: string }) {
  const encodings = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  const unknown = encodings.find((name) => !known.has(name))
  if (unknown !== undefined || encodings.length > 2)
    throw platformError('FETCH_RESPONSE_INVALID', {
      url,
      reason: `its encoding is ${JSON.stringify(encoding.slice(0, 100))}`,
    })
  return encodings.reverse().reduce((source, name) => decode(source, name), body)
}

const known = new Set(['gzip', 'x-gzip', 'deflate', 'br'])

async function* decode(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]()
  const first = await iterator.next()
  // No body at all, whatever the header says.
  if (first.done === true) return
  const decoder = decoderFor(name, first.value)
  // Errors reach the reader of the decoder.
  pipeline(rest(first.value, iterator), decoder, () => {})
  try {
    yield* decoder as AsyncIterable<Uint8Array>
  } finally {
    decoder.destroy()
  }
}

async function* rest(first: Uint8Array, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
  } finally {
    await iterator.return?.()
  }
}

function decoderFor(name: string, first: Uint8Array): Transform {
  if (name === 'br') return createBrotliDecompress()
  if (name !== 'deflate') return createGunzip()
  // Some servers send the bare stream without the header that the standard asks for.
  return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()
}
