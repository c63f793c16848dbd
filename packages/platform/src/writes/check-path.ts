import { matchesGlob } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { platformError } from '../errors.ts'
import { relativeParts } from '../paths/resolve-inside.ts'
import { foldedName } from './folded-name.ts'
import { isObeyed } from './obeyed-names.ts'

/** Checks a path by its spelling: relative, portable, granted, and none of those that are never written. */
export function checkWritePath(path: string, grants: readonly string[]): readonly string[] {
  return checkParts(path, { grants, split: portableParts })
}

/** As {@link checkWritePath}, for a file that is there: its name may be one that other systems refuse. */
export function checkExistingPath(path: string, grants: readonly string[]): readonly string[] {
  // There a colon leads into a file, and none of these names can be one.
  return checkParts(path, { grants, split: process.platform === 'win32' ? portableParts : existingParts })
}

function checkParts(
  path: string,
  { grants, split }: { grants: readonly string[]; split: (path: string) => readonly string[] },
): readonly string[] {
  const refuse = (reason: string): never => {
    throw platformError('WRITES_REFUSED', { path: path.slice(0, 500), reason })
  }
  if (path.length > 1024) return refuse('it is too long')
  if (path.endsWith('/')) return refuse('it is a folder')
  const parts = split(path)
  if (parts.length === 0) return refuse('it is a folder')
  if (parts.join('/') !== path) return refuse('it is not in its shortest form')
  if (path !== path.normalize('NFC')) return refuse('its Unicode is not in the composed form (NFC)')
  if (deceptive.test(path)) return refuse('it has characters that nobody sees')
  for (const part of parts) {
    const name = foldedName(part)
    if (name === '' || name.startsWith('.')) return refuse('hidden files and folders are never written')
    // Windows' short names, such as GIT~1.
    if (/~\d+(?:\.|$)/.test(name)) return refuse('it could be the short name of something else')
    // No pattern names such a file.
    const isNamed = grants.some((grant) => foldedName(grant.split('/').at(-1) ?? '') === name)
    if ((isObeyed(name) && !isNamed) || lockFile.test(name)) return refuse(`${part} is never written`)
  }
  if (!grants.some((grant) => matchesGlob(path, grant)))
    return refuse(`it is not granted; what may be written is ${grants.join(', ') || 'nothing'}`)
  return parts
}

// Controls of the second set, line separators, and marks that turn the direction of text.
const deceptive = /[\u0080-\u009f\u2028\u2029\p{Bidi_Control}]/u

const lockFile = /(?:\.lock|[-.]lock\.(?:ya?ml|json))$/

function portableParts(path: string): readonly string[] {
  try {
    // `a: b.md` begins like a drive and is none: it is the colon that is refused.
    return relativeParts(/^[a-z]:[^\\/]/i.test(path) ? `./${path}` : path)
  } catch (error) {
    const reason = CodedError.is(error) ? String(error.details['reason']) : String(error)
    throw platformError('WRITES_REFUSED', { path: path.slice(0, 500), reason }, { cause: error })
  }
}

/** Names are taken as they are; what leads elsewhere is refused as ever. */
function existingParts(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.every(isPlainName) ? parts : portableParts(path)
}

function isPlainName(part: string): boolean {
  const isStep = part === '' || part === '.' || part === '..'
  return !isStep && !unprintable.test(part) && part.isWellFormed() && Buffer.byteLength(part) <= 255
}

// A backslash is a step on other systems.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u001f\u007f\\]/
