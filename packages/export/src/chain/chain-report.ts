import type { CodedError, Finding } from '@datacortex/errors'

/** What is to be done for one agent; also for those whose transaction an earlier run has signed, which come first. */
export type PlanLine = {
  readonly id: string
  readonly action: 'register' | 'update' | 'resume' | 'record' | 'none' | 'refused'
  readonly uri?: string | undefined
  /** Of an update: the URI on the chain, which it replaces. */
  readonly from_uri?: string | undefined
  /** Of an update: top fields of the file in which both differ, if the chain holds the file itself. */
  readonly changed_fields?: readonly string[] | undefined
  /** Of the identity, also one that it will probably get. */
  readonly agent_id?: number | string | undefined
  /** The most gas that it may use. */
  readonly gas?: number | undefined
  /** The most that it can cost now, in ether. */
  readonly cost_ether?: string | undefined
  readonly error?: ReportedError | undefined
}

export type ReportedError = {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
}

/** What became of one agent; also of those whose transaction an earlier run had signed, which come first. */
export type ChainResult = {
  readonly id: string
  readonly agent_id: number | string | null
  readonly tx: string | null
  /** `eip155:<chain id>:<identity registry>`. */
  readonly registry: string
  /** `given`: feedback that an earlier run had signed. */
  readonly status: 'registered' | 'updated' | 'given' | 'recorded' | 'unchanged' | 'pending' | 'failed' | 'planned'
  readonly error?: ReportedError | undefined
}

/** What was planned and done on a chain. */
export type ChainReport = {
  readonly network: string
  readonly chain_id: number
  readonly registry: string
  readonly owner: string
  /** False: nothing was sent. */
  readonly confirmed: boolean
  readonly plan: readonly PlanLine[]
  readonly results: readonly ChainResult[]
  readonly cost: {
    readonly gas: number
    /** The most that everything can cost, in ether. */
    readonly ether: string
    readonly balance_ether: string
    readonly fee_gwei: string
    /** Caps for the confirmed run that leave a little room above the present price. */
    readonly suggested_max_fee_gwei: string
    readonly suggested_max_cost: string
  }
  readonly findings: readonly Finding[]
  /** Ids that are not done and that running the same command again can bring to an end. */
  readonly resume: readonly string[]
}

export function reported({ code, message, hint }: CodedError): ReportedError {
  return { code, message, ...(hint === undefined ? {} : { hint }) }
}

/** What became of what failed, or is not settled yet. */
export function failure(error: CodedError): Required<Pick<ChainResult, 'status' | 'error'>> {
  return { status: error.code === 'EXPORT_TRANSACTION_PENDING' ? 'pending' : 'failed', error: reported(error) }
}

/** The id of an identity as JSON; beyond 2^53 as text. */
export function idNumber(agentId: bigint): number | string {
  return agentId <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(agentId) : String(agentId)
}
