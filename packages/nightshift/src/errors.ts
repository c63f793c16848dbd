import { errorsOf } from '@datacortex/errors'

/** Makes the errors of the night. */
export const nightshiftError = errorsOf({
  NIGHTSHIFT_TASK_UNKNOWN: {
    message: ({ id }: { id: string }) => `There is no task for agents with the id ${JSON.stringify(id)} here.`,
    hint: 'datacortex nightshift list',
  },
  NIGHTSHIFT_TASK_STATE: {
    message: ({ title, state, wanted }: { id: string; title: string; state: string; wanted: string }) =>
      `The task “${title}” is ${state}, so it can't be ${wanted}. Nothing was changed.`,
    hint: ({ id }) => `datacortex nightshift show ${id}`,
    details: ({ id, state }) => ({ id, state }),
  },
  NIGHTSHIFT_BUSY: {
    message: ({ root }: { root: string }) => `Another process works on the night of ${root}.`,
    hint: 'Wait for it: datacortex nightshift status',
  },
  NIGHTSHIFT_FILE_UNREADABLE: {
    message: ({ file, reason }: { file: string; reason: string }) =>
      `${file} can't be read: ${reason}. Nothing was changed in it.`,
    hint: 'Correct the file; its tasks are done by the next night.',
  },
  NIGHTSHIFT_RUN_REFUSED: {
    message: 'The program that runs the agent is not allowed, and nobody is there to be asked.',
    hint: 'datacortex trust allow',
  },
  NIGHTSHIFT_SECRET_MISSING: {
    message: ({ name }: { name: string }) =>
      `The secret ${name} with the address of the PostgreSQL of the queue is not there.`,
    hint: ({ name }) => `Write it into .datacore/env/${name}, or take nightshift.postgres out of the settings.`,
  },
  NIGHTSHIFT_OUT_OF_STEP: {
    message: ({ root, commit, reason }: { root: string; commit: string; reason: string }) =>
      `${root} can't be brought to the commit ${commit.slice(0, 12)} that a task stands in: ${reason.replace(/\.$/, '')}.`,
    hint: 'Push from where the night is, and commit or put aside what is in the way here. The task is left to others.',
  },
  NIGHTSHIFT_NO_REPOSITORY: {
    message: ({ root, reason }: { root: string; reason: string }) =>
      `Machines know a space by its git repository, and ${root} is none: ${reason}.`,
    hint: 'git init and a first commit; for `sync` a name in sync.space of the settings does, too.',
  },
  NIGHTSHIFT_TIMER_UNKNOWN: {
    message: ({ platform }: { platform: string }) => `Nobody knows how to start a program by time on ${platform}.`,
    hint: 'datacortex nightshift install --kind cron shows a line for cron.',
  },
})
