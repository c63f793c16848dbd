import type { SendOptions, StatusOptions, UriScheme } from '@datacortex/export'
import { z } from 'zod'
import type { FileContent } from '../publish/file-content.ts'
import { contentOptions, fileContent } from '../publish/file-content.ts'
import { dryRun, exact } from '../schema.ts'
import type { Shape } from '../schema.ts'
import type { Work } from '../work.ts'

/** Which chain, and how it is reached. */
export type ChainInput = {
  /** A name or id of `chain.networks`; without it, the RPC tells. */
  readonly network?: string | undefined
  /** JSON-RPC of the chain; the public one of the network if absent. */
  readonly rpc?: string | undefined
  /** The identity registry, if not the one of the network. */
  readonly identity?: string | undefined
}

/** What registration files say, and where they and the identities are. */
export type FileInput = ChainInput &
  FileContent & {
    /** The address under which the agents are published. */
    readonly url: string
    readonly uri?: UriScheme | undefined
    /** First block of the search for identities. */
    readonly from_block?: number | undefined
  }

/** Whose identities these are. Secrets are those of whoever opened the space. */
export type AccountInput = {
  /** A path or a name of a keystore; `default` if absent. */
  readonly keystore?: string | undefined
  /** An account of an external signer. */
  readonly account?: string | undefined
  /** Whether it is done; else it is only planned. */
  readonly confirm?: boolean | undefined
  /** Wins over `confirm`. */
  readonly dry_run?: boolean | undefined
}

/** How it is sent. */
export type SendInput = AccountInput & {
  /** JSON-RPC of the external signer; that of the chain if absent. */
  readonly signer_rpc?: string | undefined
  /** Whether a chain with real money is allowed, which `network` has to name. */
  readonly mainnet?: boolean | undefined
  /** Most for one unit of gas. */
  readonly max_fee_gwei?: number | undefined
  /** Most for everything together, in ether, as a decimal. */
  readonly max_cost?: string | undefined
  /** Blocks to wait for. */
  readonly confirmations?: number | undefined
  /** Whether pending transactions are sent again with a higher fee. */
  readonly replace?: boolean | undefined
}

/** A whole number, 1 or more. */
const whole = z.number().int().min(1).optional()

/** The schemas of {@link ChainInput}. */
export const chainInput: Shape<ChainInput> = {
  network: exact.optional(),
  rpc: exact.optional(),
  identity: exact.optional(),
}

/** The schemas of {@link FileInput}. */
export const fileInput: Shape<FileInput> = {
  ...chainInput,
  ...fileContent,
  url: exact,
  uri: z.enum(['https', 'ipfs', 'data']).optional(),
  from_block: whole,
}

/** The schemas of {@link AccountInput}. */
export const accountInput: Shape<AccountInput> = {
  keystore: exact.optional(),
  account: exact.optional(),
  confirm: z.boolean().optional(),
  dry_run: dryRun,
}

/** The schemas of {@link SendInput}. */
export const sendInput: Shape<SendInput> = {
  ...accountInput,
  signer_rpc: exact.optional(),
  mainnet: z.boolean().optional(),
  max_fee_gwei: z.number().positive().optional(),
  max_cost: exact.optional(),
  confirmations: whole,
  replace: z.boolean().optional(),
}

/** Registration files, as the functions of the chain take them. */
export async function fileOptions(work: Work, asked: FileInput): Promise<Omit<StatusOptions, 'ids'>> {
  const { url, uri, from_block: fromBlock } = asked
  return {
    ...chainOptions(work, asked),
    ...contentOptions(asked),
    url,
    uri,
    fromBlock,
    catalogue: await work.catalogue(),
  }
}

/** How it is sent, as the functions of the chain take it. */
export function sendOptions(work: Work, asked: ChainInput & SendInput): SendOptions {
  const { keystore, account, signer_rpc: signerRpc, mainnet, confirmations, replace } = asked
  const { max_fee_gwei: maxFeeGwei, max_cost: maxCost } = asked
  const { passphrase, environmentKey: allowEnvKey } = work.secrets ?? {}
  const signer = { keystore, account, signerRpc, passphrase, allowEnvKey }
  const confirm = asked.confirm === true && asked.dry_run !== true
  return { ...chainOptions(work, asked), ...signer, mainnet, maxFeeGwei, maxCost, confirmations, replace, confirm }
}

/** Which chain, as the functions of the chain take it. */
function chainOptions(
  { signal, onProgress }: Work,
  { network, rpc, identity }: ChainInput,
): Pick<SendOptions, 'network' | 'rpc' | 'identity' | 'signal' | 'onProgress'> {
  return { network, rpc, identity, signal, onProgress }
}
