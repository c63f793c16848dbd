import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from '@datacortex/errors'
import { warningFinding } from '@datacortex/errors'
import { ifRefused } from '@datacortex/platform'
import type { RegisteredAgent } from '@datacortex/registry'
import { publishedPaths, unpublishable } from './published-paths.ts'

/** What was exported, and where. */
export type FilesLeftOptions = {
  /** Folder of the export. */
  readonly out: string
  /** What was asked for; an export of some agents says nothing of others. */
  readonly ids?: readonly string[] | undefined
  /** Which of an agent's files the export writes. */
  readonly file: 'card' | 'registration'
}

/**
 * Names the files of earlier exports whose agents are not published any more: whoever takes an agent out of the registry
 * would not expect its card, signed maybe, to be shown on.
 */
export async function filesLeft(
  agents: readonly RegisteredAgent[],
  { out, ids = [], file }: FilesLeftOptions,
): Promise<readonly Finding[]> {
  if (ids.length > 0) return []
  // Some file systems give a folder back in the letters in which it was made first.
  const published = new Set(agents.map(({ id }) => id.toLowerCase()))
  const others = (await foldersIn(join(out, 'agents'))).filter((id) => !published.has(id.toLowerCase()))
  return others
    .filter((id) => unpublishable(id) === undefined && existsSync(join(out, publishedPaths(id)[file])))
    .sort()
    .map((id) =>
      warningFinding('EXPORT_FILE_LEFT', id, {
        message: `${publishedPaths(id)[file]} of an earlier export is still there, and ${id} is not among the agents.`,
        hint: 'Delete it where it is published, unless it comes from another space.',
      }),
    )
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  // What is wrong with it shows when files are written.
  return await readdir(folder, { withFileTypes: true }).then(
    (entries) => entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    ifRefused([]),
  )
}
