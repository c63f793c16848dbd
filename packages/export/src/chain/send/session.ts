import { randomUUID } from 'node:crypto'
import { type OnProgress, type SpacePaths, patientLimit } from '@datacortex/platform'
import { type SignerOptions, openSigner } from '../../keys/open-signer.ts'
import { type Chain, type ChainOptions, connectChain, refuseMainnet } from '../connect/connect-chain.ts'
import { checkIdentityRegistry } from '../connect/check-registry.ts'
import { chainError, optionMissing } from '../errors.ts'
import { type CapOptions, readCaps } from './fees.ts'
import type { Address } from 'viem'

/** How anything is sent to a chain. */
export type SendOptions = ChainOptions &
  SignerOptions &
  CapOptions & {
    /** Sends. Without it, everything is only planned. */
    readonly confirm?: boolean | undefined
    /** Blocks to wait for; 1 on a local chain, 2 on test networks, 3 elsewhere. */
    readonly confirmations?: number | undefined
    /** How long to wait for a transaction; 120,000 if absent. Afterwards it is pending, not lost. */
    readonly receiptTimeoutMs?: number | undefined
    /** Sends pending transactions again with a higher fee. */
    readonly replace?: boolean | undefined
    readonly onProgress?: OnProgress | undefined
  }

/** Checks chain, registry and signer; asks for the passphrase if something is to be sent. */
export async function openSession(paths: SpacePaths, options: SendOptions) {
  const chain = await connectChain(options)
  refuseMainnet(chain, options)
  const caps = readCaps(chain, options)
  await checkIdentityRegistry(chain)
  const signer = await openSigner(paths, { ...options, rpc: chain.rpc })
  await refuseAccount(chain, signer.address)
  if (options.confirm === true) await signer.unlock()
  return {
    paths,
    chain,
    signer,
    caps,
    confirmations: confirmationsOf(chain, options),
    timeoutMs: options.receiptTimeoutMs ?? patientLimit(120_000),
    replace: options.replace ?? false,
    signal: options.signal,
    onProgress: options.onProgress,
    newId: () => randomUUID(),
    now: () => new Date().toISOString(),
  }
}

/** Refuses an account whose key everybody knows, and a contract; code that only points elsewhere (EIP-7702) is none. */
export async function refuseAccount(chain: Chain, address: Address): Promise<void> {
  if (!chain.isLocal && publicAccounts.has(address.toLowerCase())) throw chainError('EXPORT_KEY_PUBLIC', { address })
  const code = await chain.client.getCode({ address })
  if (code === undefined || /^0x(?:ef0100|$)/i.test(code)) return
  throw chainError('EXPORT_ACCOUNT_IS_CONTRACT', { address })
}

export type Session = Awaited<ReturnType<typeof openSession>>

function confirmationsOf(chain: Chain, { confirmations }: SendOptions): number {
  const usual = chain.isTestnet ? 2 : 3
  const number = confirmations ?? (chain.isLocal ? 1 : usual)
  if (Number.isSafeInteger(number) && number >= 1 && number <= 1000) return number
  throw optionMissing('What --confirmations names is no number of blocks', 'Give 1 or more.')
}

// The first accounts of "test test test test test test test test test test test junk", from the manuals of anvil and Hardhat.
const publicAccounts = new Set([
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
  '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65',
  '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc',
  '0x976ea74026e726554db657fa54763abd0c3a0aa9',
  '0x14dc79964da2c08b23698b3d3cc7ca32193d9955',
  '0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f',
  '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
])
