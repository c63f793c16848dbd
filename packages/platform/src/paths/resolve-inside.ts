import { join, resolve } from 'node:path'
import { platformError } from '../errors.ts'
import { isLink } from '../files/is-link.ts'

// Names that Windows keeps for devices, with any ending.
const reservedNames = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9¹²³])(?: *\.|$)/i
// oxlint-disable-next-line no-control-regex
const forbiddenCharacters = /[\u0000-\u001f\u007f\\:*?"<>|]/

/**
 * Resolves a relative path that comes from outside, so that it can't leave its folder.
 * @returns The absolute path; the folder itself for `.`.
 * @throws `PLATFORM_PATH_REFUSED` for absolute paths, `..`, control characters, names that some systems
 *   forbid, and parts that are symbolic links now. A link that is made between this check and the use of the path is not seen.
 * @example await resolveInside('/module', 'agents/writer.md')
 */
export async function resolveInside(root: string, path: string): Promise<string> {
  const parts = relativeParts(path)
  let current = resolve(root)
  for (const part of parts) {
    current = join(current, part)
    if (await isLink(current))
      throw platformError('PLATFORM_PATH_REFUSED', { path, reason: 'it passes through a symbolic link' })
  }
  return current
}

/**
 * Splits a relative path from outside into its parts and refuses what is not portable.
 * @returns The parts without `.`; none for the folder itself.
 * @throws `PLATFORM_PATH_REFUSED` with the reason.
 * @example relativeParts('agents/writer.md') // ['agents', 'writer.md']
 */
export function relativeParts(path: string): readonly string[] {
  const refuse = (reason: string): never => {
    throw platformError('PLATFORM_PATH_REFUSED', { path, reason })
  }
  if (path === '') return refuse('it is empty')
  if (path.startsWith('/') || path.startsWith('~') || /^[a-z]:/i.test(path)) return refuse('it is absolute')
  const parts = path
    .replace(/\/$/, '')
    .split('/')
    .filter((part) => part !== '.')
  for (const part of parts) {
    if (part === '..') return refuse('it leaves its folder')
    if (part === '') return refuse('it has an empty part')
    if (forbiddenCharacters.test(part)) return refuse('it has a character that is not allowed in file names everywhere')
    if (!part.isWellFormed()) return refuse('it is not valid Unicode')
    if (reservedNames.test(part) || /[. ]$/.test(part)) return refuse('a part of it is a reserved name')
    if (Buffer.byteLength(part) > 255) return refuse('a part of it is too long')
  }
  return parts
}
