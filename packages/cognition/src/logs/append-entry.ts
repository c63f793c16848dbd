import { join } from 'node:path'
import type { Finding } from '@datacortex/errors'
import { appendLines, platformError, readTextFile, sha256 } from '@datacortex/platform'
import type { Mind } from '../mind.ts'
import { clockBack, editedLog, localZone, logParts, newPart, readLogState, writeLogState } from './log-parts.ts'

export type LogEntry = {
  readonly text: string
  /** Where it is kept already, so that reflecting does not keep it again. */
  readonly recorded?: string | undefined
  /** Further lines, such as what it is and where it comes from. */
  readonly facts?: readonly string[] | undefined
  readonly now: Date
  /** Size above which a new part begins. */
  readonly mostBytes?: number | undefined
}

/** Appends an entry to the log of the day, in local time. The caller holds the lock of the mind. */
export async function appendEntry(
  mind: Mind,
  { text, recorded, facts, now, mostBytes = 100_000 }: LogEntry,
): Promise<{ readonly path: string; readonly findings: readonly Finding[] }> {
  const { date, time } = localTime(now)
  const parts = await logParts(mind)
  const latest = parts.at(-1)
  const current = parts.findLast((part) => part.date === date)
  const entry = entryLines({ time, text, recorded, facts })
  const before = current === undefined ? undefined : await partOf(mind, current.name)
  const size = before?.bytes.length ?? 0
  const isFull = current !== undefined && size + Buffer.byteLength(entry.join('\n')) > mostBytes
  const part = isFull ? current.part + 1 : (current?.part ?? 1)
  const begun = newPart(date, part)
  const { name } = isFull || current === undefined ? begun : current
  const state = await readLogState(mind, name)
  const path = `${mind.place}/${mind.agent}/logs/${name}`
  const known = isFull ? undefined : before?.bytes
  const isEdited = state !== undefined && sha256((known ?? Buffer.alloc(0)).subarray(0, state.bytes)) !== state.sha256
  const head = known === undefined ? begun.head : []
  await appendLines(join(mind.logs, name), [...head, ...entry], { below: mind.paths.root })
  const { bytes } = (await partOf(mind, name)) ?? { bytes: new Uint8Array() }
  // What came behind what was worked off is work again.
  const progress = { status: 'pending', checkpoint: state?.checkpoint ?? null } as const
  const written = { bytes: bytes.length, sha256: sha256(bytes), zone: localZone(), updated_at: now.toISOString() }
  await writeLogState(mind, name, { ...progress, ...written, isSynced: true })
  const findings = [...(isEdited ? [editedLog(path)] : []), ...clockBack(path, { latest: latest?.date, today: date })]
  return { path, findings }
}

/** The lines of an entry, and an empty one behind them. */
export function entryLines({
  time,
  text,
  recorded,
  facts = [],
}: Pick<LogEntry, 'text' | 'recorded' | 'facts'> & { readonly time: string }): readonly string[] {
  return [`## ${time}`, ...listed(text), ...(recorded === undefined ? [] : [`- recorded: ${recorded}`]), ...facts, '']
}

/** As lines of a list, so that nothing in a text looks like another entry. */
function listed(text: string): readonly string[] {
  return text
    .trim()
    .split(/\r\n?|\n/)
    .map((line, at) => (at === 0 ? `- ${line}` : `  ${line}`))
}

/** Undefined if it is not there. */
async function partOf(mind: Pick<Mind, 'logs'>, name: string): Promise<{ readonly bytes: Uint8Array } | undefined> {
  const file = join(mind.logs, name)
  const read = await readTextFile(file)
  if (read.ok) return read
  if (read.code === 'ENOENT') return undefined
  throw platformError('PLATFORM_FILE_UNREADABLE', { file, reason: read.reason })
}

/** The day and the time as clocks here show them. */
export function localTime(now: Date): { readonly date: string; readonly time: string } {
  const two = (value: number): string => String(value).padStart(2, '0')
  return {
    date: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`,
    time: `${two(now.getHours())}:${two(now.getMinutes())}`,
  }
}
