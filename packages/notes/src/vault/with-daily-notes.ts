import type { SpacePaths } from '@datacortex/platform'
import type { NoteLocations } from '../head/note-place.ts'
import { readObsidianVault } from './obsidian-vault.ts'

/**
 * Places that give notes a type, with the folder of daily notes that Obsidian was told.
 *
 * @example await withDailyNotes(paths, locations)
 */
export async function withDailyNotes(paths: SpacePaths, locations: NoteLocations = {}): Promise<NoteLocations> {
  const { daily } = await readObsidianVault(paths.root)
  return daily === undefined ? locations : { ...locations, daily }
}
