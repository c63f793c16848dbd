import { dirname, join } from 'node:path'
import { type OpenRelay, refuseSecret } from '@datacortex/protocols'
import { type SpacePaths, jsonOf, makeFolder, namesIn, readTextFile, replaceFile } from '@datacortex/platform'
import { decode } from 'nostr-tools/nip19'
import { decrypt, encrypt } from 'nostr-tools/nip49'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { z } from 'zod'
import { exportError } from '../errors.ts'
import { type SecretSource, readSecretSource } from '../keys/secret-source.ts'
import { keystoreFolders } from '../keys/keystore-place.ts'
import { type NostrSigner, keySigner } from './nostr-signer.ts'
import { bunkerSigner, readBunker, sealSecret } from './remote-signer.ts'

/** A key of Nostr that is kept: its public half, and where it lies. */
export type NostrKey = {
  readonly name: string
  readonly pubkey: string
  readonly file: string
  readonly bunker?: string | undefined
}

/** Only the encrypted key is kept (NIP-49); of a bunker (NIP-46) the key that it knows us by, and for that its secret. */
const KeyFile = z.object({
  kind: z.literal('nostr'),
  pubkey: z.string().regex(/^[0-9a-f]{64}$/),
  ncryptsec: z.string().startsWith('ncryptsec1'),
  bunker: z.string().startsWith('bunker://').optional(),
  secret: z.string().optional(),
})

type Options = {
  /** `default` if absent. */
  readonly name?: string | undefined
  readonly passphrase: SecretSource
  readonly signal?: AbortSignal | undefined
}

/**
 * Makes a key of Nostr, encrypted by a passphrase (NIP-49), in a file that only its owner may read.
 * @throws `EXPORT_KEYSTORE_EXISTS` if there is one of that name; `EXPORT_SECRET_UNAVAILABLE`.
 * @example await newNostrKey(paths, { passphrase: { fd: 3 } })
 */
export async function newNostrKey(paths: SpacePaths, options: Options): Promise<NostrKey> {
  await refuseKnown(paths, options.name)
  return await keep(paths, generateSecretKey(), options)
}

/**
 * Takes in a key: `nsec1…`, 64 hexadecimal digits, `ncryptsec1…` with its own passphrase, or the address of a bunker
 * (`bunker://…`, NIP-46), which keeps the key and signs for it.
 * @throws `EXPORT_PRIVATE_KEY_INVALID` if it is none of these; it is never repeated. `EXPORT_KEYSTORE_EXISTS`.
 * @example await importNostrKey(paths, { from: { fd: 4 }, passphrase: { fd: 3 } })
 */
export async function importNostrKey(
  paths: SpacePaths,
  options: Options & { readonly from: SecretSource; readonly fromPassphrase: SecretSource },
): Promise<NostrKey> {
  await refuseKnown(paths, options.name)
  const text = (await readSecretSource(options.from, { what: 'Key of Nostr', signal: options.signal })).trim()
  if (text.startsWith('bunker://')) {
    const bunker = readBunker(text)
    const address = text.replace(/[?&]secret=[^&]*/g, '').replace(/^([^?&]*)&/, '$1?')
    const key = generateSecretKey()
    const sealed = bunker.secret && sealSecret(bunker.secret, key)
    return await keep(paths, key, { ...options, bunker: address, sealed, pubkey: bunker.pubkey })
  }
  return await keep(paths, await secretKeyOf(text, options), options)
}

/**
 * The keys of Nostr of a space.
 * @example (await listNostrKeys(paths)).map(({ name }) => name)
 */
export async function listNostrKeys(paths: SpacePaths): Promise<readonly NostrKey[]> {
  const names = (await namesIn(folderOf(paths))).filter((name) => name.endsWith('.json')).sort()
  const keys = await Promise.all(names.map(async (name) => await readKey(paths, name.slice(0, -5))))
  return keys.map(({ name, pubkey, file, bunker }) => ({ name, pubkey, file, bunker }))
}

/**
 * Who signs with a kept key. Its passphrase is asked for when something is to be signed.
 * @throws `EXPORT_KEYSTORE_NOT_FOUND`, `EXPORT_KEYSTORE_INVALID`; when it signs `EXPORT_PASSPHRASE_WRONG`, `EXPORT_SECRET_UNAVAILABLE`.
 * @example await openNostrSigner(paths, { passphrase: { fd: 3 }, open: socket })
 */
export async function openNostrSigner(
  paths: SpacePaths,
  { name, passphrase, signal, open }: Options & { readonly open: OpenRelay },
): Promise<NostrSigner> {
  const key = await readKey(paths, name)
  const { pubkey, file, ncryptsec, bunker, secret: sealed } = key
  const secret = async (): Promise<Uint8Array> => {
    const given = await readSecretSource(passphrase, { what: `Passphrase of ${file}`, signal })
    return opened(ncryptsec, { passphrase: given, file })
  }
  return bunker === undefined
    ? keySigner(pubkey, secret)
    : bunkerSigner(readBunker(bunker), { secret, sealed, open, signal })
}

type Kept = Options & { readonly bunker?: string; readonly sealed?: string | undefined; readonly pubkey?: string }

async function keep(
  paths: SpacePaths,
  key: Uint8Array,
  { name = 'default', passphrase, signal, bunker, sealed, pubkey = getPublicKey(key) }: Kept,
): Promise<NostrKey> {
  const file = fileOf(paths, name)
  const what = bunker === undefined ? 'Passphrase' : 'Passphrase of the key that the bunker knows this program by'
  const ncryptsec = encrypt(key, await readSecretSource(passphrase, { what, signal }))
  key.fill(0)
  await makeFolder(dirname(file), { mode: 0o700 })
  const text = `${JSON.stringify({ kind: 'nostr', pubkey, ncryptsec, bunker, secret: sealed }, undefined, 2)}\n`
  if (!(await replaceFile(file, text, { mode: 0o600, expected: 'absent' })))
    throw exportError('EXPORT_KEYSTORE_EXISTS', { file })
  return { name, pubkey, file, bunker }
}

async function readKey(paths: SpacePaths, name = 'default'): Promise<NostrKey & z.infer<typeof KeyFile>> {
  const file = fileOf(paths, name)
  const read = await readTextFile(file)
  if (!read.ok) throw exportError('EXPORT_KEYSTORE_NOT_FOUND', { name, places: [file] })
  const parsed = KeyFile.safeParse(jsonOf(read.text))
  if (!parsed.success) throw exportError('EXPORT_KEYSTORE_INVALID', { file, reason: 'it is no key of the kind nostr' })
  return { ...parsed.data, name, file }
}

async function refuseKnown(paths: SpacePaths, name = 'default'): Promise<void> {
  const file = fileOf(paths, name)
  if ((await readTextFile(file)).ok) throw exportError('EXPORT_KEYSTORE_EXISTS', { file })
}

async function secretKeyOf(
  text: string,
  { fromPassphrase, signal }: { fromPassphrase: SecretSource; signal?: AbortSignal | undefined },
): Promise<Uint8Array> {
  if (text.startsWith('ncryptsec1')) {
    const passphrase = await readSecretSource(fromPassphrase, {
      what: 'Passphrase of the key that is taken in',
      signal,
    })
    return opened(text, { passphrase, file: 'the key that was given' })
  }
  try {
    const read = text.startsWith('nsec1') ? decode(text).data : Buffer.from(text, 'hex')
    const isKey = read instanceof Uint8Array && (text.startsWith('nsec1') || /^[0-9a-f]{64}$/i.test(text))
    // It throws for numbers that are no key, as `decode` does for what is none, in words that might repeat it.
    if (isKey && getPublicKey(new Uint8Array(read)) !== '') return new Uint8Array(read)
  } catch {
    // It is none.
  }
  throw exportError('EXPORT_PRIVATE_KEY_INVALID', { origin: 'What was given' })
}

function opened(ncryptsec: string, { passphrase, file }: { passphrase: string; file: string }): Uint8Array {
  try {
    return decrypt(ncryptsec, passphrase)
  } catch {
    // All that the library says is that it can't be.
    throw exportError('EXPORT_PASSPHRASE_WRONG', { file })
  }
}

function folderOf(paths: SpacePaths): string {
  return join(keystoreFolders(paths).space ?? paths.envDirectory, 'nostr')
}

function fileOf(paths: SpacePaths, name: string): string {
  // It may be a key that somebody typed in the wrong place.
  refuseSecret(name)
  if (/^[a-z0-9][a-z0-9._-]{0,99}$/i.test(name)) return join(folderOf(paths), `${name}.json`)
  throw exportError('EXPORT_KEYSTORE_NOT_FOUND', { name, places: [folderOf(paths)] })
}
