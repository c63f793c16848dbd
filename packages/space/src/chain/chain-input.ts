import { type SendOptions, type StatusOptions, listNetworks } from '@datacortex/export'
import { type Settings, readSettings } from '@datacortex/platform'
import { z } from 'zod'
import { contentOptions, fileContent } from '../publish/file-content.ts'
import { dryRun, exact, flag } from '../schema.ts'
import type { AskedFor } from '../operation.ts'
import type { Work } from '../work.ts'

/** A whole number, 1 or more. */
const whole = z.number().int().min(1).optional()

export const chainInput = {
  network: exact.optional().describe('A name or id of `chain.networks`; without it, the RPC tells.'),
  rpc: exact
    .optional()
    .describe('JSON-RPC of the chain; that of the settings or the public one of the network if absent.'),
  identity: exact.optional().describe('The identity registry, if not the one of the network.'),
}

export const fileInput = {
  ...chainInput,
  ...fileContent,
  url: exact.optional().describe('Where the agents are published; without it, as the chain says.'),
  uri: z.enum(['https', 'ipfs', 'data']).optional().describe('Where the files are.'),
  from_block: whole.describe('First block of the search for identities.'),
}

/** Whose identities these are. Secrets are those of the one who opened the space. */
export const accountInput = {
  keystore: exact.optional().describe('A path or a name of a keystore; `default` if absent.'),
  account: exact.optional().describe('An address that the node signs for.'),
  confirm: flag('Whether it is done, if it is no dry run; else it is only planned.'),
  dry_run: dryRun,
}

export const sendInput = {
  ...accountInput,
  /** JSON-RPC of the external signer; that of the chain if absent. */
  signer_rpc: exact.optional(),
  /** Whether a chain with real money is allowed, which `network` has to name. */
  mainnet: z.boolean().optional(),
  /** Most for one unit of gas. */
  max_fee_gwei: z.number().positive().optional(),
  /** Most for everything together, in ether, as a decimal. */
  max_cost: exact.optional(),
  /** Blocks to wait for. */
  confirmations: whole,
  replace: flag('Whether pending transactions are sent again with a higher fee.'),
}

export async function fileOptions(work: Work, asked: AskedFor<typeof fileInput>): Promise<Omit<StatusOptions, 'ids'>> {
  const { url, uri, from_block: fromBlock } = asked
  return {
    ...(await chainOptions(work, asked)),
    ...contentOptions(asked),
    url,
    uri,
    fromBlock,
    catalogue: await work.catalogue(),
  }
}

export async function sendOptions(work: Work, asked: AskedFor<typeof chainInput & typeof sendInput>) {
  const { keystore, account, signer_rpc: signerRpc, mainnet, confirmations, replace } = asked
  const { max_fee_gwei: maxFeeGwei, max_cost: maxCost } = asked
  const { passphrase, environmentKey: allowEnvKey } = work.secrets ?? {}
  const signer = { keystore, account, signerRpc, passphrase, allowEnvKey }
  const confirm = asked.confirm === true && asked.dry_run !== true
  const chain = await chainOptions(work, asked)
  return { ...chain, ...signer, mainnet, maxFeeGwei, maxCost, confirmations, replace, confirm }
}

async function chainOptions(
  { paths, signal, onProgress }: Work,
  { network, rpc: named, identity }: AskedFor<typeof chainInput>,
): Promise<Pick<SendOptions, 'network' | 'rpc' | 'identity' | 'signal' | 'onProgress'>> {
  const rpc = named ?? (network === undefined ? undefined : rpcIn((await readSettings(paths)).chain, network))
  return { network, rpc, identity, signal, onProgress }
}

/** The RPC of a network in the settings, which may name it by name or id. */
function rpcIn({ rpc }: Settings['chain'], network: string): string | undefined {
  const known = listNetworks().networks.find(({ name, chain_id: id }) =>
    [name, String(id)].includes(network.toLowerCase()),
  )
  return rpc[network] ?? (known && (rpc[known.name] ?? rpc[known.chain_id]))
}
