import type { SpacePaths } from '@datacortex/platform'
import { filesBesideNotes } from '../vault/note-rules.ts'
import { LinkResolver } from './link-resolver.ts'

/**
 * Finds what links lead to that is no note of a space: pictures and other files, and notes that a rule leaves out. Only
 * the names of files are read.
 * @throws `PLATFORM_SETTINGS_INVALID`
 * @example (await otherFiles(paths)).resolve('Bee.md', { target: 'bee.png', syntax: 'wiki' })
 */
export async function otherFiles(paths: SpacePaths, { signal }: { readonly signal?: AbortSignal | undefined } = {}) {
  return new LinkResolver(await filesBesideNotes(paths, { signal }))
}
