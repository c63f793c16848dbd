import { CodedError } from '@datacortex/errors'

/** No folder is named, or the one that is can't be read. */
export class FilesFolderUnreadableError extends CodedError {
  constructor({ folder, reason }: { readonly folder: string; readonly reason: string }) {
    super('SOURCE_FILES_FOLDER_UNREADABLE', `The folder "${folder}" of the source files can't be read: ${reason}.`, {
      hint: 'Name an absolute path as `folder` of source-files in .datacore/settings.yaml.',
      details: { folder, transient: false },
    })
  }
}

/** Nothing was found, and more files of the folder were passed over than were searched. */
export class FilesPassedOverError extends CodedError {
  constructor({
    folder,
    searched,
    extensions,
    passedOver,
  }: {
    readonly folder: string
    /** How many were. */
    readonly searched: number
    readonly extensions: readonly string[]
    /** How many of which endings. */
    readonly passedOver: string
  }) {
    super(
      'SOURCE_FILES_PASSED_OVER',
      `Nothing was found in the files of "${folder}" that end in ${extensions.join(', ')} (${searched}); passed over: ${passedOver}.`,
      {
        hint: 'Ingest such files into the space: datacortex ingest. Plain texts of other endings can be named as `extensions` of source-files in .datacore/settings.yaml.',
        details: { folder, searched, passedOver, transient: false },
      },
    )
  }
}
