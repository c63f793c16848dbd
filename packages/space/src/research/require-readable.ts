import type { Sources } from '@datacortex/sources'
import { spaceError } from '../errors.ts'

/** Makes sure that it is known whom a person switched off: with a file that can't be read, nobody is asked. */
export function requireReadable(sources: Sources): Sources {
  const broken = sources.findings.find(({ code }) => code === 'SOURCE_FILE_INVALID')
  if (broken !== undefined) throw spaceError('CLI_SOURCES_UNREADABLE', { reason: broken.message })
  return sources
}
