import type { SpacePaths } from '@datacortex/platform'
import { mendCall, registerCall } from './candidates.ts'
import type { ChainReport } from './chain-report.ts'
import { type Change, changeAgents } from './change-agents.ts'
import type { RegisterOptions } from './register-options.ts'

/**
 * Registers agents in an ERC-8004 identity registry: plans and, with `confirm`, does it.
 *
 * An agent is never registered twice: what the journal, agents.yaml or the registry's events know is not sent again, and
 * what an earlier run signed, for whatever agent, is planned, counted and brought to its end with that very transaction. One process at a time sends for an account.
 * @param options - Agents, network, signer, caps, scheme of the URI; `confirm` to send.
 * @returns Plan and results; agents that could not be registered are among them with their error, the others go on.
 * @throws `EXPORT_CHAIN_MISMATCH` `EXPORT_MAINNET_REFUSED` `EXPORT_REGISTRY_UNFIT` `EXPORT_FEE_TOO_HIGH`
 * @throws `EXPORT_REGISTRATION_ORPHANED` `EXPORT_INTERRUPTED`
 * @throws `EXPORT_COST_TOO_HIGH` `EXPORT_FUNDS_INSUFFICIENT` `EXPORT_JOURNAL_DAMAGED` `EXPORT_PASSPHRASE_WRONG`
 * @example await registerAgents(paths, { ids: ['writer'], url: 'https://agents.example.org/', network: 'sepolia' })
 * @see https://eips.ethereum.org/EIPS/eip-8004
 */
export async function registerAgents(paths: SpacePaths, options: RegisterOptions): Promise<ChainReport> {
  return await changeAgents(paths, { ...options, change: registration })
}

const registration: Change = {
  callOf: (session, one, journal) => registerCall(session, one) ?? mendCall(session, one, journal),
  judged: (_session, one) => one,
  // Who is registered already needs no file that could be registered.
  shown: (one) => (one.standing.kind === 'identity' ? { ...one, error: undefined } : one),
  findings: () => [],
}
