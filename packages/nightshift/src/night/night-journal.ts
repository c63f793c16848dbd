import { join } from 'node:path'
import { type SpacePaths, appendLines, isRecord, jsonOf, namesIn, readJournalLines } from '@datacortex/platform'
import type { NightEvent, TaskReport } from './night-ports.ts'

/** What is known of a night, in however many goes it was done. */
export type NightRecord = {
  readonly date: string
  readonly beganAt: string
  readonly endedAt?: string | undefined
  /** Why it ended before all was done. */
  readonly stopped?: string | undefined
  /** When it should have begun, if the machine slept then. */
  readonly late?: string | undefined
  readonly until?: string | undefined
  /** The last word on each task. */
  readonly reports: readonly TaskReport[]
  /** What each try of a task cost, also of those that were tried again. */
  readonly spent: readonly Pick<TaskReport, 'costUsd' | 'tokens'>[]
}

/**
 * Keeps an event of a night, on the disk when it resolves.
 * @example await noteEvent(paths, '2026-11-28', { type: 'ended', at })
 */
export async function noteEvent(paths: SpacePaths, date: string, event: NightEvent): Promise<void> {
  await appendLines(fileOf(paths, date), [JSON.stringify(event)])
}

/**
 * What is known of a night; undefined if there was none.
 * @example (await readNight(paths, '2026-11-28'))?.reports
 */
export async function readNight(paths: SpacePaths, date: string): Promise<NightRecord | undefined> {
  const { lines } = await readJournalLines(fileOf(paths, date))
  const events = lines.flatMap(({ line }) => eventOf(jsonOf(line)) ?? [])
  const begun = events.find((event) => event.type === 'begun')
  if (begun?.type !== 'begun') return undefined
  const last = events.findLast((event) => event.type !== 'task')
  const reports = new Map<string, TaskReport>()
  const tries = new Map<string, TaskReport>()
  for (const event of events) {
    if (event.type !== 'task') continue
    const { type: _type, at: _at, ...report } = event
    reports.set(report.id, report)
    tries.set(`${report.id} ${report.execution ?? ''}`, report)
  }
  const { at: beganAt, late, until } = begun
  const ended = last?.type === 'ended' ? { endedAt: last.at, stopped: last.reason } : {}
  return { date, beganAt, late, until, ...ended, reports: [...reports.values()], spent: [...tries.values()] }
}

/**
 * The nights that there were, the last one first.
 * @example (await nightDates(paths))[0] // '2026-11-28'
 */
export async function nightDates(paths: SpacePaths): Promise<readonly string[]> {
  const names = await namesIn(join(paths.stateDirectory, 'nightshift'))
  return names
    .flatMap((name) => /^(\d{4}-\d{2}-\d{2})\.jsonl$/.exec(name)?.[1] ?? [])
    .toSorted()
    .toReversed()
}

function fileOf({ stateDirectory }: SpacePaths, date: string): string {
  return join(stateDirectory, 'nightshift', `${date}.jsonl`)
}

/** Written by this program alone, but a disk may have damaged it. */
function eventOf(value: unknown): NightEvent | undefined {
  if (!isRecord(value) || typeof value['at'] !== 'string') return undefined
  if (value['type'] === 'begun' || value['type'] === 'ended') return value as NightEvent
  const isTask =
    value['type'] === 'task' && ['id', 'file', 'title', 'state'].every((key) => typeof value[key] === 'string')
  return isTask && Array.isArray(value['outputs']) ? (value as NightEvent) : undefined
}
