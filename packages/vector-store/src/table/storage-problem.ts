import { CodedError } from '@datacortex/errors'
import { systemErrorCode } from '@datacortex/platform'

/** Codes of the system, what LanceDB says instead, and what that means. */
const problems: readonly (readonly [codes: readonly string[], said: RegExp, reason: string])[] = [
  [['ENOSPC'], /os error 28\b|no space left/i, 'the disk is full'],
  [['EDQUOT'], /os error 122\b|quota exceeded/i, 'the disk quota is used up'],
  [['EFBIG'], /os error 27\b|file too large/i, 'a file would be larger than it may be'],
  [['EACCES', 'EPERM'], /os error (?:1|13)\)|permission denied|operation not permitted/i, 'permission denied'],
  [['EROFS'], /os error 30\b|read-only file system/i, 'the disk is read-only'],
  [['EMFILE', 'ENFILE'], /os error (?:23|24)\b|too many open files/i, 'too many open files'],
]

/** Why the disk refused, if an error says that. It never means broken files, so it must not lead to a rebuild. */
export function storageProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = systemErrorCode(error) ?? ''
  const known = problems.find(([codes]) => codes.includes(code))
  // Coded errors of other packages quote file names, which could look like what is said.
  if (known === undefined && CodedError.is(error)) return storageProblem(error.cause)
  return (known ?? problems.find(([, said]) => said.test(error.message)))?.[2]
}
