import type { Keystore } from '@datacortex/export'
import { newKeystore, planKeystore } from '@datacortex/export'
import { z } from 'zod'
import { dryRun, exact } from '../schema.ts'
import type { FreeOperation } from '../spaceless.ts'
import { secretOr } from './secret-or.ts'

/** Where the key goes. Its passphrase is a secret of whoever opened the space. */
export type MakeKeystore = {
  /** A path, or a name for the folder of the space; `default` if absent. */
  readonly file?: string | undefined
  readonly dry_run?: boolean | undefined
}

/** Whose key is where. */
export type MadeKeystore = Pick<Keystore, 'file'> & {
  /** Absent in a dry run. */
  readonly address?: Keystore['address'] | undefined
  readonly dry_run?: true | undefined
}

/** The schema of {@link MadeKeystore}. */
export const madeKeystore: z.ZodType = z.looseObject({ file: z.string(), address: z.string().optional() })

/** Makes a key in an encrypted file. */
export const makeKeystore: FreeOperation<MakeKeystore, MadeKeystore> = {
  input: z.strictObject({ file: exact.optional(), dry_run: dryRun }),
  output: madeKeystore,
  run: async ({ paths, signal, secrets }, { file, dry_run: isDry }) => {
    if (isDry === true) return { ...(await planKeystore(paths, { file })), dry_run: true }
    return await newKeystore(paths, { file, passphrase: secretOr(secrets?.passphrase), signal })
  },
}
