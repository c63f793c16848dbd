import type { InputOf } from '@datacortex/space'
import { type ContentArguments, fileContent } from './file-content.ts'
import type { SecretArguments } from './secrets-of.ts'

/** What every command that speaks to a chain understands. */
export type ChainArguments = {
  readonly network?: string | undefined
  readonly rpc?: string | undefined
  readonly identity?: string | undefined
}

/** What those understand that build registration files. */
export type FileArguments = ChainArguments &
  ContentArguments & {
    readonly url?: string | undefined
    readonly uri?: InputOf<'chain.status'>['uri']
    readonly fromBlock?: number | undefined
  }

/** What those understand whose account it is. */
export type AccountArguments = SecretArguments & {
  readonly keystore?: string | undefined
  readonly account?: string | undefined
  readonly confirm?: true | undefined
  readonly dryRun?: true | undefined
}

/** What those understand that send. */
export type SendArguments = AccountArguments & {
  readonly signerRpc?: string | undefined
  readonly mainnet?: true | undefined
  readonly maxFeeGwei?: number | undefined
  readonly maxCost?: string | undefined
  readonly confirmations?: number | undefined
  readonly replace?: true | undefined
}

export function chainInput({
  network,
  rpc = process.env['DATACORTEX_RPC_URL'] || undefined,
  identity,
}: ChainArguments): Pick<InputOf<'chain.rate'>, 'network' | 'rpc' | 'identity'> {
  return { network, rpc, identity }
}

/** What registration files say, and where they are. */
export function fileInput(given: FileArguments): Omit<InputOf<'chain.status'>, 'ids'> {
  const { url, uri, fromBlock: from_block } = given
  return { ...chainInput(given), ...fileContent(given), url, uri, from_block }
}

export function accountInput(
  given: AccountArguments,
): Pick<InputOf<'chain.recover'>, 'keystore' | 'account' | 'confirm' | 'dry_run'> {
  const { keystore, account, confirm, dryRun: dry_run } = given
  return { keystore, account, confirm, dry_run }
}

export function sendInput(given: SendArguments): Omit<InputOf<'chain.rate'>, 'executions' | 'reputation'> {
  const { mainnet, maxFeeGwei: max_fee_gwei, maxCost: max_cost, confirmations, replace } = given
  const signer_rpc = given.signerRpc ?? (process.env['DATACORTEX_SIGNER_RPC_URL'] || undefined)
  return { ...accountInput(given), signer_rpc, mainnet, max_fee_gwei, max_cost, confirmations, replace }
}
