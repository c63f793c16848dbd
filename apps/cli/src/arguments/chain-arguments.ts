import { resolve } from 'node:path'
import type { RegisterOptions, StatusOptions, UriScheme } from '@datacortex/export'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { Context } from '../context.ts'
import type { ContentArguments } from './file-content.ts'
import { fileContent } from './file-content.ts'
import type { PassphraseOptions } from './secret-of.ts'
import { passphraseOf } from './secret-of.ts'

/** What every command that speaks to a chain understands. */
export type ChainArguments = {
  readonly network?: string | undefined
  readonly rpc?: string | undefined
  readonly identity?: string | undefined
  readonly reputation?: string | undefined
  readonly mainnet?: true | undefined
}

/** What those understand that build registration files. */
export type FileArguments = ChainArguments &
  ContentArguments & {
    readonly url: string
    readonly uri?: UriScheme | undefined
    readonly fromBlock?: number | undefined
  }

/** What those understand that send. */
export type SendArguments = PassphraseOptions & {
  readonly keystore?: string | undefined
  readonly allowEnvKey?: true | undefined
  readonly account?: string | undefined
  readonly signerRpc?: string | undefined
  readonly maxFeeGwei?: number | undefined
  readonly maxCost?: string | undefined
  readonly confirmations?: number | undefined
  readonly replace?: true | undefined
  readonly confirm?: true | undefined
  readonly dryRun?: true | undefined
}

/** Arguments of `chain register` and `chain update`. */
export type RegisterArguments = FileArguments &
  SendArguments & {
    readonly ids: readonly string[]
    readonly out?: string | undefined
    readonly acceptUnknown?: true | undefined
  }

/**
 * Arguments of a command that sends, as the functions of the chain take them. A dry run wins over `--confirm`.
 *
 * @param context - Of the command.
 * @param given - Arguments.
 */
export function registerOptions(context: Context, given: RegisterArguments): RegisterOptions {
  const { out, dryRun, confirm } = given
  return {
    ...given,
    ...base(context),
    ...rpcOptions(given),
    ...fileContent(given),
    passphrase: passphraseOf(given),
    confirm: confirm === true && dryRun !== true,
    out: out === undefined ? undefined : resolve(out),
  }
}

/**
 * Arguments of a command that only looks.
 *
 * @param context - Of the command.
 * @param given - Arguments.
 */
export function statusOptions(
  context: Context,
  given: FileArguments & { readonly ids: readonly string[] },
): StatusOptions {
  return { ...given, ...base(context), ...rpcOptions(given), ...fileContent(given) }
}

/**
 * The RPCs that were given, else those of the environment: an address may hold a key, and everybody on the machine sees
 * the arguments of a process.
 *
 * @param given - Arguments.
 */
export function rpcOptions({ rpc, signerRpc }: Pick<ChainArguments, 'rpc'> & Pick<SendArguments, 'signerRpc'>): {
  readonly rpc: string | undefined
  readonly signerRpc: string | undefined
} {
  return {
    rpc: rpc ?? (process.env['DATACORTEX_RPC_URL'] || undefined),
    signerRpc: signerRpc ?? (process.env['DATACORTEX_SIGNER_RPC_URL'] || undefined),
  }
}

function base({ signal, onProgress }: Context) {
  return { bundledDirectory: bundledPlugins(), signal, onProgress }
}
