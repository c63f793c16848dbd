import { errorsOf, redact } from '@datacortex/errors'

export const queueError = errorsOf({
  QUEUE_OPTION_INVALID: {
    message: ({ issues }: { issues: readonly string[] }) => `The queue can't do that: ${issues.join('; ')}.`,
    hint: 'Correct the named fields. Nothing was changed.',
  },
  QUEUE_PAYLOAD_INVALID: {
    message: ({ what, reason }: { what: string; reason: string }) => `The ${what} of a job is refused: ${reason}.`,
    hint: 'Put large things into files, and name these in the job.',
  },
  QUEUE_SCHEDULE_INVALID: {
    message: ({ name, reason }: { name: string; reason: string }) =>
      `The schedule ${JSON.stringify(name)} is refused: ${reason}.`,
    hint: 'Such as "0 2 * * *" (each night at two) and the zone Europe/Vienna.',
  },
  QUEUE_JOB_UNKNOWN: {
    message: ({ id }: { id: string }) => `There is no job ${JSON.stringify(id)} in the queue.`,
    hint: 'List the jobs and take an id from there.',
  },
  QUEUE_ATTEMPT_STALE: {
    message: ({ id, attempt, state, now }: { id: string; attempt: number; state: string; now: number }) =>
      `Attempt ${attempt} of the job ${id} no longer has it: it is ${state} with attempt ${now}. Nothing was changed.`,
    hint: 'Leave it: another worker has it, it was cancelled, or it has ended.',
  },
  QUEUE_SCHEMA_NEWER: {
    message: ({ place, version, known }: { place: string; version: number; known: number }) =>
      `The queue in ${place} has version ${version}, which a newer version of the program wrote; this one knows ${known}.`,
    hint: 'Update datacortex. The queue stays as it is.',
  },
  QUEUE_DAMAGED: {
    message: ({ place, reason }: { place: string; reason: string }) =>
      `The queue in ${place} can't be read: ${reason}.`,
    hint: ({ place }) => `It stays as it is. Bring it back from a copy, or move ${place} away to begin anew.`,
  },
  QUEUE_UNAVAILABLE: {
    message: ({ place, reason }: { place: string; reason: string }) =>
      `The queue in ${place} can't be used now: ${reason}.`,
    hint: 'Nothing is lost. Mend that, then try again.',
    details: ({ place, reason }) => ({ place: redact(place), reason: redact(reason), transient: true }),
  },
  QUEUE_REPOSITORY_REFUSED: {
    message: ({ place, reason }: { place: string; reason: string }) =>
      `No job is kept in the repository ${place}: ${reason}. Nothing was committed.`,
    hint: 'Give a clone for the queue alone, with its branch checked out.',
  },
  QUEUE_PEER_MISSING: {
    message: ({ version }: { version: string }) =>
      `A queue in PostgreSQL needs the package pg-boss ${version}, which is not installed.`,
    hint: ({ version }) => `npm install pg-boss@${version}`,
  },
})
