import { readFile } from 'node:fs/promises'
import type { SpacePaths } from '@datacortex/platform'
import { resolveInside, systemErrorCode } from '@datacortex/platform'

/**
 * The text of a file of the space; undefined if it is not there.
 *
 * @param paths - Of the space.
 * @param path - Relative to it.
 */
export async function textOf(paths: SpacePaths, path: string): Promise<string | undefined> {
  try {
    return await readFile(await resolveInside(paths.root, path), 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Whether a note says what somebody else has said: it was made of content from outside, or by research.
 *
 * @param text - Of the note.
 */
export function isOfOthers(text: string): boolean {
  return /^(?:taint: external|research: r-)/m.test(text.slice(0, 2000))
}
