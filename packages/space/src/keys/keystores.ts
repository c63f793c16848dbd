import type { Keystore, KeystoreList, SecretSource } from '@datacortex/export'
import {
  importKeystore,
  keystoreAddress as addressOf,
  listKeystores as listAll,
  newKeystore,
  planKeystore,
} from '@datacortex/export'
import { z } from 'zod'
import { freeOperation, operation } from '../operation.ts'
import { dryRun, exact } from '../schema.ts'

/** Whose key is where. Keys and passphrases are secrets of the one who opened the space, and no input. */
type MadeKeystore = Pick<Keystore, 'file'> & {
  /** Absent in a dry run. */
  readonly address?: Keystore['address'] | undefined
  readonly dry_run?: true | undefined
}

/** A path, or a name for the folder of the space; `default` if absent. */
const file = exact.optional()
const output = z.looseObject({ file: z.string(), address: z.string().optional() })

export const makeKeystore = freeOperation({
  input: z.strictObject({ file, dry_run: dryRun }),
  output,
  run: async ({ paths, signal, secrets }, { file, dry_run: isDry }): Promise<MadeKeystore> => {
    if (isDry === true) return { ...(await planKeystore(paths, { file })), dry_run: true }
    return await newKeystore(paths, { file, passphrase: secretOr(secrets?.passphrase), signal })
  },
})

export const importKey = freeOperation({
  input: z.strictObject({ file, from: exact.optional(), dry_run: dryRun }),
  output,
  run: async ({ paths, signal, secrets = {} }, { file, from: keystore, dry_run: isDry }): Promise<MadeKeystore> => {
    if (isDry === true) return { ...(await planKeystore(paths, { file })), dry_run: true }
    const from =
      keystore === undefined ? secretOr(secrets.key) : { keystore, passphrase: secretOr(secrets.fromPassphrase) }
    return await importKeystore(paths, { file, from, passphrase: secretOr(secrets.passphrase), signal })
  },
})

export const listKeystores = operation({
  input: z.strictObject({}),
  output: z.looseObject({ keystores: z.array(z.looseObject({ file: z.string(), address: z.string().optional() })) }),
  run: async ({ paths }): Promise<KeystoreList> => await listAll(paths),
})

/** Whose key a keystore holds. Its passphrase is asked for only if the file does not say. */
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
