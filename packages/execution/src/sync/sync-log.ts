import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Finding, CodedError, attempt, codedError, warningFinding } from '@datacortex/errors'
import { type SpacePaths, removeFile, sha256, withLock } from '@datacortex/platform'
import { executionError } from '../errors.ts'
import { readRuns } from '../performance/read-runs.ts'
import { bodyOf } from './body-of.ts'
import { type MachineKey, machineOf, writeLine } from './sync-batch.ts'
import { type SyncRows, keysOf, metricsOf, rowKey, rowsIn, syncLists } from './sync-rows.ts'
import { type SyncAnswer, type SyncRemote, answerOf, counts, keepLines, newLines, readStreams } from './sync-streams.ts'

export type SyncOptions = {
  readonly remote: SyncRemote
  /** What the clones of one space have in common. */
  readonly space: string
  readonly key: MachineKey
  readonly signal: AbortSignal
}

/**
 * Brings what the log has of runs, evaluations and verdicts to where the machines of a space meet: figures alone, signed by
 * this machine. It is kept here first, so one that was killed goes on where it was, and nothing counts twice.
 * @returns How many entries were new.
 * @throws `EXECUTION_SYNC_…` where the other side refuses it, and what the remote throws.
 * @example await pushLog(paths, { remote, space, key, signal })
 */
export async function pushLog(paths: SpacePaths, options: SyncOptions): Promise<{ readonly pushed: number }> {
  return await alone(paths, options.signal, async () => {
    const { has } = await options.remote.exchange({ lines: [] })
    const first = await send(paths, { ...options, has }).catch(codedError)
    if (!CodedError.is(first)) return first
    if (!CodedError.is(first, 'EXECUTION_SYNC_ORDER')) throw first
    // The folder was set back, and has gone another way since: what it has is brought as a stream of its own.
    for (const stream of (await readStreams(ownFolder(paths))).keys())
      await removeFile(join(ownFolder(paths), `${stream}.jsonl`))
    return await send(paths, { ...options, has })
  })
}

/** A request has at most a megabyte. */
export const mostSentBytes = 700_000

async function send(
  paths: SpacePaths,
  { has, ...options }: SyncOptions & Pick<SyncAnswer, 'has'>,
): Promise<{ readonly pushed: number }> {
  const { remote, signal } = options
  const { stream, lines, fresh } = await packed(paths, options)
  const { count = 0, last } = has[stream] ?? {}
  if (last !== undefined && sha256(lines[count - 1] ?? '') !== last)
    throw executionError('EXECUTION_SYNC_ORDER', { stream, number: count, reason: 'another one has this number' })
  for (let sent = count; sent < lines.length;) {
    signal.throwIfAborted()
    const { lines: some } = answerOf(new Map([[stream, lines.slice(sent)]]), {}, mostSentBytes)
    await remote.exchange({ lines: some })
    sent += some.length
  }
  return { pushed: fresh }
}

type Packed = { readonly stream: string; readonly lines: readonly string[]; readonly fresh: number }

/** The stream of this log, with what was not in it yet at its end. */
async function packed(paths: SpacePaths, { key, space, signal }: Omit<SyncOptions, 'remote'>): Promise<Packed> {
  const folder = ownFolder(paths)
  const machine = machineOf(key.x)
  const isOwn = ([name, [line]]: readonly [string, readonly string[]]): boolean =>
    name.startsWith(machine) && line !== undefined && bodyOf(line)['space'] === space
  const own = [...(await readStreams(folder))].find(isOwn)
  const [stream, before] = own ?? [`${machine}.${randomBytes(4).toString('hex')}`, []]
  const sent = new Set(before.flatMap((line) => keysOf(rowsIn(line))))
  const lines = [...before]
  const fresh = pieces(metricsOf(await readRuns(paths, signal)), sent)
  for (const rows of fresh) {
    const last = lines.at(-1)
    const place = { number: lines.length + 1, before: last === undefined ? '' : sha256(last), log: stream.slice(-8) }
    lines.push(await writeLine(key, { ...place, space, rows }))
  }
  await keepLines(folder, new Map([[stream, lines.slice(before.length)]]))
  return { stream, lines, fresh: fresh.flatMap(keysOf).length }
}

/** What was not sent, oldest first, in pieces that fit a line. */
function pieces(log: SyncRows, sent: ReadonlySet<string>): readonly SyncRows[] {
  const all: SyncRows[] = []
  let bytes = Infinity
  for (const list of syncLists)
    for (const row of log[list].toReversed()) {
      if (sent.has(rowKey(list, row))) continue
      const size = JSON.stringify(row).length
      bytes += size
      if (bytes > pieceCharacters) {
        all.push({ executions: [], evaluations: [], feedback: [] })
        bytes = size
      }
      const last = all.at(-1)
      if (last !== undefined) all[all.length - 1] = { ...last, [list]: [...last[list], row] }
    }
  return all
}

/** A character has four bytes at most. */
const pieceCharacters = 80_000

/**
 * Fetches what other machines of the space pushed, and keeps what is in order.
 * @returns Streams that are not, with the reason; the others are there all the same.
 * @throws What the remote throws.
 * @example await pullLog(paths, { remote, space, signal })
 */
export async function pullLog(
  paths: SpacePaths,
  { remote, space, signal }: Omit<SyncOptions, 'key'>,
): Promise<{ readonly pulled: number; readonly findings: readonly Finding[] }> {
  return await alone(paths, signal, async () => {
    const own = counts(await readStreams(ownFolder(paths)))
    const refused = new Map<string, Finding>()
    let pulled = 0
    for (;;) {
      signal.throwIfAborted()
      const streams = await readStreams(otherFolder(paths))
      const skipped = [...refused.keys()].map((stream) => [stream, Number.MAX_SAFE_INTEGER] as const)
      const have = { ...counts(streams), ...own, ...Object.fromEntries(skipped) }
      const { lines, more } = await remote.exchange({ lines: [], have })
      const before = pulled + refused.size
      for (const [name, some] of Map.groupBy(lines, nameOfLine)) {
        const added = attempt(() => newLines(streams, some, space), codedError)
        if (CodedError.is(added)) refused.set(name, streamRefused(name, added))
        else {
          await keepLines(otherFolder(paths), added)
          pulled += [...added.values()].reduce((sum, { length }) => sum + length, 0)
        }
      }
      if (!more || pulled + refused.size === before) return { pulled, findings: [...refused.values()] }
    }
  })
}

function nameOfLine(line: string): string {
  return `${machineOf(line.split(' ', 1)[0] ?? '')}.${String(bodyOf(line)['log'])}`
}

function streamRefused(stream: string, { message }: CodedError): Finding {
  return warningFinding('EXECUTION_SYNC_STREAM_REFUSED', stream, {
    message: `What machine ${stream.slice(0, 32)} pushed was not taken: ${message}`,
    hint: 'What was taken of it before counts as before.',
  })
}

/**
 * How many entries of the log were never pushed.
 * @example await countUnsent(paths, signal) // 0
 */
export async function countUnsent(paths: SpacePaths, signal: AbortSignal): Promise<number> {
  const lines = [...(await readStreams(ownFolder(paths))).values()].flat()
  const sent = new Set(lines.flatMap((line) => keysOf(rowsIn(line))))
  return keysOf(metricsOf(await readRuns(paths, signal))).filter((key) => !sent.has(key)).length
}

function ownFolder({ stateDirectory }: SpacePaths): string {
  return join(stateDirectory, 'sync', 'own')
}

/** Where the lines of other machines are kept. */
export function otherFolder({ stateDirectory }: SpacePaths): string {
  return join(stateDirectory, 'sync', 'others')
}

async function alone<T>({ locksDirectory }: SpacePaths, signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  return await withLock(join(locksDirectory, 'sync'), run, { signal, timeoutMs: 120_000 })
}
