import { type MakeError, errorsOf } from '@datacortex/errors'

export type NoteErrors = {
  readonly MEMORY_NOTE_UNREADABLE: { readonly path: string; readonly reason: string }
}

export const noteError: MakeError<NoteErrors> = errorsOf<NoteErrors>({
  MEMORY_NOTE_UNREADABLE: {
    message: ({ path, reason }) => `The note ${JSON.stringify(path)} can't be read: ${reason}.`,
    hint: 'Check the file and its permissions. Nothing was changed.',
  },
})
