import { type MakeError, errorsOf } from '@datacortex/errors'

export type FilesErrors = {
  readonly SOURCE_FILES_FOLDER_UNREADABLE: { readonly folder: string; readonly reason: string }
  readonly SOURCE_FILES_PASSED_OVER: {
    readonly folder: string
    /** How many were. */
    readonly searched: number
    readonly extensions: readonly string[]
    /** How many of which endings. */
    readonly passedOver: string
  }
}

export const filesError: MakeError<FilesErrors> = errorsOf<FilesErrors>({
  SOURCE_FILES_FOLDER_UNREADABLE: {
    message: ({ folder, reason }) => `The folder "${folder}" of the source files can't be read: ${reason}.`,
    hint: 'Name an absolute path as `folder` of source-files in .datacore/settings.yaml.',
    details: ({ folder }) => ({ folder, transient: false }),
  },
  SOURCE_FILES_PASSED_OVER: {
    message: ({ folder, searched, extensions, passedOver }) =>
      `Nothing was found in the files of "${folder}" that end in ${extensions.join(', ')} (${searched}); passed over: ${passedOver}.`,
    hint: 'Ingest such files into the space: datacortex ingest. Plain texts of other endings can be named as `extensions` of source-files in .datacore/settings.yaml.',
    details: ({ folder, searched, passedOver }) => ({ folder, searched, passedOver, transient: false }),
  },
})
