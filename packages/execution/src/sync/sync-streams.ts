import { join } from 'node:path'
import { appendLines, namesIn, readTextFile, sha256 } from '@datacortex/platform'
import { executionError } from '../errors.ts'
import { readLine } from './sync-batch.ts'

/** Lines of several machines, by the name of their stream, each oldest first. Nothing in them is ever changed. */
export type SyncStreams = ReadonlyMap<string, readonly string[]>

/** What one side says to the other: lines that it brings, and how many it has of each stream. */
export type SyncAsked = {
  readonly lines: readonly string[]
  /** Of streams that are not named it has none; nothing is wanted if absent. */
  readonly have?: Readonly<Record<string, number>> | undefined
}

/** What the other side says. */
export type SyncAnswer = {
  /** How many lines there are of each stream, and the hash of the last one. */
  readonly has: Readonly<Record<string, { readonly count: number; readonly last: string }>>
  readonly lines: readonly string[]
  /** Whether there are further lines, for which has to be asked again. */
  readonly more: boolean
}

/** Where the machines of a space meet. */
export type SyncRemote = { readonly exchange: (asked: SyncAsked) => Promise<SyncAnswer> }

/** The streams of a folder, one file each. */
export async function readStreams(folder: string): Promise<SyncStreams> {
  const streams = new Map<string, readonly string[]>()
  for (const name of await namesIn(folder)) {
    const stream = streamOf(name)
    const read = stream === undefined ? undefined : await readTextFile(join(folder, name), { maxBytes: 1_000_000_000 })
    if (stream !== undefined && read?.ok === true) streams.set(stream, linesOf(read.text))
  }
  return streams
}

/** The name of the stream in a file; undefined if it is another file. */
export function streamOf(name: string): string | undefined {
  return /^([0-9a-f]{32}\.[0-9a-f]{8})\.jsonl$/.exec(name)?.[1]
}

/** Whole lines: a killed writer may have left a part of one. */
export function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .slice(0, -1)
    .filter((line) => readableLine.test(line))
}

const readableLine = /^[\w-]{43} [\w-]{86} \{.*\}$/

/** Adds lines to the files of a folder. */
export async function keepLines(folder: string, added: SyncStreams): Promise<void> {
  for (const [stream, lines] of added) await appendLines(join(folder, `${stream}.jsonl`), lines)
}

/**
 * The lines of those given that the streams lack, each checked: signed by the key of its stream, of this space, and next to
 * the last one. What is there already is passed over, so lines can be brought any number of times.
 * @throws `EXECUTION_SYNC_OTHER_SPACE`, `EXECUTION_SYNC_ORDER` where a line is missing or another one has its place, and as
 * {@link readLine}; then none is taken.
 */
export function newLines(streams: SyncStreams, lines: readonly string[], space: string): SyncStreams {
  const added = new Map<string, string[]>()
  for (const line of lines) {
    const batch = readLine(line)
    const { stream, number } = batch
    if (batch.space !== space) throw executionError('EXECUTION_SYNC_OTHER_SPACE', { space: batch.space })
    const known = streams.get(stream) ?? []
    const own = added.get(stream) ?? []
    const count = known.length + own.length
    if (number <= count) {
      if ((known[number - 1] ?? own[number - 1 - known.length]) === line) continue
      throw executionError('EXECUTION_SYNC_ORDER', { stream, number, reason: 'another one has this number' })
    }
    const last = own.at(-1) ?? known.at(-1)
    if (number > count + 1 || batch.before !== (last === undefined ? '' : sha256(last)))
      throw executionError('EXECUTION_SYNC_ORDER', { stream, number, reason: `it does not follow number ${count}` })
    added.set(stream, [...own, line])
  }
  return added
}

/** What the streams answer to one who has some of them. */
export function answerOf(streams: SyncStreams, have: SyncAsked['have'], mostBytes = Infinity): SyncAnswer {
  const has = Object.fromEntries(
    [...streams].map(([stream, own]) => [stream, { count: own.length, last: sha256(own.at(-1) ?? '') }]),
  )
  const lines: string[] = []
  let left = mostBytes
  for (const [stream, own] of have === undefined ? [] : streams)
    for (const line of own.slice(have?.[stream] ?? 0)) {
      left -= Buffer.byteLength(line)
      if (left < 0 && lines.length > 0) return { has, lines, more: true }
      lines.push(line)
    }
  return { has, lines, more: false }
}

export function counts(streams: SyncStreams): Readonly<Record<string, number>> {
  return Object.fromEntries([...streams].map(([stream, lines]) => [stream, lines.length]))
}
