import type { SpacePaths } from '@datacortex/platform'
import type { AgentFiles } from './agent-file.ts'
import { agentFiles } from './agent-file.ts'
import type { Candidate } from './candidates.ts'
import { makeCandidates, mendCall, registerCall } from './candidates.ts'
import type { ChainReport } from './chain-report.ts'
import type { ChosenAgents } from './choose-agents.ts'
import { chooseAgents } from './choose-agents.ts'
import { foreignPending } from './foreign-pending.ts'
import type { Journal } from './journal.ts'
import type { Standing } from './know-identities.ts'
import { knowIdentities } from './know-identities.ts'
import { mendUris } from './mend-uris.ts'
import type { Call } from './quote-calls.ts'
import { quoteCalls, refuseUnpayable } from './quote-calls.ts'
import type { RecordedIdentity } from './record-identities.ts'
import { recordIdentities } from './record-identities.ts'
import type { RegisterOptions } from './register-options.ts'
import { registerReport } from './register-report.ts'
import type { SentCall } from './send-calls.ts'
import { blockedBy, sendCalls } from './send-calls.ts'
import { withSendingLocks } from './sending-locks.ts'
import type { Session } from './session.ts'
import { journalOf, openSession } from './session.ts'
import type { SettledIntent } from './settle-intents.ts'
import { openIntents, settleIntents } from './settle-intents.ts'
import { writeAgentFiles } from './write-agent-files.ts'

/**
 * Registers agents in an ERC-8004 identity registry: plans and, with `confirm`, does it.
 *
 * An agent is never registered twice: what the journal, agents.yaml or the registry's events know is not sent again, and
 * what an earlier run signed is brought to its end with that very transaction. One process at a time sends for an account.
 *
 * @param paths - Of the space.
 * @param options - Agents, network, signer, caps, scheme of the URI; `confirm` to send.
 * @returns Plan and results; agents that could not be registered are among them with their error, the others go on.
 * @throws {@link ChainMismatchError} {@link MainnetRefusedError} {@link RegistryUnfitError} {@link FeeTooHighError}
 * @throws {@link CostTooHighError} {@link FundsInsufficientError} {@link JournalDamagedError} {@link PassphraseWrongError}
 * @example await registerAgents(paths, { ids: ['writer'], url: 'https://agents.example.org/', network: 'sepolia' })
 * @see https://eips.ethereum.org/EIPS/eip-8004
 */
export async function registerAgents(paths: SpacePaths, options: RegisterOptions): Promise<ChainReport> {
  const session = await openSession(paths, options)
  if (options.confirm !== true) return await plan(session, options)
  return await withSendingLocks(session, async () => await register(session, options))
}

async function plan(session: Session, options: RegisterOptions): Promise<ChainReport> {
  const sources = await readSources(session, options)
  const standings = await whereTheyStand(session, { ...sources, options })
  const candidates = await makeCandidates(session, { ...sources, standings })
  const quote = await quoteCalls(session, callsFor(session, { ...sources, candidates }))
  return registerReport(session, {
    candidates: toTell(candidates),
    quote,
    settled: [],
    sent: [],
    recorded: [],
    findings: [],
    confirmed: false,
  })
}

async function register(session: Session, options: RegisterOptions): Promise<ChainReport> {
  const { paths, chain, signer } = session
  const sources = await readSources(session, options)
  const { journal, files } = sources
  const begun = await settleIntents(session, { intents: openIntents(journal, signer.address), journal })
  const first = await whereTheyStand(session, { ...sources, options })
  const lost = await settleLost(session, { standings: first, begun, journal })
  const settled = [...begun, ...lost]
  const standings = lost.length === 0 ? first : await whereTheyStand(session, { ...sources, options })
  const candidates = await makeCandidates(session, { ...sources, standings })
  const quote = await quoteCalls(session, callsFor(session, { ...sources, candidates }))
  if (quote.calls.length > 0) refuseUnpayable(session, quote)
  const blocked =
    blockedBy(settled.flatMap(({ error }) => (error === undefined ? [] : [error]))) ??
    (quote.calls.length === 0 ? undefined : await foreignPending(session, journal))
  const sent: readonly SentCall[] =
    blocked === undefined
      ? await sendCalls(session, { calls: quote.calls, journal })
      : quote.calls.map(({ call }) => ({ call, error: blocked }))
  const mended = await mendUris(session, { candidates, quote, sent, files, journal })
  const identities: RecordedIdentity[] = [
    ...candidates.flatMap(({ agent: { id }, standing }) =>
      standing.kind === 'identity' ? [{ id, agentId: standing.agentId, wallet: standing.identity.wallet }] : [],
    ),
    ...sent.flatMap(({ call, agentId, identity }) =>
      agentId === undefined ? [] : [{ id: call.agent, agentId, wallet: identity?.wallet }],
    ),
  ]
  const recording = await recordIdentities(paths, { chain, identities })
  if (options.out !== undefined) await writeAgentFiles(options.out, { agents: sources.agents, identities, files })
  const findings = [...sources.findings, ...recording.findings, ...mended]
  return registerReport(session, {
    candidates: toTell(candidates),
    quote,
    settled,
    sent,
    recorded: recording.recorded,
    findings,
    confirmed: true,
  })
}

function callsFor(
  session: Session,
  { candidates, journal, files }: Pick<Sources, 'journal' | 'files'> & { readonly candidates: readonly Candidate[] },
): readonly Call[] {
  return candidates.flatMap((one) => registerCall(session, one) ?? mendCall(session, one, { journal, files }) ?? [])
}

/** Who is registered already needs no file that could be registered. */
function toTell(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.map((one) => (one.standing.kind === 'identity' ? { ...one, error: undefined } : one))
}

type Sources = ChosenAgents & { readonly journal: Journal; readonly files: AgentFiles }

async function readSources(session: Session, options: RegisterOptions): Promise<Sources> {
  const [journal, chosen] = await Promise.all([journalOf(session), chooseAgents(session.paths, options)])
  return { ...chosen, journal, files: agentFiles(session.chain, options) }
}

async function whereTheyStand(
  session: Session,
  { options, ...sources }: Sources & { readonly options: RegisterOptions },
): Promise<ReadonlyMap<string, Standing>> {
  const { fromBlock, acceptUnknown } = options
  const from = fromBlock === undefined ? undefined : BigInt(fromBlock)
  return await knowIdentities(session, { ...sources, acceptUnknown, fromBlock: from })
}

/** Registrations that were verified once and have gone from the chain since: their transactions are sent again. */
async function settleLost(
  session: Session,
  {
    standings,
    begun,
    journal,
  }: {
    readonly standings: ReadonlyMap<string, Standing>
    readonly begun: readonly SettledIntent[]
    readonly journal: Journal
  },
): Promise<readonly SettledIntent[]> {
  const done = new Set(begun.map(({ intent }) => intent.planned.id))
  const lost = [...standings.values()].flatMap((one) =>
    one.kind === 'open' && !done.has(one.intent.planned.id) ? [one.intent] : [],
  )
  if (lost.length === 0) return []
  // Open again, so that a kill from here on is like one before they were verified.
  await journal.append(lost.flatMap(({ signed }) => signed.slice(-1)))
  return await settleIntents(session, { intents: lost, journal })
}
