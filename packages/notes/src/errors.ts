import { errorsOf } from '@datacortex/errors'

export const noteError = errorsOf({
  MEMORY_NOTE_UNREADABLE: {
    message: ({ path, reason }: { path: string; reason: string }) =>
      `The note ${JSON.stringify(path)} can't be read: ${reason}.`,
    hint: 'Check the file and its permissions. Nothing was changed.',
  },
})
