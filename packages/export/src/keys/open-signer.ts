import type { SpacePaths } from '@datacortex/platform'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { exportError } from '../errors.ts'
import { addressOption } from '../chain/connect/address-option.ts'
import { optionMissing } from '../chain/errors.ts'
import { type Signer, externalSigner } from './external-signer.ts'
import { namedKeystore } from './named-keystore.ts'
import { privateKeyOf } from './private-key.ts'
import type { SecretSource } from './secret-source.ts'

export type SignerOptions = {
  /** Path or name of a keystore; `default` if nothing else is named. */
  readonly keystore?: string | undefined
  /** Asked for only when something is to be signed, or if the keystore does not tell its address. */
  readonly passphrase?: SecretSource | undefined
  /** Takes the raw key of the environment variable `DATACORTEX_PRIVATE_KEY`, and removes it there. */
  readonly allowEnvKey?: boolean | undefined
  readonly account?: string | undefined
  /** JSON-RPC of the external signer; the chain's RPC if absent. */
  readonly signerRpc?: string | undefined
}

/** The environment variable that may hold a raw key. */
const variable = 'DATACORTEX_PRIVATE_KEY'

/** Finds out who signs; opens nothing yet where that is possible. */
export async function openSigner(
  paths: SpacePaths,
  options: SignerOptions & { readonly rpc: string; readonly signal?: AbortSignal | undefined },
): Promise<Signer> {
  const { account, allowEnvKey = false } = options
  if (account !== undefined) {
    const rpc = options.signerRpc ?? options.rpc
    return externalSigner(addressOption('--account', account), { rpc, signal: options.signal })
  }
  if (allowEnvKey) return localSigner(environmentKey())
  const isSet = process.env[variable] !== undefined
  // Somebody who set it and named nothing else expects it to be used.
  if (isSet && options.keystore === undefined) throw exportError('EXPORT_ENV_KEY_REFUSED', { name: variable, isSet })
  return await keystoreSigner(paths, options)
}

function environmentKey(): Hex {
  const text = process.env[variable]?.trim()
  if (text === undefined || text === '') throw exportError('EXPORT_ENV_KEY_REFUSED', { name: variable, isSet: false })
  // Processes that are started later need not know it.
  delete process.env[variable]
  return privateKeyOf(text, { origin: variable })
}

function localSigner(key: Hex): Signer {
  const account = privateKeyToAccount(key)
  return {
    address: account.address,
    unlock: async () => {},
    sign: async (transaction) => await account.signTransaction(transaction),
  }
}

async function keystoreSigner(
  paths: SpacePaths,
  { keystore: name, passphrase, signal }: SignerOptions & { readonly signal?: AbortSignal | undefined },
): Promise<Signer> {
  const { file, address, open: openFile } = await namedKeystore(paths, name)
  let opened: Signer | undefined
  const open = async (): Promise<Signer> => {
    if (opened !== undefined) return opened
    if (passphrase === undefined)
      throw optionMissing(
        `Nothing says where the passphrase of ${file} comes from`,
        'Run it in a terminal, or name a file descriptor or a file that holds it.',
      )
    return (opened = localSigner(await openFile(passphrase, signal)))
  }
  return {
    address: address ?? (await open()).address,
    unlock: async () => void (await open()),
    sign: async (transaction) => await (await open()).sign(transaction),
  }
}
