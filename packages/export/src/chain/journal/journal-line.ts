import type { Address, Hex } from 'viem'
import { z } from 'zod'

/** What a transaction is for. */
export type Operation = 'register' | 'update' | 'feedback'

/** What is to be done, before anything is signed. */
export type Planned = {
  readonly step: 'planned'
  readonly id: string
  readonly at: string
  readonly op: Operation
  /** Id in agents.yaml. */
  readonly agent: string
  /** The contract that is called. */
  readonly registry: Address
  readonly owner: Address
  /** `agentURI` that is registered or set, or that of the feedback. */
  readonly uri?: string | undefined
  /** Of the identity that is updated or judged; for a registration, the id that it will probably get. */
  readonly agent_id?: string | undefined
  /** The last block before it was sent. */
  readonly block: string
  /** The evaluation that a feedback tells. */
  readonly evaluation?: string | undefined
}

/** A transaction that was signed; may have been sent. */
export type Signed = {
  readonly step: 'signed'
  readonly id: string
  readonly at: string
  readonly nonce: number
  readonly tx: Hex
  readonly raw: Hex
}

/** A transaction that is in a block. */
export type Mined = {
  readonly step: 'mined'
  readonly id: string
  readonly at: string
  readonly tx: Hex
  readonly block: string
  readonly agent_id: string
}

/** It is over: read back from the chain, or without effect. */
export type Closed = {
  readonly step: 'verified' | 'failed'
  readonly id: string
  readonly at: string
  readonly reason?: string | undefined
}

/** One line of the journal. */
export type JournalLine = Planned | Signed | Mined | Closed

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value))
const address = z.custom<Address>((value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value))
const number = z.string().regex(/^\d+$/)
const common = { id: z.string().min(1), at: z.string() }

/** A line of the journal as it is read. */
export const JournalLineSchema: z.ZodType<JournalLine> = z.discriminatedUnion('step', [
  z.object({
    step: z.literal('planned'),
    ...common,
    op: z.enum(['register', 'update', 'feedback']),
    agent: z.string(),
    registry: address,
    owner: address,
    uri: z.string().optional(),
    agent_id: number.optional(),
    block: number,
    evaluation: z.string().optional(),
  }),
  z.object({ step: z.literal('signed'), ...common, nonce: z.number().int().nonnegative(), tx: hex, raw: hex }),
  z.object({ step: z.literal('mined'), ...common, tx: hex, block: number, agent_id: number }),
  z.object({ step: z.literal('verified'), ...common, reason: z.string().optional() }),
  z.object({ step: z.literal('failed'), ...common, reason: z.string().optional() }),
])
