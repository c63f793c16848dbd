import type { SpacePaths } from '@datacortex/platform'
import { type ScannedFile, scanNotes } from '../files/scan-notes.ts'
import { readNoteRules } from './note-rules.ts'

/**
 * Finds the notes of a space that its rules take in: what the index, searches of the files and the shelf are made of.
 *
 * @throws `PLATFORM_SETTINGS_INVALID`
 * @example for await (const entry of scanWantedNotes(paths)) entry.path
 */
export async function* scanWantedNotes(
  paths: SpacePaths,
  { signal }: { signal?: AbortSignal | undefined } = {},
): AsyncGenerator<ScannedFile> {
  const { ruleOf } = await readNoteRules(paths)
  yield* scanNotes(paths, { ruleOf, signal })
}
