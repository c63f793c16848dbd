import { CodedError, codedError } from '@datacortex/errors'
import type { RegisteredAgent } from '@datacortex/registry'
import { encodeFunctionData } from 'viem'
import { identityRegistryAbi } from '../abi/identity-registry.generated.ts'
import type { AgentFile, AgentFiles } from './identities/agent-file.ts'
import { chainError } from './errors.ts'
import { type Journal, intentsAt } from './journal/journal.ts'
import type { Standing } from './identities/know-identities.ts'
import type { Call } from './send/quote-calls.ts'
import type { Session } from './send/session.ts'

export type Candidate = {
  readonly agent: RegisteredAgent
  readonly standing: Standing
  /** The identity that it has, or that it will get if nobody else registers before. */
  readonly agentId?: bigint | undefined
  /** With that identity. Absent if it can't be made. */
  readonly file?: AgentFile | undefined
  readonly error?: CodedError | undefined
}

type CandidateSources = {
  readonly agents: readonly RegisteredAgent[]
  readonly standings: ReadonlyMap<string, Standing>
  readonly files: AgentFiles
  /** How many registrations of earlier runs will be mined before those of this one. */
  readonly ahead: number
}

export async function makeCandidates(session: Session, { agents, standings, files, ahead }: CandidateSources) {
  const isAnyNew = agents.some(({ id }) => standings.get(id)?.kind === 'none')
  let next = isAnyNew ? (await nextAgentId(session)) + BigInt(ahead) : 0n
  const candidates: Candidate[] = []
  for (const agent of agents) {
    const standing: Standing = standings.get(agent.id) ?? { kind: 'none' }
    const agentId = standing.kind === 'none' ? next : standing.kind === 'identity' ? standing.agentId : undefined
    const candidate = await makeCandidate({ agent, standing, agentId }, files)
    if (standing.kind === 'none' && candidate.error === undefined) next += 1n
    candidates.push(candidate)
  }
  return candidates
}

export function registerCall(
  { chain }: Session,
  { agent, standing, agentId, file, error }: Candidate,
): Call | undefined {
  if (standing.kind !== 'none' || file === undefined || error !== undefined) return undefined
  const { uri } = file
  return {
    op: 'register',
    agent: agent.id,
    registry: chain.identity,
    uri,
    agent_id: String(agentId),
    data: encodeFunctionData({ abi: identityRegistryAbi, functionName: 'register', args: [uri] }),
  }
}

/** The call that corrects a URI of an earlier run which names an identity that somebody else got in between. */
export function mendCall(
  session: Session,
  { agent: { id }, standing, file, error }: Candidate,
  journal: Journal,
): Call | undefined {
  if (standing.kind !== 'identity' || file === undefined || file.scheme === 'https' || error !== undefined)
    return undefined
  const { agentId, identity } = standing
  if (identity.uri === file.uri || !isMisnumbered(session, { journal, agentId, uri: identity.uri })) return undefined
  return updateCall(session, { id, agentId, uri: file.uri })
}

/** Whether a URI is still the one that was registered for another number than it got. */
function isMisnumbered(
  { chain }: Session,
  { journal, agentId, uri }: { journal: Journal; agentId: bigint; uri: string },
): boolean {
  return intentsAt(chain.identity, journal).some(
    ({ planned, mined }) =>
      planned.op === 'register' &&
      planned.uri === uri &&
      mined?.agent_id === String(agentId) &&
      planned.agent_id !== mined.agent_id,
  )
}

export function updateCall(
  { chain }: Session,
  { id, agentId, uri }: { id: string; agentId: bigint; uri: string },
): Call {
  return {
    op: 'update',
    agent: id,
    registry: chain.identity,
    uri,
    agent_id: String(agentId),
    data: encodeFunctionData({ abi: identityRegistryAbi, functionName: 'setAgentURI', args: [agentId, uri] }),
  }
}

async function makeCandidate(
  known: Pick<Candidate, 'agent' | 'standing' | 'agentId'>,
  files: AgentFiles,
): Promise<Candidate> {
  try {
    const file = await files.make(known.agent, { agentId: known.agentId, before: uriOf(known.standing) })
    const problems = file.findings.filter(({ severity }) => severity === 'error')
    if (problems.length === 0) return { ...known, file }
    const texts = problems.map(({ subject, message }) => `${subject}: ${message}`)
    return { ...known, file, error: chainError('EXPORT_REGISTRATION_REFUSED', { id: known.agent.id, problems: texts }) }
  } catch (error) {
    return { ...known, error: codedError(error) }
  }
}

/** That the agent has, or will have once its transaction is mined. */
function uriOf(standing: Standing): string | undefined {
  if (standing.kind === 'identity') return standing.identity.uri
  return standing.kind === 'open' ? standing.intent.planned.uri : undefined
}

/** An account without code: what it would get says nothing of whether the signer may. */
const anybody = '0x000000000000000000000000000000000000dEaD'

async function nextAgentId({ chain }: Session): Promise<bigint> {
  const call = {
    address: chain.identity,
    abi: identityRegistryAbi,
    functionName: 'register',
    account: anybody,
  } as const
  return (await chain.client.simulateContract(call)).result
}
