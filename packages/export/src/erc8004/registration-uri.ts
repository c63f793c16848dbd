import { CodedError } from '@datacortex/errors'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { sha256 } from 'multiformats/hashes/sha2'
import { exportError } from '../errors.ts'

/** Most bytes of JSON in a data URI: more needs more gas than a transaction may have (EIP-7825). */
export const maxDataUriBytes = 16_384

/** Most bytes whose IPFS address is the hash of the bytes themselves; longer files are cut into blocks. */
export const maxCidBytes = 262_144

/** The address of a text on IPFS, computed without a network: CIDv1, raw, SHA-256. */
export async function ipfsUri(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > maxCidBytes)
    throw exportError('EXPORT_REGISTRATION_TOO_LARGE', {
      scheme: 'ipfs',
      sizeBytes: bytes.length,
      maxBytes: maxCidBytes,
    })
  return `ipfs://${CID.createV1(raw.code, await sha256.digest(bytes)).toString()}`
}

/** A JSON text as a data URI (RFC 2397), to be stored on the chain itself. Throws `EXPORT_REGISTRATION_TOO_LARGE` above 16 KiB. */
export function dataUri(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length > maxDataUriBytes)
    throw exportError('EXPORT_REGISTRATION_TOO_LARGE', {
      scheme: 'data',
      sizeBytes: bytes.length,
      maxBytes: maxDataUriBytes,
    })
  return `data:application/json;base64,${bytes.toString('base64')}`
}

/**
 * The JSON text in a data URI that comes from outside, base64 or percent-encoded.
 * @param options - `maxBytes` of the text; 256 KiB if absent.
 * @throws `EXPORT_DATA_URI_INVALID` if it is no such URI, too large or not valid UTF-8.
 * @example readDataUri('data:application/json;base64,e30=') // '{}'
 */
export function readDataUri(uri: string, options: { readonly maxBytes?: number | undefined } = {}): string {
  const maxBytes = options.maxBytes ?? maxCidBytes
  const refuse = (reason: string, cause?: unknown): never => {
    throw exportError('EXPORT_DATA_URI_INVALID', { uri, reason }, { cause })
  }
  // A byte takes three characters at most.
  if (uri.length > maxBytes * 3 + 200) return refuse(`it is longer than ${maxBytes} bytes`)
  const comma = uri.indexOf(',')
  const [scheme = '', ...parameters] = uri.slice(0, Math.max(0, comma)).toLowerCase().split(';')
  if (comma < 0 || !/^data:application\/(?:[a-z0-9.+-]+\+)?json$/.test(scheme))
    return refuse('it is no data URI of JSON')
  const body = uri.slice(comma + 1)
  try {
    const bytes = parameters.includes('base64') ? fromBase64(body) : Buffer.from(decodeURIComponent(body))
    if (bytes === undefined) return refuse('it is no base64')
    if (bytes.length > maxBytes) return refuse(`it is longer than ${maxBytes} bytes`)
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    return CodedError.is(error, 'EXPORT_DATA_URI_INVALID')
      ? refuse(String(error.details['reason']))
      : refuse('it is not valid UTF-8', error)
  }
}

function fromBase64(text: string): Buffer | undefined {
  const plain = text.includes('%') ? decodeURIComponent(text) : text
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(plain) ? Buffer.from(plain, 'base64') : undefined
}
