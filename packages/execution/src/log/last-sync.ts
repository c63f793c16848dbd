import { type SpacePaths, writeFileAtomically, withLock } from '@datacortex/platform'
import { isOlderToo } from './close-part.ts'
import { newPart } from './insert-entries.ts'
import { logFiles, olderParts, readActive } from './log-files.ts'

/**
 * When the log was last in step with other machines, as it says itself: UTC, ISO 8601.
 * @throws `EXECUTION_LOG_UNREADABLE`
 * @example await lastSync(paths) // '2026-11-28T05:10:00.000Z'
 */
export async function lastSync(paths: SpacePaths): Promise<string | undefined> {
  const said = line.exec((await readActive(paths))?.text ?? '')?.[2]?.replaceAll(/["']/g, '')
  return said === undefined || /^(?:null|~|)$/.test(said) ? undefined : said
}

/**
 * Notes in the log that it is in step; all else of it stays as it is.
 * @throws `EXECUTION_LOG_UNREADABLE`, `PLATFORM_FILE_UNWRITABLE`
 * @example await noteSync(paths, new Date())
 */
export async function noteSync(paths: SpacePaths, at: Date, signal?: AbortSignal): Promise<void> {
  const { active, lock } = logFiles(paths)
  const note = async (): Promise<void> => {
    const found = await readActive(paths)
    const text = found === undefined ? newPart(undefined) : found.text
    // A part that is closed already, or no text at all, is never written again.
    if (text === undefined || (await isOlderToo(paths, await olderParts(paths)))) return
    const noted = text.replace(
      line,
      (_, key: string, _before: string, rest: string) => `${key}"${at.toISOString()}"${rest}`,
    )
    if (noted !== text) await writeFileAtomically(active, noted)
  }
  await withLock(lock, note, { signal })
}

const line = /^(last_sync[ \t]*:[ \t]*)([^#\r\n]*?)([ \t]*(?:#.*)?)$/m
