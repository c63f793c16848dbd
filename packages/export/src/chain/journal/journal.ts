import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { appendLines, ifMissing, jsonOf, openToWrite, readTextFile, unwritable } from '@datacortex/platform'
import { askChain } from '../connect/ask-chain.ts'
import type { Chain } from '../connect/connect-chain.ts'
import { chainError } from '../errors.ts'
import { type Mined, type Planned, type Signed, JournalLine } from './journal-line.ts'

export type Intent = {
  readonly planned: Planned
  /** More than one if it was sent again with a higher fee; all have the same nonce. */
  readonly signed: readonly Signed[]
  readonly mined: Mined | undefined
  readonly state: 'planned' | 'open' | 'verified' | 'failed'
}

/** The journal of a chain. A local chain that starts anew gets a new one, because its identities are gone. */
export async function openJournal(paths: SpacePaths, chain: Chain) {
  const file = join(paths.stateDirectory, 'chain', `${await journalName(chain)}.jsonl`)
  const lines = [...(await readLines(file))]
  let intents = foldLines(lines)
  return {
    file,
    intents: () => intents,
    async append(added: readonly JournalLine[]) {
      if (added.length === 0) return
      await cutTornLine(file).catch((error: unknown) => {
        throw unwritable(file, error)
      })
      const texts = added.map((line) => JSON.stringify(line))
      await appendLines(file, texts, { mode: 0o600 })
      lines.push(...added)
      intents = foldLines(lines)
    },
  }
}

/** What was sent on one chain. Only its one writer, who holds the lock of the chain, may append. */
export type Journal = Awaited<ReturnType<typeof openJournal>>

/** The id of a chain; with its first block if it is a local one, which starts anew each time. */
export async function journalName(chain: Chain): Promise<string> {
  if (!chain.isLocal) return String(chain.chainId)
  const { hash } = await askChain(chain, 'eth_getBlockByNumber', chain.client.getBlock({ blockNumber: 0n }))
  if (hash === null)
    throw chainError('EXPORT_RPC_FAILED', { origin: chain.origin, what: 'eth_getBlockByNumber', reason: 'no block 0' })
  return `${chain.chainId}-${hash.slice(2, 12)}`
}

async function readLines(file: string): Promise<readonly JournalLine[]> {
  const read = await readTextFile(file, { maxBytes: 2_000_000_000 })
  if (!read.ok) {
    if (read.code === 'ENOENT') return []
    throw chainError('EXPORT_JOURNAL_DAMAGED', { file, reason: read.reason })
  }
  const texts = read.text.split('\n')
  // Text after the last line feed is what a killed process did not finish; nothing was sent for it.
  return texts.slice(0, -1).flatMap((text, index) => {
    if (text === '') return []
    const line = JournalLine.safeParse(jsonOf(text)).data
    if (line === undefined)
      throw chainError('EXPORT_JOURNAL_DAMAGED', { file, reason: `line ${index + 1} is none of its lines` })
    return [line]
  })
}

/** Cuts off what a killed process did not finish: nothing was sent for it. */
async function cutTornLine(file: string): Promise<void> {
  const handle = await openToWrite(file, 'old').catch(ifMissing(undefined))
  if (handle === undefined) return
  await using opened = handle
  const bytes = await opened.readFile()
  if (bytes.length > 0 && bytes.at(-1) !== 0x0a) await opened.truncate(bytes.lastIndexOf(0x0a) + 1)
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
