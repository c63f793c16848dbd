import { type Finding, attempt, codedError, warningFinding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { type AgentFiles, agentFiles, writeAgentFiles } from './identities/agent-file.ts'
import { type Candidate, makeCandidates } from './candidates.ts'
import type { ChainReport } from './chain-report.ts'
import { type ChosenAgents, chooseAgents } from './choose-agents.ts'
import { type EarlierTransaction, costOfEarlier, earlierTransactions } from './journal/earlier-transactions.ts'
import { foreignPending } from './send/foreign-pending.ts'
import { type Journal, openJournal } from './journal/journal.ts'
import { knowIdentities } from './identities/know-identities.ts'
import { mendUris } from './identities/mend-uris.ts'
import { type Call, quoteCalls, refuseUnpayable } from './send/quote-calls.ts'
import { recordIdentities } from './identities/record-identities.ts'
import type { RegisterOptions } from './register-options.ts'
import { registerReport } from './register-report.ts'
import { blockedBy, sendCalls } from './send/send-calls.ts'
import { type Session, openSession } from './send/session.ts'
import { settleEarlier } from './journal/settle-intents.ts'
import { whileSending } from './send/while-sending.ts'

export type Change = {
  /** What is to be sent for one; undefined if nothing is. */
  callOf(session: Session, candidate: Candidate, journal: Journal): Call | undefined
  judged(session: Session, candidate: Candidate): Candidate
  shown(candidate: Candidate): Candidate
  findings(session: Session, candidates: readonly Candidate[], journal: Journal): readonly Finding[]
}

/** Plans a change of identities and, with `confirm`, makes it: transactions of earlier runs first. */
export async function changeAgents(
  paths: SpacePaths,
  { change, ...options }: RegisterOptions & { readonly change: Change },
): Promise<ChainReport> {
  const session = await openSession(paths, options)
  if (options.confirm === true)
    return await whileSending(session, async (journal) => {
      return await carryOut(session, await readSources(session, { options, change, journal }))
    })
  const sources = await readSources(session, { options, change, journal: await openJournal(session) })
  const { candidates, quote, earlier } = await lookAhead(session, sources)
  return registerReport(session, {
    candidates: candidates.map((one) => change.shown(one)),
    quote,
    earlier,
    settled: [],
    sent: [],
    recorded: [],
    findings: noticed(session, sources, candidates),
    confirmed: false,
  })
}

type Given = { readonly options: RegisterOptions; readonly change: Change; readonly journal: Journal }
type Sources = ChosenAgents & Given & { readonly files: AgentFiles }

async function readSources(session: Session, given: Given): Promise<Sources> {
  const chosen = await chooseAgents(session.paths, given.options)
  return { ...given, ...chosen, files: agentFiles(session.chain, { ...given.options, registry: chosen.registry }) }
}

/** What is worth knowing before anything is sent. */
function noticed(session: Session, { findings, change, journal, options }: Sources, candidates: readonly Candidate[]) {
  return [...findings, ...unwrittenContent(candidates, options), ...change.findings(session, candidates, journal)]
}

async function lookAhead(session: Session, sources: Sources) {
  const { options, change, journal } = sources
  const { acceptUnknown, fromBlock } = options
  const standings = await knowIdentities(session, { ...sources, acceptUnknown, fromBlock })
  const lost = [...standings.values()].flatMap((one) => (one.kind === 'open' ? [one.intent] : []))
  const earlier = await earlierTransactions(session, { ...sources, lost })
  const ahead = earlier.filter(({ intent, gas }) => intent.planned.op === 'register' && gas > 0n).length
  const made = await makeCandidates(session, { ...sources, standings, ahead })
  const candidates = made.map((one) => change.judged(session, one))
  const calls = candidates.flatMap((one) => change.callOf(session, one, journal) ?? [])
  const quote = await quoteCalls(
    session,
    calls.filter((call) => !isUnderWay(call, earlier)),
  )
  return { candidates, earlier, quote }
}

/** Whether an earlier run has signed the same already. */
function isUnderWay({ op, agent_id: id, uri }: Call, earlier: readonly EarlierTransaction[]): boolean {
  const last = earlier.findLast(({ intent: { planned } }) => planned.op === 'update' && planned.agent_id === id)
  return op === 'update' && last !== undefined && last.intent.planned.uri === uri
}

async function carryOut(session: Session, sources: Sources): Promise<ChainReport> {
  const { agents, options, change, journal, files } = sources
  const first = await lookAhead(session, sources)
  const { earlier } = first
  const earlierWei = costOfEarlier(earlier)
  if (first.quote.calls.length + earlier.length > 0) refuseUnpayable(session, { ...first.quote, earlierWei })
  const besidesWei = first.quote.costWei
  const ids = agents.map(({ id }) => id)
  const { settled, findings } = await settleEarlier(session, { earlier, journal, besidesWei, ids })
  const { candidates, quote } = earlier.length === 0 ? first : await lookAhead(session, sources)
  // Before anything is sent: afterwards the journal is ahead of what the candidates show.
  const before = [...noticed(session, sources, candidates), ...findings]
  const isNew = quote.calls.some(({ call }) => call.op === 'register')
  const blocked =
    blockedBy(settled.flatMap(({ error }) => error ?? [])) ??
    // After something was settled, what stops the rest must not hide it.
    attempt((): undefined => {
      if (quote.calls.length > 0) refuseUnpayable(session, { ...quote, earlierWei })
    }, codedError) ??
    (isNew ? await foreignPending(session, journal) : undefined)
  const sent = await sendCalls(session, { calls: quote.calls, journal, spentWei: earlierWei, blocked })
  const spentWei = earlierWei + quote.costWei
  const mended = await mendUris(session, { candidates, spentWei, sent, files, journal })
  const known = candidates.flatMap(({ agent: { id }, standing }) =>
    standing.kind === 'identity' ? [{ id, agentId: standing.agentId, wallet: standing.identity.wallet }] : [],
  )
  const made = sent.flatMap(({ call, agentId, identity }) =>
    agentId === undefined || call.op !== 'register' ? [] : [{ id: call.agent, agentId, wallet: identity?.wallet }],
  )
  const identities = [...known, ...made]
  const recording = await recordIdentities(session.paths, { chain: session.chain, identities })
  const { out } = options
  if (out !== undefined) await writeAgentFiles({ out, ...session.paths }, { agents, identities, files })
  return registerReport(session, {
    candidates: candidates.map((one) => change.shown(one)),
    quote,
    earlier,
    settled,
    sent,
    recorded: recording.recorded,
    findings: [...before, ...recording.findings, ...mended],
    confirmed: true,
  })
}

/** A finding if the options say something of files that nobody writes: a chain is told only an https address. */
function unwrittenContent(
  candidates: readonly Pick<Candidate, 'file'>[],
  { active, image, webUrl, mcp, out }: Pick<RegisterOptions, 'active' | 'image' | 'webUrl' | 'mcp' | 'out'>,
): readonly Finding[] {
  const given = { '--active': active, '--image': image, '--web-url': webUrl, '--mcp-url': mcp }
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (names.length === 0 || out !== undefined) return []
  if (!candidates.some(({ file }) => file?.scheme === 'https')) return []
  return [
    warningFinding('EXPORT_CONTENT_UNWRITTEN', names.join(', '), {
      message:
        'It changes only files that are written, and this run writes none: an https address shows what is served there.',
      hint: 'Name --out, or give the same to `datacortex export erc8004`. What `serve` shows stands under `x-erc8004` of the agents.',
    }),
  ]
}
