import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError, whenCoded } from '@datacortex/errors'
import { type SpacePaths, ifRefused } from '@datacortex/platform'
import { type Address, getAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import type { Keystore } from './create-keystore.ts'
import { keystoreFolders } from './keystore-place.ts'
import { readKeystore } from './keystore-schema.ts'
import { namedKeystore } from './named-keystore.ts'
import type { SecretSource } from './secret-source.ts'

export type ListedKeystore = {
  /** Absent if the file does not say, as those of `cast`. */
  readonly address?: Address | undefined
  readonly file: string
  readonly origin: 'space' | 'foundry'
}

/** A file in a folder of keystores that is none, or none any more. */
export type BrokenKeystore = Pick<ListedKeystore, 'file' | 'origin'> & { readonly reason: string }

/** What lies in the folders of keystores. */
export type KeystoreList = {
  readonly keystores: readonly ListedKeystore[]
  readonly broken: readonly BrokenKeystore[]
}

/**
 * The keystore files of the space and of Foundry's `cast`, and the files there that can't be used, with the reason.
 * Hidden files and folders are passed over.
 * @example (await listKeystores(paths)).keystores.map(({ file }) => file)
 */
export async function listKeystores(paths: SpacePaths | undefined): Promise<KeystoreList> {
  const { space, foundry } = keystoreFolders(paths)
  const found = [...(space === undefined ? [] : await listed(space, 'space')), ...(await listed(foundry, 'foundry'))]
  return {
    keystores: found.flatMap((one) => ('reason' in one ? [] : [one])),
    broken: found.flatMap((one) => ('reason' in one ? [one] : [])),
  }
}

/**
 * Whose key a keystore holds. It is only opened if the file does not say.
 * @param paths - Of the space; undefined outside of one, where `file` has to be named.
 * @param options - `file`: path or name, `default` if absent; `passphrase`: asked for only if it is needed.
 * @throws `EXPORT_KEYSTORE_NOT_FOUND` if there is none.
 * @throws `SPACE_NOT_FOUND` if nothing is named and there is no space.
 * @throws `EXPORT_KEYSTORE_INVALID` if it is damaged.
 * @throws `EXPORT_PASSPHRASE_WRONG` if it had to be opened and the passphrase is wrong.
 * @example (await keystoreAddress(paths, { passphrase: { fd: 3 } })).address
 */
export async function keystoreAddress(
  paths: SpacePaths | undefined,
  options: {
    readonly file?: string | undefined
    readonly passphrase: SecretSource
    readonly signal?: AbortSignal | undefined
  },
): Promise<Keystore> {
  const { file, address, open } = await namedKeystore(paths, options.file)
  return { address: address ?? privateKeyToAddress(await open(options.passphrase, options.signal)), file }
}

async function listed(folder: string, origin: ListedKeystore['origin']) {
  const found: (ListedKeystore | BrokenKeystore)[] = []
  for (const name of (await namesIn(folder)).sort()) {
    const file = join(folder, name)
    const read = await readKeystore(file).catch(whenCoded((error) => error, 'EXPORT_KEYSTORE_INVALID'))
    if (CodedError.is(read)) found.push({ file, origin, reason: String(read.details['reason']) })
    else if (read.address === undefined) found.push({ file, origin })
    else found.push({ address: getAddress(`0x${read.address}`), file, origin })
  }
  return found
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ifRefused([]))
  return entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
}
