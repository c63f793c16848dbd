import { type SpacePaths, patientLimit, withLock, writeFileAtomically } from '@datacortex/platform'
import { parseYaml } from '@datacortex/platform/yaml'
import { closePart, isOlderToo } from './close-part.ts'
import { insertEntries, newPart } from './insert-entries.ts'
import { type LogEntries, logLists } from './log-entries.ts'
import { type Active, defaultPartBytes, largestEntryBytes, logFiles, olderParts, readActive } from './log-files.ts'
import { parseLogPart } from './parse-log-part.ts'
import { isYaml, readPlainYaml } from './read-plain-yaml.ts'
import { refuseTakenIds } from './taken-ids.ts'
import { executionError } from '../errors.ts'
import { readLogEntry } from './read-log-entry.ts'
import { renderEntry } from './render-entry.ts'

export type AppendOptions = {
  /** A part that has grown beyond this is closed; 64 KB if absent. */
  readonly partBytes?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Appends entries to the execution log: all of them or none, and when this resolves they survive any kill.
 *
 * The file is replaced as a whole, so it is valid YAML at every instant; what people and other programs wrote in it
 * stays. A part that has grown large is closed and a new one begun, so the cost does not grow with the log. A part that
 * somebody made invalid is set aside unchanged.
 * @param entries - New entries, the oldest of each list first.
 * @throws `EXECUTION_ID_TAKEN` if the log has an execution of that id.
 * @throws `EXECUTION_ENTRY_INVALID` if an entry is too large or lacks what the log needs.
 * @throws `EXECUTION_LOG_UNREADABLE` `PLATFORM_FILE_UNWRITABLE` `PLATFORM_LOCK_TIMEOUT`
 * @example await appendToLog(paths, { executions: [execution] })
 * @see DIP-0016 §6.2, §8.1, §10.1, §11.2
 */
export async function appendToLog(
  paths: SpacePaths,
  entries: Partial<LogEntries>,
  options: AppendOptions = {},
): Promise<void> {
  const { signal, partBytes = defaultPartBytes } = options
  signal?.throwIfAborted()
  checkEntries(entries)
  if (logLists.every((list) => (entries[list] ?? []).length === 0)) return
  const run = async (): Promise<void> => {
    const parts = await olderParts(paths)
    const active = await readActive(paths)
    const ids = (entries.executions ?? []).map(({ id }) => id)
    await refuseTakenIds(paths, { ids, parts, active: active?.text })
    signal?.throwIfAborted()
    if (active !== undefined && !(await isOlderToo(paths, parts))) {
      const text = inPlace(active, { entries, partBytes })
      if (text !== undefined) return await writeFileAtomically(logFiles(paths).active, text)
      await closePart(paths, { text: active.text, parts })
    }
    const fresh = insertEntries(headOf(active?.text), entries)
    if (fresh === undefined) throw new Error('A new part of the log has a list that nothing can be added to.')
    await writeFileAtomically(logFiles(paths).active, fresh)
  }
  await withLock(logFiles(paths).lock, run, { signal, timeoutMs: patientLimit(120_000) })
}

function inPlace(
  { text, sizeBytes }: Active,
  { entries, partBytes }: { entries: Partial<LogEntries>; partBytes: number },
): string | undefined {
  if (text === undefined || sizeBytes >= partBytes) return undefined
  if (readPlainYaml(text) !== undefined) return insertEntries(text, entries)
  // Somebody wrote it in another style: valid before, and valid with exactly the new entries afterwards?
  if (parseYaml(text).problems.length > 0) return undefined
  const changed = insertEntries(text, entries)
  if (changed === undefined) return undefined
  const before = parseLogPart(text, '')
  const after = parseLogPart(changed, '')
  const isRight = logLists.every((list) => after[list].length === before[list].length + (entries[list] ?? []).length)
  return isRight && parseYaml(changed).problems.length === 0 ? changed : undefined
}

/** What a new part begins with: what stood beside the lists of the one before, if that is valid and short. */
function headOf(before: string | undefined): string {
  if (before === undefined) return newPart(undefined)
  const head = newPart(before)
  return head.length <= 16_384 && isYaml(head) ? head : newPart(undefined)
}

/** Refuses entries that the log could not give back. Throws `EXECUTION_ENTRY_INVALID` or `EXECUTION_ID_TAKEN`. */
function checkEntries(entries: Partial<LogEntries>): void {
  for (const list of logLists)
    for (const entry of entries[list] ?? []) {
      const problem = problemOf(readLogEntry(list, entry)) ?? sizeProblem(entry) ?? idProblem(entry)
      if (problem !== undefined) throw executionError('EXECUTION_ENTRY_INVALID', { list, problem })
    }
  const ids = new Set<string>()
  for (const { id, duration_ms: durationMs } of entries.executions ?? []) {
    if (!(durationMs >= 0))
      throw executionError('EXECUTION_ENTRY_INVALID', { list: 'executions', problem: negativeDuration })
    if (ids.has(id)) throw executionError('EXECUTION_ID_TAKEN', { id })
    ids.add(id)
  }
}

const negativeDuration = 'its duration is negative or no number; measure it with a monotonic clock'

function problemOf(read: unknown): string | undefined {
  return typeof read === 'string' ? read : undefined
}

function sizeProblem(entry: object): string | undefined {
  const sizeBytes = Buffer.byteLength(renderEntry(entry, 2))
  if (sizeBytes <= largestEntryBytes) return undefined
  return `it has ${sizeBytes.toLocaleString('en')} bytes, more than ${largestEntryBytes.toLocaleString('en')}`
}

function idProblem(entry: object): string | undefined {
  const id = 'id' in entry ? entry.id : undefined
  if (typeof id !== 'string') return undefined
  // oxlint-disable-next-line no-control-regex
  const isId = id.length <= 200 && id.trim() === id && !/[\u0000-\u001f\u007f]/.test(id)
  return isId
    ? undefined
    : `the id ${JSON.stringify(id.slice(0, 60))} is too long or has characters that no id can have`
}
