import type { SpacePaths } from '@datacortex/platform'
import { scanNotes } from '../files/scan-notes.ts'
import { readNoteRules } from '../vault/note-rules.ts'
import { LinkResolver } from './link-resolver.ts'

/**
 * Finds what links lead to that is no note of a space: pictures and other files, and notes that a rule leaves out. Only
 * the names of files are read.
 * @throws `PLATFORM_SETTINGS_INVALID`
 * @example (await otherFiles(paths)).resolve('Bee.md', { target: 'bee.png', syntax: 'wiki' })
 */
export async function otherFiles(
  paths: SpacePaths,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<LinkResolver> {
  const { ruleOf } = await readNoteRules(paths)
  const found: { readonly path: string }[] = []
  const add = (path: string): void => void found.push({ path })
  for await (const _ of scanNotes(paths, { ruleOf, onLeftOut: add, onOther: add, signal })) continue
  return new LinkResolver(found)
}
