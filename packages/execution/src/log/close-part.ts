import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import {
  addName,
  ifRefused,
  move,
  removeTemporaryFiles,
  systemErrorCode,
  unwritable,
  writeFileAtomically,
} from '@datacortex/platform'
import { addToIdIndex, readIdIndex } from './id-index.ts'
import { logFiles, nextPartName } from './log-files.ts'
import { isDamaged, parseLogPart } from './parse-log-part.ts'

export async function closePart(
  paths: SpacePaths,
  { text, parts }: { text: string | undefined; parts: readonly string[] },
): Promise<void> {
  await removeTemporaryFiles(paths.stateDirectory, { now: Date.now() })
  const part = text === undefined ? undefined : parseLogPart(text, '')
  const name = nextPartName(parts, { damaged: part === undefined || isDamaged(part) })
  const index = await readIdIndex(paths, parts)
  await nameAlso(logFiles(paths).active, join(paths.stateDirectory, name))
  const ids = (part?.executions ?? []).map(({ id }) => id)
  await addToIdIndex(paths, index, { name, ids })
}

/** Whether the active part is the last older one too: closed by a writer that was killed before it began the next. */
export async function isOlderToo(paths: SpacePaths, parts: readonly string[]): Promise<boolean> {
  const last = parts.at(-1)
  if (last === undefined) return false
  const [active, older] = await Promise.all([
    identity(logFiles(paths).active),
    identity(join(paths.stateDirectory, last)),
  ])
  return active !== undefined && active === older
}

async function nameAlso(active: string, older: string): Promise<void> {
  try {
    await addName(active, older)
  } catch (error) {
    const code = systemErrorCode(error)
    // What somebody put there meanwhile would be lost.
    if (code === undefined || ['EEXIST', 'PLATFORM_FILE_UNWRITABLE'].includes(code)) throw unwritable(older, error)
    if (code === 'EXDEV') await writeFileAtomically(older, await readFile(active))
    else await move(active, older)
  }
}

async function identity(file: string): Promise<string | undefined> {
  // Of one that nobody may look at, the reader says why.
  const found = await stat(file, { bigint: true }).catch(ifRefused(undefined))
  return found && `${found.dev}:${found.ino}`
}
