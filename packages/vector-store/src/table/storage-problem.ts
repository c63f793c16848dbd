import { CodedError } from '@datacortex/errors'

const codes: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'a file would be larger than it may be',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
}
const messages: readonly (readonly [RegExp, string])[] = [
  [/os error 28\b|no space left/i, 'the disk is full'],
  [/os error 122\b|quota exceeded/i, 'the disk quota is used up'],
  [/os error 27\b|file too large/i, 'a file would be larger than it may be'],
  [/os error (?:1|13)\)|permission denied|operation not permitted/i, 'permission denied'],
  [/os error 30\b|read-only file system/i, 'the disk is read-only'],
  [/os error (?:23|24)\b|too many open files/i, 'too many open files'],
]

/** Why the disk refused, if an error says that. It never means broken files, so it must not lead to a rebuild. */
export function storageProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string' && error.code in codes) return codes[error.code]
  // Coded errors of other packages quote file names, which could look like a message below.
  if (CodedError.is(error)) return storageProblem(error.cause)
  return messages.find(([pattern]) => pattern.test(error.message))?.[1]
}
