import { CodedError, type Finding, codedError } from '@datacortex/errors'
import type { Logger } from '@datacortex/plugin'
import type { Space } from '@datacortex/space'

/** Tells the log what the keeper of the space should know of runs. Who calls is told of the task alone. */
export function logFindings(
  findings: readonly Finding[],
  { log, facts = {} }: { log: Logger; facts?: Readonly<Record<string, unknown>> | undefined },
): void {
  for (const { code, severity, subject, message, hint } of findings)
    if (severity !== 'info') log.warn({ ...facts, code, subject, reason: message, hint }, 'to know of a run')
}

/** Tells the log of runs whose process was stopped: what they started may still run. */
export async function logInterrupted(space: Space, log: Logger): Promise<void> {
  const read = await space.log.interrupted({}).then(undefined, codedError)
  if (!CodedError.is(read)) return logFindings(read.findings, { log })
  // A log that can't be read is no reason not to serve; each run says so.
  log.warn({ code: read.code, reason: read.message }, 'it is not known which runs were interrupted')
}
