import { stat } from 'node:fs/promises'
import { type Finding, warningFinding } from '@datacortex/errors'
import { ifMissing, isThere, readTextFile, sha256 } from '@datacortex/platform'
import { type LogPart, type LogState, editedLog, logParts, readLogState, stateFile } from '../logs/log-parts.ts'
import type { Mind } from '../mind.ts'
import { type ReadEntry, entriesBehind, logEntries } from './log-entries.ts'

export type PendingLog = {
  /** Relative to the space. */
  readonly path: string
  /** Behind its checkpoint. */
  readonly entries: readonly ReadEntry[]
  readonly state: LogState | undefined
  /** Of all that is in it now. */
  readonly bytes: number
  readonly sha256: string
  readonly findings: readonly Finding[]
}

/** What of a log is still to be worked off; undefined if nothing is, or it can't be read, which is a finding. */
export async function pendingLog(
  mind: Mind,
  { name, file, path }: LogPart,
): Promise<PendingLog | { readonly findings: readonly Finding[] } | undefined> {
  const state = await readLogState(mind, name)
  const found = await stat(file).catch(ifMissing(undefined))
  if (found === undefined || (state?.status === 'done' && found.size === state.bytes)) return undefined
  const read = await readTextFile(file)
  if (!read.ok) {
    const message = `${path} can't be read: ${read.reason}. It waits.`
    const hint = 'Repair it, or take it out of the folder, then: datacortex reflect'
    return { findings: [warningFinding('COGNITION_LOG_UNREADABLE', path, { message, hint })] }
  }
  const isEdited = state !== undefined && sha256(read.bytes.subarray(0, state.bytes)) !== state.sha256
  const findings = isEdited ? [editedLog(path)] : []
  if (state === undefined && (await isThere(stateFile(mind, name)))) {
    const message = `What was noted about ${path} can't be read. It is looked at from its start, and nothing is kept twice.`
    findings.push(warningFinding('COGNITION_LOG_STATE_LOST', path, { message }))
  }
  return {
    path,
    entries: entriesBehind(logEntries(read.text), state?.checkpoint ?? null),
    state,
    bytes: read.bytes.length,
    sha256: sha256(read.bytes),
    findings,
  }
}

/**
 * How much of the logs of a mind `reflect` has not looked at; what `remember` kept already does not count.
 *
 * @param mind - Of the agent.
 * @returns How many entries wait, and in how many logs.
 * @example (await pendingEntries(mind)).entries
 */
export async function pendingEntries(mind: Mind): Promise<{ readonly logs: number; readonly entries: number }> {
  let [logs, entries] = [0, 0]
  for (const part of await logParts(mind)) {
    const pending = await pendingLog(mind, part)
    const open = pending !== undefined && 'entries' in pending ? pending.entries : []
    const left = open.filter(({ recorded }) => recorded === undefined).length
    if (left > 0) logs += 1
    entries += left
  }
  return { logs, entries }
}
