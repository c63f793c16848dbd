import { randomUUID } from 'node:crypto'
import { type OnProgress, type SpacePaths, patientLimit } from '@datacortex/platform'
import { type SignerOptions, openSigner } from '../../keys/open-signer.ts'
import type { ChainOptions } from '../connect/chain-options.ts'
import { checkIdentityRegistry } from '../connect/check-registry.ts'
import { type Chain, connectChain, refuseMainnet } from '../connect/connect-chain.ts'
import { chainError } from '../errors.ts'
import { type CapOptions, readCaps } from './fees.ts'
import { type Journal, openJournal } from '../journal/journal.ts'
import { isPublicAccount } from '../connect/public-accounts.ts'

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
  if (!chain.isLocal && isPublicAccount(signer.address))
    throw chainError('EXPORT_KEY_PUBLIC', { address: signer.address })
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

export type Session = Awaited<ReturnType<typeof openSession>>

/** The journal of the session's chain, read anew: another process may have written. */
export async function journalOf({ paths, chain }: Session): Promise<Journal> {
  return await openJournal(paths, chain)
}

function confirmationsOf(chain: Chain, { confirmations }: SendOptions): number {
  const usual = chain.isTestnet ? 2 : 3
  const number = confirmations ?? (chain.isLocal ? 1 : usual)
  if (Number.isSafeInteger(number) && number >= 1 && number <= 1000) return number
  throw chainError('EXPORT_CHAIN_OPTION_MISSING', {
    reason: 'What --confirmations names is no number of blocks',
    hint: 'Give 1 or more.',
  })
}
