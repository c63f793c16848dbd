import { readdir } from 'node:fs/promises'
import type { SpacePaths } from '@datacortex/platform'
import { UsageError } from '../errors.ts'

/**
 * The folder that outputs go to: one that is there, by its name or without its number; `0-personal` is made when it is
 * first written to.
 *
 * @param paths - Of the space.
 * @param space - As it was given: `1-acme` or `acme`.
 * @throws {@link UsageError} if there is no such folder, before anything is asked or paid for.
 * @example await targetSpace(paths, 'acme') // '1-acme'
 */
export async function targetSpace(paths: SpacePaths, space: string): Promise<string> {
  const entries = await readdir(paths.root, { withFileTypes: true })
  const numbered = entries.flatMap((entry) => (entry.isDirectory() && /^\d+-/.test(entry.name) ? [entry.name] : []))
  const known = [...new Set(['0-personal', ...numbered])].toSorted()
  const folder = known.find((name) => name === space) ?? known.find((name) => name.replace(/^\d+-/, '') === space)
  if (folder !== undefined) return folder
  throw new UsageError({
    message: `There is no space ${JSON.stringify(space)} here, so nobody was asked. There are: ${known.join(', ')}.`,
    hint: 'Name one of them, or make its folder first, such as 1-acme.',
  })
}
