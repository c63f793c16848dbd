import type { DeepReadonly } from '@datacortex/platform'
import type { Address, Hex } from 'viem'
import { z } from 'zod'

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value))
const address = z.custom<Address>((value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value))
const number = z.string().regex(/^\d+$/)
const common = { id: z.string().min(1), at: z.string() }

/** What is to be done, before anything is signed. */
const planned = z.object({
  step: z.literal('planned'),
  ...common,
  op: z.enum(['register', 'update', 'feedback']),
  /** Id in agents.yaml. */
  agent: z.string(),
  /** The contract that is called. */
  registry: address,
  owner: address,
  /** `agentURI` that is registered or set, or that of the feedback. */
  uri: z.string().optional(),
  /** Of the identity that is updated or judged; for a registration, the id that it will probably get. */
  agent_id: number.optional(),
  /** The last block before it was sent. */
  block: number,
  /** The evaluation that a feedback tells. */
  evaluation: z.string().optional(),
})

/** A transaction that was signed; may have been sent. */
const signed = z.object({
  step: z.literal('signed'),
  ...common,
  nonce: z.number().int().nonnegative(),
  tx: hex,
  raw: hex,
})

/** A transaction that is in a block. */
const mined = z.object({ step: z.literal('mined'), ...common, tx: hex, block: number, agent_id: number })

/** It is over: read back from the chain, or without effect. */
const closed = z.object({ step: z.enum(['verified', 'failed']), ...common, reason: z.string().optional() })

export const JournalLine = z.discriminatedUnion('step', [planned, signed, mined, closed])
export type JournalLine = Planned | Signed | Mined | DeepReadonly<z.infer<typeof closed>>
export type Planned = DeepReadonly<z.infer<typeof planned>>
export type Signed = DeepReadonly<z.infer<typeof signed>>
export type Mined = DeepReadonly<z.infer<typeof mined>>
