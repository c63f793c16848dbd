import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { type Disk, replaceFile, withLock } from '@datacortex/platform'
import { exportError } from '../errors.ts'
import { readSigningKey } from './read-signing-key.ts'
import type { SigningKey } from './signing-key.ts'

/**
 * Makes a P-256 key for signing cards and stores it as a private JWK that only its owner may read (mode 0600).
 *
 * @param file - New file; its folder is made if absent.
 * @param options - Abort signal for the wait when another process makes the same file; `disk`: where it lies.
 * @throws `EXPORT_SIGNING_KEY_EXISTS` if the file is there; it is never overwritten.
 * @throws `PLATFORM_FILE_UNWRITABLE` if it can't be written.
 * @example const key = await createSigningKey('/home/ada/keys/cards.jwk')
 * @see https://www.rfc-editor.org/rfc/rfc7517
 */
export async function createSigningKey(
  file: string,
  options: { readonly signal?: AbortSignal | undefined; readonly disk?: Disk | undefined } = {},
): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  const stored = { kid: await calculateJwkThumbprint(jwk), alg: 'ES256', use: 'sig', ...jwk }
  const write = async (): Promise<void> => {
    const text = `${JSON.stringify(stored, undefined, 2)}\n`
    // The disk knows whether it has a file of that name, also one that is made meanwhile.
    if (!(await replaceFile(file, text, { mode: 0o600, expected: 'absent', disk: options.disk })))
      throw exportError('EXPORT_SIGNING_KEY_EXISTS', { file })
  }
  await withLock(`${file}.lock`, write, { signal: options.signal })
  return await readSigningKey(file)
}
