import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, warningFinding } from '@datacortex/errors'
import { ifRefused } from '@datacortex/platform'
import type { RegisteredAgent } from '@datacortex/registry'
import type { ExportSource } from './export-source.ts'
import { publishedPaths, unpublishable } from './published-paths.ts'

export async function filesLeft(
  agents: readonly RegisteredAgent[],
  { out, ids = [], file }: Pick<ExportSource, 'out' | 'ids'> & { readonly file: 'card' | 'registration' },
): Promise<readonly Finding[]> {
  // An export of some agents says nothing of others.
  if (ids.length > 0) return []
  // Some file systems give a folder back in the letters in which it was made first.
  const published = new Set(agents.map(({ id }) => id.toLowerCase()))
  // What is wrong with the folder shows when files are written.
  const entries = await readdir(join(out, 'agents'), { withFileTypes: true }).catch(ifRefused([]))
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return folders
    .filter((id) => !published.has(id.toLowerCase()))
    .filter((id) => unpublishable(id) === undefined && existsSync(join(out, publishedPaths(id)[file])))
    .sort()
    .map((id) =>
      warningFinding('EXPORT_FILE_LEFT', id, {
        message: `${publishedPaths(id)[file]} of an earlier export is still there, and ${id} is not among the agents.`,
        hint: 'Delete it where it is published, unless it comes from another space.',
      }),
    )
}
