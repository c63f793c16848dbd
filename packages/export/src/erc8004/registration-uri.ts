import { dataUriText } from '@datacortex/protocols'
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
  refuseLarge('ipfs', { sizeBytes: bytes.length, maxBytes: maxCidBytes })
  return `ipfs://${CID.createV1(raw.code, await sha256.digest(bytes)).toString()}`
}

/** A JSON text as a data URI (RFC 2397), to be stored on the chain itself. Throws `EXPORT_REGISTRATION_TOO_LARGE` above 16 KiB. */
export function dataUri(text: string): string {
  const bytes = Buffer.from(text)
  refuseLarge('data', { sizeBytes: bytes.length, maxBytes: maxDataUriBytes })
  return `data:application/json;base64,${bytes.toString('base64')}`
}

function refuseLarge(scheme: 'data' | 'ipfs', size: { readonly sizeBytes: number; readonly maxBytes: number }): void {
  if (size.sizeBytes > size.maxBytes) throw exportError('EXPORT_REGISTRATION_TOO_LARGE', { scheme, ...size })
}

/**
 * The JSON text in a data URI that comes from outside, base64 or percent-encoded.
 * @param options - `maxBytes` of the text; 256 KiB if absent.
 * @throws `EXPORT_DATA_URI_INVALID` if it is no such URI, too large or not valid UTF-8.
 * @example readDataUri('data:application/json;base64,e30=') // '{}'
 */
export function readDataUri(uri: string, options: { readonly maxBytes?: number | undefined } = {}): string {
  const read = dataUriText(uri, options.maxBytes ?? maxCidBytes)
  if ('reason' in read) throw exportError('EXPORT_DATA_URI_INVALID', { uri, ...read })
  return read.text
}
