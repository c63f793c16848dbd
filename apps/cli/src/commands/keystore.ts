import { CodedError } from '@datacortex/errors'
import { type OutputOf, type Secrets, type Spaceless, spaceless } from '@datacortex/space'
import { spaceError } from '@datacortex/space/errors'
import { columns } from '@datacortex/wording'
import type { Given } from '../arguments/asked.ts'
import { type SecretArguments, secretsOf } from '../arguments/secrets-of.ts'
import { commandOf } from '../command-of.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { outsideText } from '../output/outside-text.ts'

export type KeystoreOptions = Pick<SecretArguments, 'passphraseFd' | 'passphraseFile'> & Given<'keys.new'>

export type KeystoreImportOptions = SecretArguments & Given<'keys.import'>

export async function keystoreNew(context: Context, options: KeystoreOptions): Promise<CommandResult> {
  const keys = await keysOf(context, secretsOf(options))
  const data = await keys.new({ file: options.file, kind: options.kind, dry_run: options.dryRun })
  const lines = [
    `made       ${data.address}  in ${data.file}`,
    'keep       the file and its passphrase; without both nobody can use this account again',
  ]
  return { data, lines: data.dry_run === true ? plannedLines(data) : lines }
}

export async function keystoreImport(context: Context, options: KeystoreImportOptions): Promise<CommandResult> {
  refuseShared(options)
  const { file, from, fromPassphraseFd, kind, dryRun } = options
  if (kind !== 'nostr' && from === undefined && fromPassphraseFd !== undefined)
    throw spaceError('CLI_USAGE', {
      message: '--from-passphrase-fd is for the keystore of --from, and none is named.',
      hint: 'Name it: --from ~/.foundry/keystores/alice. The passphrase of the new keystore comes by --passphrase-fd.',
    })
  const keys = await keysOf(context, secretsOf(options))
  const data = await keys.import({ file, from, kind, dry_run: dryRun })
  return { data, lines: data.dry_run === true ? plannedLines(data) : [`taken in   ${data.address}  in ${data.file}`] }
}

export const keystoreList = commandOf('keys.list', (data) => {
  const rows = [
    ...data.keystores.map(({ address = 'tells no address', file, origin }) => [address, origin, file]),
    ...data.nostr.map(({ address, file, bunker }) => [address, bunker ? 'nostr, at a bunker' : 'nostr', file]),
    ...data.broken.map(({ file, origin, reason }) => ['not usable', origin, `${file}: ${outsideText(reason)}`]),
  ]
  return rows.length === 0 ? ['no keystores', 'next       datacortex keystore new'] : columns(rows)
})

export async function keystoreAddressOf(context: Context, options: KeystoreOptions): Promise<CommandResult> {
  const keys = await keysOf(context, secretsOf(options))
  const data = await keys.address({ file: options.file })
  return { data, lines: [data.address] }
}

/** A keystore that is named by its path needs no space; what needs one says so. */
async function keysOf(context: Context, secrets: Secrets): Promise<Spaceless['keys']> {
  try {
    return (await spaceOf(context, { secrets })).keys
  } catch (error) {
    // A space that was named has to be there.
    if (context.root !== undefined || !CodedError.is(error, 'SPACE_NOT_FOUND')) throw error
    return spaceless({ signal: context.signal, secrets }).keys
  }
}

/** A descriptor is read to its end, so there is nothing in it for a second secret. */
function refuseShared({ passphraseFd, fromPassphraseFd, keyFd }: KeystoreImportOptions): void {
  const named = [passphraseFd, fromPassphraseFd, keyFd].filter((fd) => fd !== undefined)
  const twice = named.find((fd, index) => named.indexOf(fd) < index)
  if (twice === undefined) return
  throw spaceError('CLI_USAGE', {
    message: `Two secrets can't come from the one descriptor ${twice}.`,
    hint: 'Give each its own, such as --key-fd 3 --passphrase-fd 4.',
  })
}

function plannedLines({ file }: OutputOf<'keys.new'>): readonly string[] {
  return [`would make   ${file}`, 'dry run      nothing was changed']
}
