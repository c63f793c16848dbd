import { dirname, join } from 'node:path'
import {
  type Disk,
  type SpacePaths,
  isThere,
  makeFolder,
  replaceFile,
  unwritable,
  userPaths,
  withLock,
} from '@datacortex/platform'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { exportError } from '../errors.ts'
import { encryptKey } from './keystore-crypto.ts'
import { newKeystorePlace } from './keystore-place.ts'
import { namedKeystore } from './named-keystore.ts'
import { privateKeyOf } from './private-key.ts'
import { type SecretSource, readSecretSource } from './secret-source.ts'

/** A keystore: whose key it holds and where it lies. */
export type Keystore = { readonly address: Address; readonly file: string }

export type NewKeystoreOptions = {
  /** A path, or a name for the folder of the space; `default` if absent. */
  readonly file?: string | undefined
  /** A person is asked twice. */
  readonly passphrase: SecretSource
  readonly signal?: AbortSignal | undefined
  /** Where it lies; the disks of this machine if absent. */
  readonly disk?: Disk | undefined
}

export type ImportKeystoreOptions = NewKeystoreOptions & {
  /** The private key itself, or another keystore file (of `cast`, say) with its own passphrase. */
  readonly from: SecretSource | { readonly keystore: string; readonly passphrase: SecretSource }
}

/**
 * Makes a key and keeps it in an encrypted file (Web3 Secret Storage 3, scrypt N = 131,072, mode 0600).
 * @param paths - Of the space; undefined outside of one, where `file` has to be a path.
 * @throws `EXPORT_KEYSTORE_EXISTS` if there is a file already; it stays.
 * @throws `SPACE_NOT_FOUND` if it is to go into a space and there is none.
 * @throws `EXPORT_SECRET_UNAVAILABLE` if the passphrase can't be had.
 * @example await newKeystore(paths, { passphrase: { fd: 3 } })
 */
export async function newKeystore(paths: SpacePaths | undefined, options: NewKeystoreOptions): Promise<Keystore> {
  return await store(paths, { ...options, key: async () => generatePrivateKey() })
}

/**
 * Takes a key in that exists already.
 * @param paths - Of the space; undefined outside of one, where `file` has to be a path.
 * @throws `EXPORT_PRIVATE_KEY_INVALID` if it is no private key; it is never repeated.
 * @throws `EXPORT_PASSPHRASE_WRONG` if the other keystore's passphrase is wrong.
 * @throws As {@link newKeystore}.
 * @example await importKeystore(paths, { from: { fd: 3 }, passphrase: { fd: 4 }, file: 'alice' })
 */
export async function importKeystore(paths: SpacePaths | undefined, options: ImportKeystoreOptions): Promise<Keystore> {
  return await store(paths, { ...options, key: async () => await readKey(paths, options) })
}

/**
 * Where a new keystore would go, for a dry run.
 * @param paths - Of the space; undefined outside of one, where `file` has to be a path.
 * @param options - `file`: as for {@link newKeystore}.
 * @throws `EXPORT_KEYSTORE_EXISTS` if there is a file already.
 * @throws `SPACE_NOT_FOUND` as {@link newKeystore}.
 * @example (await planKeystore(paths, { file: 'alice' })).file
 */
export async function planKeystore(
  paths: SpacePaths | undefined,
  { file: name }: Pick<NewKeystoreOptions, 'file'>,
): Promise<Pick<Keystore, 'file'>> {
  const file = newKeystorePlace(paths, name)
  await refuseExisting(file)
  return { file }
}

async function store(
  paths: SpacePaths | undefined,
  { file: name, passphrase, signal, disk, key }: NewKeystoreOptions & { readonly key: () => Promise<Hex> },
): Promise<Keystore> {
  const file = newKeystorePlace(paths, name)
  // Before anybody has to type.
  await refuseExisting(file)
  const secret = await key()
  const text = await encryptKey(secret, await newPassphrase(passphrase, { signal }))
  signal?.throwIfAborted()
  await withLock(join(paths?.locksDirectory ?? join(userPaths().config, 'locks'), 'keystores'), async () => {
    await makeFolder(dirname(file), { mode: 0o700 }).catch((error: unknown) => {
      throw unwritable(file, error)
    })
    // The disk knows whether it has a file of that name, also one that is made meanwhile.
    if (!(await replaceFile(file, text, { mode: 0o600, expected: 'absent', disk })))
      throw exportError('EXPORT_KEYSTORE_EXISTS', { file })
  })
  return { address: privateKeyToAddress(secret), file }
}

/** Nobody sees what is typed, and nobody could use the account again after a slip. */
async function newPassphrase(source: SecretSource, { signal }: { signal: AbortSignal | undefined }): Promise<string> {
  const passphrase = await readSecretSource(source, { what: 'Passphrase', signal })
  if (!('prompt' in source)) return passphrase
  const again = await readSecretSource(source, { what: 'The same passphrase again', signal })
  if (again === passphrase) return passphrase
  throw exportError('EXPORT_SECRET_UNAVAILABLE', {
    what: 'The passphrase',
    reason: 'it was not typed the same way twice, so nothing was made',
    hint: 'Run it again.',
  })
}

async function readKey(paths: SpacePaths | undefined, { from, signal }: ImportKeystoreOptions): Promise<Hex> {
  if ('keystore' in from) return await (await namedKeystore(paths, from.keystore)).open(from.passphrase, signal)
  const text = await readSecretSource(from, { what: 'Private key', signal })
  return privateKeyOf(text, { origin: 'What was given' })
}

async function refuseExisting(file: string): Promise<void> {
  if (await isThere(file)) throw exportError('EXPORT_KEYSTORE_EXISTS', { file })
}
