import type { Keystore, KeystoreList, NostrKey, SecretSource } from '@datacortex/export'
import {
  importKeystore,
  importNostrKey,
  keystoreAddress as addressOf,
  listKeystores as listAll,
  listNostrKeys,
  newKeystore,
  newNostrKey,
  planKeystore,
} from '@datacortex/export'
import { type SpacePaths, platformError } from '@datacortex/platform'
import { npubOf } from '@datacortex/protocols'
import { z } from 'zod'
import { freeOperation, operation } from '../operation.ts'
import { dryRun, exact } from '../schema.ts'

/** Whose key is where. Keys and passphrases are secrets of the one who opened the space, and no input. */
type MadeKeystore = Pick<Keystore, 'file'> & {
  /** Absent in a dry run. Of Nostr it is an npub1…. */
  readonly address?: string | undefined
  readonly dry_run?: true | undefined
}

/** Of a chain, in a file as Ethereum's programs keep them, or of Nostr. */
const kind = z.enum(['ethereum', 'nostr']).optional()

/** A path, or a name for the folder of the space; `default` if absent. */
const file = exact.optional()
const output = z.looseObject({ file: z.string(), address: z.string().optional() })

export const makeKeystore = freeOperation({
  input: z.strictObject({ file, kind, dry_run: dryRun }),
  output,
  run: async ({ paths, signal, secrets }, { file, kind: wanted, dry_run: isDry }): Promise<MadeKeystore> => {
    if (wanted === 'nostr')
      return await nostrKey(paths, { file, isDry }, async (inSpace) => {
        const passphrase = secretOr(secrets?.passphrase)
        return await newNostrKey(inSpace, { name: file, passphrase, signal })
      })
    if (isDry === true) return { ...(await planKeystore(paths, { file })), dry_run: true }
    return await newKeystore(paths, { file, passphrase: secretOr(secrets?.passphrase), signal })
  },
})

export const importKey = freeOperation({
  input: z.strictObject({ file, from: exact.optional(), kind, dry_run: dryRun }),
  output,
  run: async (
    { paths, signal, secrets = {} },
    { file, from: keystore, kind: wanted, dry_run: isDry },
  ): Promise<MadeKeystore> => {
    if (wanted === 'nostr')
      return await nostrKey(paths, { file, isDry }, async (inSpace) => {
        const [from, passphrase] = [secretOr(secrets.key), secretOr(secrets.passphrase)]
        const fromPassphrase = secretOr(secrets.fromPassphrase)
        return await importNostrKey(inSpace, { name: file, from, passphrase, fromPassphrase, signal })
      })
    if (isDry === true) return { ...(await planKeystore(paths, { file })), dry_run: true }
    const from =
      keystore === undefined ? secretOr(secrets.key) : { keystore, passphrase: secretOr(secrets.fromPassphrase) }
    return await importKeystore(paths, { file, from, passphrase: secretOr(secrets.passphrase), signal })
  },
})

export const listKeystores = operation({
  input: z.strictObject({}),
  output: z.looseObject({ keystores: z.array(z.looseObject({ file: z.string(), address: z.string().optional() })) }),
  run: async ({ paths }): Promise<KeystoreList & { readonly nostr: readonly NostrAddress[] }> => {
    const nostr = (await listNostrKeys(paths)).map(addressOfNostr)
    return { ...(await listAll(paths)), nostr }
  },
})

export const keystoreAddress = freeOperation({
  input: z.strictObject({ file }),
  output,
  run: async ({ paths, signal, secrets }, { file }) =>
    await addressOf(paths, { file, passphrase: secretOr(secrets?.passphrase), signal }),
})

/** Where a secret comes from; if nothing says it, nobody is there to type it. */
function secretOr(source: SecretSource | undefined): SecretSource {
  return source ?? { prompt: () => Promise.resolve(undefined) }
}

type NostrAddress = { readonly address: string; readonly file: string; readonly name: string; readonly bunker: boolean }

function addressOfNostr({ pubkey, file, name, bunker }: NostrKey): NostrAddress {
  return { address: npubOf(pubkey), file, name, bunker: bunker !== undefined }
}

/** Keys of Nostr lie in a space. */
async function nostrKey(
  paths: SpacePaths | undefined,
  { file = 'default', isDry }: { file: string | undefined; isDry: boolean | undefined },
  make: (paths: SpacePaths) => Promise<NostrKey>,
): Promise<MadeKeystore> {
  if (paths === undefined) throw platformError('SPACE_NOT_FOUND', { directory: process.cwd() })
  return isDry === true ? { file, dry_run: true } : addressOfNostr(await make(paths))
}
