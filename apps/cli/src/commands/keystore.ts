import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { columns } from '../output/format.ts'
import type { PassphraseOptions } from '../secret-of.ts'
import { asked, passphraseOf } from '../secret-of.ts'

/** Arguments of `keystore new`, `import` and `address`. */
export type KeystoreOptions = PassphraseOptions & {
  readonly file?: string | undefined
  readonly dryRun?: true | undefined
}

/** Those of `keystore import`. */
export type KeystoreImportOptions = KeystoreOptions & {
  /** Another keystore file, such as one of `cast`. */
  readonly from?: string | undefined
  readonly fromPassphraseFd?: number | undefined
  /** Descriptor or private file with the raw key. */
  readonly keyFd?: number | undefined
  readonly keyFile?: string | undefined
}

/**
 * `datacortex keystore new`: makes a key in an encrypted file.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link KeystoreExistsError} {@link SecretUnavailableError}
 */
export async function keystoreNew(context: Context, options: KeystoreOptions): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { newKeystore, planKeystore } = await import('@datacortex/export')
  const { file } = options
  if (options.dryRun === true) return planned((await planKeystore(paths, { file })).file)
  const made = await newKeystore(paths, { file, passphrase: passphraseOf(options), signal: context.signal })
  return {
    data: made,
    lines: [
      `made       ${made.address}  in ${made.file}`,
      'keep       the file and its passphrase; without both nobody can use this account again',
    ],
  }
}

/**
 * `datacortex keystore import`: takes in a raw key or another keystore.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link KeystoreExistsError} {@link PrivateKeyInvalidError} {@link PassphraseWrongError}
 */
export async function keystoreImport(context: Context, options: KeystoreImportOptions): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { importKeystore, planKeystore } = await import('@datacortex/export')
  const { file, from, fromPassphraseFd, keyFd, keyFile } = options
  if (options.dryRun === true) return planned((await planKeystore(paths, { file })).file)
  const source = passphraseOf({ passphraseFd: keyFd, passphraseFile: keyFile })
  const made = await importKeystore(paths, {
    file,
    from: from === undefined ? source : { keystore: from, passphrase: fdOrAsk(fromPassphraseFd) },
    passphrase: passphraseOf(options),
    signal: context.signal,
  })
  return { data: made, lines: [`taken in   ${made.address}  in ${made.file}`] }
}

/**
 * `datacortex keystore list`: the keystores of the space and of Foundry.
 *
 * @param context - Of the command.
 */
export async function keystoreList(context: Context): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { listKeystores } = await import('@datacortex/export')
  const { keystores } = await listKeystores(paths)
  const rows = keystores.map(({ address = 'tells no address', file, origin }) => [address, origin, file])
  return {
    data: { keystores },
    lines: keystores.length === 0 ? ['no keystores', 'next       datacortex keystore new'] : columns(rows),
  }
}

/**
 * `datacortex keystore address`: whose key a keystore holds.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link KeystoreNotFoundError} {@link KeystoreInvalidError} {@link PassphraseWrongError}
 */
export async function keystoreAddressOf(context: Context, options: KeystoreOptions): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { keystoreAddress } = await import('@datacortex/export')
  const { signal } = context
  const found = await keystoreAddress(paths, { file: options.file, passphrase: passphraseOf(options), signal })
  return { data: found, lines: [found.address] }
}

function fdOrAsk(fd: number | undefined) {
  return fd === undefined ? asked : { fd }
}

function planned(file: string): CommandResult {
  return { data: { file, dry_run: true }, lines: [`would make   ${file}`, 'dry run      nothing was changed'] }
}
