import type { Keystore } from '@datacortex/export'
import { keystoreAddress as addressOf } from '@datacortex/export'
import { z } from 'zod'
import { exact } from '../schema.ts'
import type { FreeOperation } from '../spaceless.ts'
import type { MakeKeystore } from './make-keystore.ts'
import { madeKeystore } from './make-keystore.ts'
import { secretOr } from './secret-or.ts'

/** Whose key a keystore holds. Its passphrase is asked for only if the file does not say. */
export const keystoreAddress: FreeOperation<Pick<MakeKeystore, 'file'>, Keystore> = {
  input: z.strictObject({ file: exact.optional() }),
  output: madeKeystore,
  run: async ({ paths, signal, secrets }, { file }) =>
    await addressOf(paths, { file, passphrase: secretOr(secrets?.passphrase), signal }),
}
