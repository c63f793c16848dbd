import { join } from 'node:path'
import type { CodedError } from '@datacortex/errors'
import { type DeepReadonly, type SpacePaths, appendLines, jsonOf, readTextFile } from '@datacortex/platform'
import { cutTornLine } from '../../publish/cut-torn-line.ts'
import { rpcError } from '../connect/ask-chain.ts'
import type { Chain } from '../connect/connect-chain.ts'
import { chainError } from '../errors.ts'
import { type Address, type Hex, isAddressEqual } from 'viem'
import { z } from 'zod'

export type Intent = {
  readonly planned: Planned
  /** More than one if it was sent again with a higher fee; all have the same nonce. */
  readonly signed: readonly Signed[]
  readonly mined: Mined | undefined
  readonly state: 'planned' | 'open' | 'verified' | 'failed'
}

/** The journal of a chain. A local chain that starts anew gets a new one, because its identities are gone. */
export async function openJournal({ paths, chain }: { readonly paths: SpacePaths; readonly chain: Chain }) {
  const file = join(paths.stateDirectory, 'chain', `${await journalName(chain)}.jsonl`)
  const lines = [...(await readLines(file))]
  let intents = foldLines(lines)
  return {
    file,
    intents: () => intents,
    async append(added: readonly JournalLine[]) {
      if (added.length === 0) return
      await cutTornLine(file)
      const texts = added.map((line) => JSON.stringify(line))
      await appendLines(file, texts, { mode: 0o600 })
      lines.push(...added)
      intents = foldLines(lines)
    },
  }
}

/** What was sent on one chain. Only its one writer, who holds the lock of the chain, may append. */
export type Journal = Awaited<ReturnType<typeof openJournal>>

/** What was to be done at a registry. */
export function intentsAt(registry: Address, journal: Journal): readonly Intent[] {
  return journal.intents().filter(({ planned }) => isAddressEqual(planned.registry, registry))
}

/** That only the key of another account can bring something to its end. `does`: what that is, as a sentence goes on. */
export function waitsForOwner({ planned, signed }: Intent, does: string): CodedError {
  const reason = `it ${does} for ${planned.owner}, whose key has to finish it`
  return chainError('EXPORT_TRANSACTION_PENDING', { hash: signed.at(-1)?.tx ?? '', reason })
}

/** The id of a chain; with its first block if it is a local one, which starts anew each time. */
export async function journalName(chain: Chain): Promise<string> {
  if (!chain.isLocal) return String(chain.chainId)
  const { hash } = await chain.client.getBlock({ blockNumber: 0n })
  if (hash === null) throw rpcError(chain, 'eth_getBlockByNumber', 'no block 0')
  return `${chain.chainId}-${hash.slice(2, 12)}`
}

async function readLines(file: string): Promise<readonly JournalLine[]> {
  const refuse = (reason: string): never => {
    throw chainError('EXPORT_JOURNAL_DAMAGED', { file, reason })
  }
  const read = await readTextFile(file, { maxBytes: 2_000_000_000 })
  if (!read.ok) return read.code === 'ENOENT' ? [] : refuse(read.reason)
  const texts = read.text.split('\n')
  // Text after the last line feed is what a killed process did not finish; nothing was sent for it.
  return texts.slice(0, -1).flatMap((text, index) => {
    if (text === '') return []
    return [JournalLine.safeParse(jsonOf(text)).data ?? refuse(`line ${index + 1} is none of its lines`)]
  })
}

function foldLines(lines: readonly JournalLine[]): readonly Intent[] {
  const intents = new Map<string, Intent>()
  for (const line of lines) {
    if (line.step === 'planned') {
      intents.set(line.id, { planned: line, signed: [], mined: undefined, state: 'planned' })
      continue
    }
    const intent = intents.get(line.id)
    if (intent === undefined) continue
    if (line.step === 'signed') intents.set(line.id, { ...intent, signed: [...intent.signed, line], state: 'open' })
    else if (line.step === 'mined') intents.set(line.id, { ...intent, mined: line })
    else intents.set(line.id, { ...intent, state: line.step })
  }
  return [...intents.values()]
}

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

const mined = z.object({ step: z.literal('mined'), ...common, tx: hex, block: number, agent_id: number })

/** It is over: read back from the chain, or without effect. */
const closed = z.object({ step: z.enum(['verified', 'failed']), ...common, reason: z.string().optional() })

export const JournalLine = z.discriminatedUnion('step', [planned, signed, mined, closed])
export type JournalLine = Planned | Signed | Mined | DeepReadonly<z.infer<typeof closed>>
export type Planned = DeepReadonly<z.infer<typeof planned>>
export type Signed = DeepReadonly<z.infer<typeof signed>>
type Mined = DeepReadonly<z.infer<typeof mined>>
