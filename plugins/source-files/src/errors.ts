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
