import type { CodedError, Finding } from '@datacortex/errors'

/** A coded error as a finding about a module. */
export function findingOf(
  subject: string,
  { code, message, hint }: CodedError,
  severity: Finding['severity'] = 'error',
): Finding {
  return { code, severity, subject, message, hint }
}
