import { CodedError } from '@datacortex/errors'
import { parseJson, readTextFile } from '@datacortex/platform'
import { exportError } from '../errors.ts'
import { KeystoreFile } from './keystore-schema.ts'

export async function readKeystore(file: string): Promise<KeystoreFile> {
  const read = await readTextFile(file, { maxBytes: 100_000 })
  if (!read.ok) throw exportError('EXPORT_KEYSTORE_INVALID', { file, reason: read.reason })
  try {
    return parseJson(read.text, KeystoreFile, { origin: file })
  } catch (error) {
    if (!CodedError.is(error, 'PLATFORM_JSON_INVALID')) throw error
    // What a JSON parser quotes may be a key that somebody saved in plain text.
    const { issues } = error.details
    const isShape = Array.isArray(issues) && error.cause === undefined
    throw exportError('EXPORT_KEYSTORE_INVALID', { file, reason: isShape ? issues.join('; ') : 'it is not JSON' })
  }
}
