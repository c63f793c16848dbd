import type { CodedError, Finding } from '@datacortex/errors'
import { type SpacePaths, inTurns } from '@datacortex/platform'
import { type Registry, currentId } from '@datacortex/registry'
import { type Address, encodeFunctionData, isAddressEqual, zeroHash } from 'viem'
import { reputationRegistryAbi } from '../abi/reputation-registry.generated.ts'
import { agentRegistryId } from '@datacortex/protocols'
import { type ChainReport, type ChainResult, failure, idNumber } from './chain-report.ts'
import { checkReputationRegistry } from './connect/check-registry.ts'
import { chooseAgents } from './choose-agents.ts'
import { chainError, optionMissing } from './errors.ts'
import type { Chain } from './connect/connect-chain.ts'
import { type Intent, type Journal, intentsAt, openJournal, waitsForOwner } from './journal/journal.ts'
import { type Claim, claimedIdentities } from './identities/claimed-identities.ts'
import { earlierResult } from './journal/earlier-report.ts'
import { costOfEarlier, earlierTransactions } from './journal/earlier-transactions.ts'
import { proveJournaled } from './identities/prove-claim.ts'
import { type Call, quoteCalls, refuseUnpayable } from './send/quote-calls.ts'
import type { RegisterOptions } from './register-options.ts'
import { costOf } from './register-report.ts'
import { blockedBy, sendCalls } from './send/send-calls.ts'
import { type SendOptions, type Session, openSession } from './send/session.ts'
import { settleEarlier } from './journal/settle-intents.ts'
import { whileSending } from './send/while-sending.ts'

/** An evaluation of the execution log, as DIP-0016 §11.2 has it. */
export type RatedExecution = {
  readonly id: string
  readonly evaluated_agent: string
  /** 0–100 each. */
  readonly scores: { readonly task_completion: number; readonly output_quality: number; readonly efficiency: number }
  readonly tags: readonly string[]
}

export type RateOptions = SendOptions &
  Pick<RegisterOptions, 'catalogue' | 'bundledDirectory'> & { readonly evaluations: readonly RatedExecution[] }

/** What became of an evaluation; also of other transactions that an earlier run had signed, which come first. */
export type RatingResult = ChainResult & {
  /** Of the evaluation; empty for a transaction that tells none. */
  readonly evaluation: string
}

/** What was planned and done. */
export type RatingReport = Pick<ChainReport, 'network' | 'chain_id' | 'owner' | 'confirmed' | 'cost'> & {
  readonly results: readonly RatingResult[]
  readonly findings: readonly Finding[]
}

/**
 * Gives feedback to a reputation registry: for each evaluation the mean of its three scores, 0–100 with two decimals, as
 * `starred`, with its first tag. Each evaluation is written once from a space, by whichever account and whatever happens; its
 * journal remembers that.
 * @param options - Evaluations, network, signer, caps; `confirm` to send. The signer must not own the agents.
 * @throws `EXPORT_CHAIN_OPTION_MISSING` if there is no evaluation.
 * @throws As {@link registerAgents}.
 * @example await rateAgents(paths, { evaluations, network: 'sepolia', confirm: true })
 * @see https://eips.ethereum.org/EIPS/eip-8004
 */
export async function rateAgents(paths: SpacePaths, options: RateOptions): Promise<RatingReport> {
  if (options.evaluations.length === 0)
    throw optionMissing(
      'There is no evaluation that could be written',
      '`datacortex evaluate` makes one; `datacortex log list` shows what was executed.',
    )
  const session = await openSession(paths, options)
  const reputation = await checkReputationRegistry(session.chain)
  if (options.confirm !== true)
    return await rate(session, { ...options, reputation, journal: await openJournal(session) })
  return await whileSending(session, async (journal) => await rate(session, { ...options, reputation, journal }))
}

type Rating = { readonly evaluation: RatedExecution; readonly claim: Claim | undefined; readonly id: string }
type Given = RateOptions & { readonly reputation: Address; readonly journal: Journal }

async function rate(session: Session, options: Given): Promise<RatingReport> {
  const { chain, signer } = session
  const { confirm: confirmed = false, journal } = options
  const ids = [...new Set(options.evaluations.map(({ evaluated_agent: id }) => id))]
  const { registry } = await chooseAgents(session.paths, { ...options, ids })
  const earlier = await earlierTransactions(session, { registry, journal, lost: [] })
  const first = await quoteRatings(session, { ...options, registry })
  const earlierWei = costOfEarlier(earlier)
  if (confirmed && first.quote.calls.length + earlier.length > 0)
    refuseUnpayable(session, { ...first.quote, earlierWei })
  const settling = { earlier, journal, besidesWei: first.quote.costWei, ids: [] }
  const { settled, findings } = confirmed ? await settleEarlier(session, settling) : { settled: [], findings: [] }
  const { ratings, given, quote } = settled.length === 0 ? first : await quoteRatings(session, { ...options, registry })
  const blocked = blockedBy(settled.flatMap(({ error }) => error ?? []))
  const sending = { calls: quote.calls, journal, spentWei: earlierWei, blocked }
  const sent = confirmed ? await sendCalls(session, sending) : []
  const errors = [...sent, ...quote.refused]
  const begun = earlier.map((one): RatingResult => {
    const evaluation = one.intent.planned.evaluation ?? ''
    return { ...earlierResult(one, { chain, settled, confirmed }), evaluation }
  })
  const result = ({ evaluation, claim, id }: Rating): RatingResult => {
    const one = sent.find(({ call }) => call.evaluation === evaluation.id)
    const error =
      claim === undefined
        ? chainError('EXPORT_AGENT_UNREGISTERED', { id, chain })
        : (waitsForAnother(given.get(evaluation.id), session) ??
          errors.find(({ call }) => call.evaluation === evaluation.id)?.error)
    const status = given.has(evaluation.id) ? 'unchanged' : one === undefined ? 'planned' : 'given'
    return {
      id,
      evaluation: evaluation.id,
      agent_id: claim === undefined ? null : idNumber(claim.agentId),
      tx: one?.tx ?? null,
      registry: agentRegistryId(chain.chainId, chain.identity),
      ...(error === undefined ? { status } : failure(error)),
    }
  }
  const isBegun = ({ evaluation }: Rating): boolean => begun.some((one) => one.evaluation === evaluation.id)
  return {
    network: chain.name,
    chain_id: chain.chainId,
    owner: signer.address,
    confirmed,
    cost: costOf(quote, earlier),
    // What failed on the way is reported by what takes its place.
    results: [...begun, ...ratings.filter((one) => !isBegun(one) || !given.has(one.evaluation.id)).map(result)],
    findings,
  }
}

async function quoteRatings(
  session: Session,
  { evaluations, journal, reputation, registry }: Given & { readonly registry: Registry },
) {
  const { chain } = session
  const known = claimedIdentities(chain, { registry, journal })
  // Anyone who judged an agent under a former id judged the one that it is now.
  const idOf = ({ evaluated_agent: id }: RatedExecution): string => currentId(registry, id) ?? id
  const claims = await provenClaims(chain, { ids: [...new Set(evaluations.map(idOf))], claims: known })
  const ratings = evaluations.map((evaluation): Rating => {
    const id = idOf(evaluation)
    return { evaluation, id, claim: claims.get(id) }
  })
  const given = givenRatings(journal, reputation)
  const once = new Map(ratings.map((rating) => [rating.evaluation.id, rating])).values()
  const calls = [...once].flatMap(({ evaluation, claim, id }): readonly Call[] =>
    claim === undefined || given.has(evaluation.id) ? [] : [feedbackCall(evaluation, { id, claim, reputation })],
  )
  return { ratings, given, quote: await quoteCalls(session, calls) }
}

/** Numbers that a reorganisation gave to others: those must not be judged in the agents' place. */
async function provenClaims(
  chain: Chain,
  { ids, claims }: { ids: readonly string[]; claims: ReadonlyMap<string, Claim> },
): Promise<ReadonlyMap<string, Claim>> {
  const proven = await inTurns(ids, { atOnce: 8 }, async (id): Promise<readonly (readonly [string, Claim])[]> => {
    const claim = claims.get(id)
    if (claim === undefined) return []
    if (claim.intent === undefined) return [[id, claim]]
    const { claim: now, identity } = await proveJournaled(chain, { claim, intent: claim.intent })
    return identity === undefined ? [] : [[id, now]]
  })
  return new Map(proven.flat())
}

/** Those that a registry has, or that are on their way to it, from any account: written by two, one would count twice. */
function givenRatings(journal: Journal, reputation: Address): ReadonlyMap<string, Intent> {
  return new Map(
    intentsAt(reputation, journal)
      .filter(({ planned, state }) => planned.op === 'feedback' && state !== 'failed' && state !== 'planned')
      .flatMap((intent) => (intent.planned.evaluation === undefined ? [] : [[intent.planned.evaluation, intent]])),
  )
}

/** Why it is not written yet, if another account has signed that and only its key can bring it to its end. */
function waitsForAnother(given: Intent | undefined, { signer }: Session): CodedError | undefined {
  if (given?.state !== 'open' || isAddressEqual(given.planned.owner, signer.address)) return undefined
  return waitsForOwner(given, 'tells this evaluation')
}

function feedbackCall(
  { id: evaluation, scores, tags }: RatedExecution,
  { id, claim, reputation }: { id: string; claim: Claim; reputation: Address },
): Call {
  const mean = (scores.task_completion + scores.output_quality + scores.efficiency) / 3
  const value = BigInt(Math.round(Math.min(100, Math.max(0, mean)) * 100))
  return {
    op: 'feedback',
    agent: id,
    registry: reputation,
    agent_id: String(claim.agentId),
    evaluation,
    data: encodeFunctionData({
      abi: reputationRegistryAbi,
      functionName: 'giveFeedback',
      args: [claim.agentId, value, 2, 'starred', tags[0] ?? '', '', '', zeroHash],
    }),
  }
}
