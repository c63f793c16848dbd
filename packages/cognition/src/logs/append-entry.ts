import type { Finding } from '@datacortex/errors'
import { appendLines, platformError, readTextFile, sha256 } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import type { Visibility } from '../knowledge/knowledge-file.ts'
import { type MemoryFacts, usualType } from '../memories/memory.ts'
import type { Mind } from '../mind.ts'
import {
  clockBack,
  editedLog,
  logHead,
  logPart,
  logParts,
  mostBytes,
  pendingState,
  readLogState,
  writeLogState,
} from './log-parts.ts'

/** What stands below the text of an entry, a line each. */
export type EntryFacts = MemoryFacts & {
  /** Where it is kept already, so that reflecting does not keep it again. */
  readonly recorded?: string | undefined
  /** Of an entry that is itself the memory. */
  readonly id?: string | undefined
  readonly at?: string | undefined
  readonly visibility?: Visibility | undefined
  /** As a key point has it: `retracted; until 2026-11-26`. */
  readonly status?: string | undefined
  /** The memory that the status is of, if it is not that of the entry. */
  readonly of?: string | undefined
}

export type LogEntry = { readonly text: string; readonly at: Date; readonly facts: EntryFacts }

/** Appends an entry to the log of the day, in local time. The caller holds the lock of the mind. */
export async function appendEntry(
  mind: Mind,
  entry: LogEntry,
): Promise<{ readonly path: string; readonly findings: readonly Finding[] }> {
  const { date } = localTime(entry.at)
  const parts = await logParts(mind)
  const current = parts.findLast((part) => part.date === date) ?? logPart(mind, { date, part: 1 })
  const lines = entryLines(entry)
  const before = await bytesOf(current)
  const isFull = before !== undefined && before.length + Buffer.byteLength(lines.join('\n')) > mostBytes
  const part = isFull ? logPart(mind, { date, part: current.part + 1 }) : current
  const known = isFull ? undefined : before
  const state = await readLogState(mind, part.name)
  const isEdited = state !== undefined && sha256((known ?? Buffer.alloc(0)).subarray(0, state.bytes)) !== state.sha256
  const head = known === undefined ? logHead(date) : []
  await appendLines(part.file, [...head, ...lines], { below: mind.paths.root })
  const bytes = (await bytesOf(part)) ?? new Uint8Array()
  const after = pendingState(bytes, { before: state, at: entry.at })
  await writeLogState(mind, part.name, { ...after, isSynced: true })
  const late = clockBack(part.path, { latest: parts.at(-1)?.date, today: date })
  return { path: part.path, findings: [...(isEdited ? [editedLog(part.path)] : []), ...late] }
}

/** The lines of an entry, and an empty one behind them. Nothing in its text looks like another entry: it is an item of a list. */
export function entryLines({ text, at, facts }: LogEntry): readonly string[] {
  const said = text.trim().split(/\r\n?|\n/)
  return [
    `## ${localTime(at).time}`,
    ...said.map((line, place) => `${place === 0 ? '-' : ' '} ${line}`),
    ...factLines(facts),
    '',
  ]
}

function factLines({ type, tags = [], executions, outputs, insights, ...facts }: EntryFacts): readonly string[] {
  const values: Readonly<Record<string, string | readonly string[] | undefined>> = {
    recorded: facts.recorded,
    id: facts.id,
    of: facts.of,
    status: facts.status,
    at: facts.at,
    type: type === usualType ? undefined : type,
    visibility: facts.visibility,
    tags: tags.length === 0 ? undefined : tags.join(' '),
    execution: executions,
    source: facts.source,
    space: facts.space,
    output: outputs,
    insight: insights,
  }
  return Object.entries(values).flatMap(([name, value = []]) =>
    [value].flat().map((one) => `- ${name}: ${oneLine(one)}`),
  )
}

/** Undefined if it is not there. */
async function bytesOf({ file }: { readonly file: string }): Promise<Uint8Array | undefined> {
  const read = await readTextFile(file)
  if (read.ok) return read.bytes
  if (read.code === 'ENOENT') return undefined
  throw platformError('PLATFORM_FILE_UNREADABLE', { file, reason: read.reason })
}

/** The day and the time as clocks here show them. */
export function localTime(now: Date): { readonly date: string; readonly time: string } {
  // Swedes write them as logs do: 2026-11-26 14:05:00.
  const [date = '', time = ''] = now.toLocaleString('sv').split(' ')
  return { date, time: time.slice(0, 5) }
}
