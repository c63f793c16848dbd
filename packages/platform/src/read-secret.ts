import { join } from 'node:path'
import { FileUnreadableError, PathRefusedError } from './errors.ts'
import { readTextFile } from './read-text-file.ts'
import type { SpacePaths } from './space-paths.ts'

/**
 * A secret by its name: the file of that name in `.datacore/env`, else the environment variable.
 *
 * @param paths - Of the space.
 * @param name - Letters, digits and underscores, such as `OPENAI_API_KEY`.
 * @returns The secret without surrounding white space; undefined if it is nowhere, or empty.
 * @throws {@link PathRefusedError} if the name can't be one of an environment variable.
 * @throws {@link FileUnreadableError} if there is a file of that name that can't be read.
 * @example const key = await readSecret(paths, 'OPENAI_API_KEY')
 */
export async function readSecret(paths: SpacePaths, name: string): Promise<string | undefined> {
  if (!/^[A-Za-z_]\w{0,99}$/.test(name))
    throw new PathRefusedError({ path: name, reason: 'it is not the name of a secret' })
  const file = join(paths.envDirectory, name)
  const read = await readTextFile(file, { maxBytes: 100_000 })
  if (!read.ok && read.code !== 'ENOENT') throw new FileUnreadableError({ file, reason: read.reason })
  const secret = (read.ok ? read.text : (process.env[name] ?? '')).trim()
  return secret === '' ? undefined : secret
}
