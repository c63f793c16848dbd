import type { SpacePaths } from '@datacortex/platform'
import { type Hex, getAddress } from 'viem'
import { decryptKey } from './keystore-crypto.ts'
import { findKeystore } from './keystore-place.ts'
import { readKeystore } from './keystore-schema.ts'
import { type SecretSource, readSecretSource } from './secret-source.ts'

/** The keystore of a path or name, still closed; `address` is undefined where it does not tell. */
export async function namedKeystore(paths: SpacePaths | undefined, name?: string) {
  const file = await findKeystore(paths, name)
  const keystore = await readKeystore(file)
  const open = async (source: SecretSource, signal: AbortSignal | undefined): Promise<Hex> => {
    const passphrase = await readSecretSource(source, { what: `Passphrase of ${file}`, signal })
    return await decryptKey(keystore, { passphrase, file })
  }
  return { file, address: keystore.address === undefined ? undefined : getAddress(`0x${keystore.address}`), open }
}
