import type { Sources } from '@datacortex/research'
import { SourcesUnreadableError } from '../errors.ts'

/**
 * Makes sure that it is known whom a person switched off: with a file that can't be read, nobody is asked.
 *
 * @throws {@link SourcesUnreadableError}.
 */
export function requireReadable(sources: Sources): Sources {
  const broken = sources.findings.find(({ code }) => code === 'SOURCE_FILE_INVALID')
  if (broken !== undefined) throw new SourcesUnreadableError({ reason: broken.message })
  return sources
}
