import { readdir } from 'node:fs/promises'
import type { SpacePaths } from '@datacortex/platform'
import { spaceError } from '../errors.ts'

/** The folder of a space that notes go to: one that is there, by its name or by the name without its number. */
export async function chooseSpaceFolder(paths: SpacePaths, given: string): Promise<string> {
  const entries = await readdir(paths.root, { withFileTypes: true })
  const numbered = entries.filter((entry) => entry.isDirectory() && /^\d+-/.test(entry.name)).map(({ name }) => name)
  const known = [...new Set([personal, ...numbered])].sort()
  const wanted = given.replace(/[/\\]+$/, '')
  const folder = known.find((name) => name === wanted) ?? known.find((name) => name.replace(/^\d+-/, '') === wanted)
  if (folder !== undefined) return folder
  throw spaceError('CLI_USAGE', {
    message: `There is no space ${JSON.stringify(given)} here. There are: ${known.join(', ')}.`,
    hint: 'Name one of them, or make its folder first, such as 1-acme.',
  })
}

const personal = '0-personal'
