import { createSpace as createFolders } from '@datacortex/platform'
import type { ImportAgents, ImportedAgents } from './agents/import-agents.ts'
import { type UsualAgents, usualAgents } from './agents/usual-agents.ts'
import { type NoteCount, countNotes } from './indexing/count-notes.ts'
import { type OpenSpaceOptions, spaceAt } from './space.ts'

/** What a new space begins with. */
export type CreateSpace = ImportAgents & {
  /** The folder that becomes a space. */
  readonly root: string
}

/** What was made. */
export type CreatedSpace = Pick<ImportedAgents, 'error' | 'skipped'> & {
  readonly root: string
  /** Names of files and folders; none if it was a space already. */
  readonly created: readonly string[]
  /** How many agents. */
  readonly imported: number
  /** What the import did; absent if nobody was to be imported. */
  readonly import?: ImportedAgents | undefined
  /** Where agents usually lie; absent after a dry run. */
  readonly usual?: UsualAgents | undefined
  /** The notes that lie there; absent after a dry run. */
  readonly notes?: NoteCount | undefined
}

/**
 * Makes a folder a space, or completes one, and imports agents if it is told where they lie.
 *
 * @param asked - The folder; files or folders with agents.
 * @param options - As to open it.
 * @throws `PLATFORM_FILE_UNWRITABLE` if it can't be written.
 * @example const { created } = await createSpace({ root: '/desk', from: ['/desk/.claude/agents'] })
 */
export async function createSpace(
  { root, from, format, dry_run: isDry = false }: CreateSpace,
  options: OpenSpaceOptions = {},
): Promise<CreatedSpace> {
  const { paths, created } = await createFolders(root, { dryRun: isDry })
  await using space = spaceAt(paths, options)
  const imported = from === undefined ? undefined : await space.agents.import({ from, format, dry_run: isDry })
  return {
    ...(imported?.error === undefined ? {} : { error: imported.error }),
    root: paths.root,
    created,
    imported: imported?.imported.length ?? 0,
    skipped: imported?.skipped ?? [],
    ...(imported === undefined ? {} : { import: imported }),
    ...(isDry ? {} : { usual: await usualAgents(paths.root), notes: await countNotes(paths, options.signal) }),
  }
}
