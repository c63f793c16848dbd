import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { UsageError } from '../errors.ts'
import { columns } from '../output/format.ts'
import { outsideText } from '../output/outside-text.ts'
import type { PassphraseOptions } from '../arguments/secret-of.ts'
import { asked, passphraseOf } from '../arguments/secret-of.ts'

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
  const paths = await spaceIfAny(context)
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
 * @throws {@link UsageError} if two secrets are to come from one descriptor, or a passphrase is for no keystore.
 */
export async function keystoreImport(context: Context, options: KeystoreImportOptions): Promise<CommandResult> {
  refuseShared(options)
  const paths = await spaceIfAny(context)
  const { importKeystore, planKeystore } = await import('@datacortex/export')
  const { file, from, fromPassphraseFd, keyFd, keyFile } = options
  if (from === undefined && fromPassphraseFd !== undefined)
    throw new UsageError({
      message: '--from-passphrase-fd is for the keystore of --from, and none is named.',
      hint: 'Name it: --from ~/.foundry/keystores/alice. The passphrase of the new keystore comes by --passphrase-fd.',
    })
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
  const found = await listKeystores(paths)
  const rows = [
    ...found.keystores.map(({ address = 'tells no address', file, origin }) => [address, origin, file]),
    ...found.broken.map(({ file, origin, reason }) => ['not usable', origin, `${file}: ${outsideText(reason)}`]),
  ]
  return {
    data: found,
    lines: rows.length === 0 ? ['no keystores', 'next       datacortex keystore new'] : columns(rows),
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
  const paths = await spaceIfAny(context)
  const { keystoreAddress } = await import('@datacortex/export')
  const { signal } = context
  const found = await keystoreAddress(paths, { file: options.file, passphrase: passphraseOf(options), signal })
  return { data: found, lines: [found.address] }
}

/** A keystore that is named by its path needs no space; what needs one says so. */
async function spaceIfAny(context: Context): Promise<SpacePaths | undefined> {
  try {
    return await spaceOf(context)
  } catch (error) {
    // A space that was named has to be there.
    if (context.root === undefined && CodedError.is(error, 'SPACE_NOT_FOUND')) return undefined
    throw error
  }
}

/** A descriptor is read to its end, so there is nothing in it for a second secret. */
function refuseShared({ passphraseFd, fromPassphraseFd, keyFd }: KeystoreImportOptions): void {
  const named = [passphraseFd, fromPassphraseFd, keyFd].filter((fd) => fd !== undefined)
  const twice = named.find((fd, index) => named.indexOf(fd) < index)
  if (twice === undefined) return
  throw new UsageError({
    message: `Two secrets can't come from the one descriptor ${twice}.`,
    hint: 'Give each its own, such as --key-fd 3 --passphrase-fd 4.',
  })
}

function fdOrAsk(fd: number | undefined) {
  return fd === undefined ? asked : { fd }
}

function planned(file: string): CommandResult {
  return { data: { file, dry_run: true }, lines: [`would make   ${file}`, 'dry run      nothing was changed'] }
}
