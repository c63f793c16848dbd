import { stat } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { secretPlace, systemErrorReason, walkFiles } from '@datacortex/platform'
import { callerAccess } from '../caller/caller-access.ts'
import { placeFor } from '../caller/place-for.ts'
import { spaceError } from '../errors.ts'
import type { Work } from '../work.ts'

/** The files that somebody names, and those of the folders that they name, as absolute paths. */
export async function filesToRead(
  work: Pick<Work, 'paths' | 'caller' | 'catalogue' | 'signal'>,
  named: readonly string[] = [],
): Promise<readonly string[]> {
  const found: string[] = []
  if (named.length === 0) return found
  const access = await callerAccess(work)
  const isShown = (path: string): boolean =>
    access?.path(relative(work.paths.root, path).split(sep).join('/')) === undefined
  for (const one of named) {
    const path = await placeFor(work, one)
    const refuse = (reason: string) =>
      spaceError('CLI_USAGE', {
        message: `${JSON.stringify(one)} can't be read: ${reason}.`,
        hint: 'Name files and folders of this machine.',
      })
    const secret = secretPlace(path)
    if (secret !== undefined) throw refuse(secret)
    const place = await stat(path).catch((error: unknown) => {
      throw refuse(systemErrorReason(error))
    })
    if (!place.isDirectory()) found.push(path)
    else
      for await (const entry of walkFiles(path, { ignore, signal: work.signal }))
        if (entry.kind === 'file' && !entry.relativePath.split('/').some((part) => part.startsWith('.')))
          found.push(entry.path)
  }
  if (found.length > mostFiles)
    throw spaceError('CLI_USAGE', {
      message: `There are ${found.length} files, and a run of research reads at most ${mostFiles}.`,
      hint: 'Name a smaller folder, or take all of them in and search: datacortex ingest PATH.',
    })
  return found.filter(isShown).toSorted()
}

const ignore = ['.datacore', '.git', 'node_modules']
const mostFiles = 500
