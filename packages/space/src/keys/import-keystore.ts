import { importKeystore, planKeystore } from '@datacortex/export'
import { z } from 'zod'
import { dryRun, exact } from '../schema.ts'
import type { FreeOperation } from '../spaceless.ts'
import type { MadeKeystore, MakeKeystore } from './make-keystore.ts'
import { madeKeystore } from './make-keystore.ts'
import { secretOr } from './secret-or.ts'

/** Where a key goes that is there already. The key and its passphrases are secrets of whoever opened the space. */
export type ImportKeystore = MakeKeystore & {
  /** Another keystore file, such as one of `cast`; without it the raw key is taken in. */
  readonly from?: string | undefined
}

/** Takes in a raw key or another keystore. */
export const importKey: FreeOperation<ImportKeystore, MadeKeystore> = {
  input: z.strictObject({ file: exact.optional(), from: exact.optional(), dry_run: dryRun }),
  output: madeKeystore,
  run: async ({ paths, signal, secrets = {} }, { file, from: keystore, dry_run: isDry }) => {
    if (isDry === true) return { ...(await planKeystore(paths, { file })), dry_run: true }
    const from =
      keystore === undefined ? secretOr(secrets.key) : { keystore, passphrase: secretOr(secrets.fromPassphrase) }
    return await importKeystore(paths, { file, from, passphrase: secretOr(secrets.passphrase), signal })
  },
}
