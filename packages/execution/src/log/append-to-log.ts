import { type SpacePaths, patientLimit, withLock, writeFileAtomically } from '@datacortex/platform'
import { parseYaml } from '@datacortex/platform/yaml'
import { checkEntries } from './check-entries.ts'
import { closePart, isOlderToo } from './close-part.ts'
import { insertEntries, newPart } from './insert-entries.ts'
import { type LogEntries, logLists } from './log-entries.ts'
import { logFiles, olderParts } from './log-files.ts'
import { defaultPartBytes } from './log-limits.ts'
import { parseLogPart } from './parse-log-part.ts'
import { type Active, readActive } from './read-active.ts'
import { isYaml, readPlainYaml } from './read-plain-yaml.ts'
import { refuseTakenIds } from './taken-ids.ts'

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
 *
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

/** The new text of the active part, or undefined if it has to be closed. */
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
