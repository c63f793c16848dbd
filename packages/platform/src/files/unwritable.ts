import { CodedError } from '@datacortex/errors'
import { platformError } from '../errors.ts'
import { systemErrorReason } from './system-error-reason.ts'

/**
 * The error for a file that could not be written; a coded one stays what it is.
 * @example await makeFolder(folder).catch((error: unknown) => { throw unwritable(folder, error) })
 */
export function unwritable(file: string, cause: unknown): CodedError {
  if (CodedError.is(cause)) return cause
  return platformError('PLATFORM_FILE_UNWRITABLE', { file, reason: systemErrorReason(cause) }, { cause })
}
