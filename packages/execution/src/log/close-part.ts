import { link, readFile, realpath, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import {
  ifRefused,
  platformError,
  removeTemporaryFiles,
  systemErrorCode,
  systemErrorReason,
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

/** The active part may be a symbolic link to a file that lies elsewhere: the file is meant, never the link. */
async function nameAlso(active: string, older: string): Promise<void> {
  try {
    const real = await realpath(active)
    await linkOrMove(real, older)
  } catch (error) {
    if (CodedError.is(error) || systemErrorCode(error) === undefined) throw error
    throw platformError('PLATFORM_FILE_UNWRITABLE', { file: older, reason: systemErrorReason(error) }, { cause: error })
  }
}

async function linkOrMove(real: string, older: string): Promise<void> {
  try {
    await link(real, older)
  } catch (error) {
    const code = systemErrorCode(error)
    // What somebody put there meanwhile would be lost.
    if (code === undefined || code === 'EEXIST') throw error
    if (code === 'EXDEV') await writeFileAtomically(older, await readFile(real))
    else await rename(real, older)
  }
}

async function identity(file: string): Promise<string | undefined> {
  // Of one that nobody may look at, whoever reads it says why.
  const found = await stat(file, { bigint: true }).catch(ifRefused(undefined))
  return found && `${found.dev}:${found.ino}`
}
