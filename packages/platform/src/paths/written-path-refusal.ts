import { CodedError, attempt, codedError } from '@datacortex/errors'
import { plainPath } from './plain-path.ts'
import { relativeParts } from './resolve-inside.ts'
import { secretPlace } from './secret-place.ts'

/**
 * Why a path or pattern that somebody wrote, such as in the entry of an agent, is never followed into a context, seen
 * from its text alone: it is absolute, leaves the space, can't be the name of a file everywhere, or holds secrets.
 * @example writtenPathRefusal('.datacore/env/KEY') // 'it holds secrets, which are never loaded'
 */
export function writtenPathRefusal(path: string): string | undefined {
  const plain = plainPath(path)
  // The text says not yet where such a pattern leads, and whether anything lies there must not decide.
  if (signsOfPatterns.test(plain) && upInPattern.test(plain)) return 'a pattern with `..` is not followed'
  return notPortable(plain) ?? secretPlace(plain)
}

const signsOfPatterns = /[*?[{(|]/
/** One of several alternatives, as in `{..,notes}/*.md`. */
const upInPattern = /(?:^|[/{},()|])\.\.(?:$|[/{},()|])/

/** The signs of patterns are no part of a portable path; everything else must be. */
function notPortable(path: string): string | undefined {
  const parts = attempt(() => relativeParts(path.replaceAll(/[*?"<>|]/g, 'x')), codedError)
  return CodedError.is(parts) ? String(parts.details['reason']) : undefined
}
