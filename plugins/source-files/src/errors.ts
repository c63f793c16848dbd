import { errorsOf } from '@datacortex/errors'

type FilesPassedOver = {
  readonly folder: string
  readonly searched: number
  readonly extensions: readonly string[]
  readonly passedOver: string
}

export const filesError = errorsOf({
  SOURCE_FILES_FOLDER_UNREADABLE: {
    message: ({ folder, reason }: { folder: string; reason: string }) =>
      `The folder "${folder}" of the source files can't be read: ${reason}.`,
    hint: 'Name an absolute path as `folder` of source-files in .datacore/settings.yaml.',
    details: ({ folder }) => ({ folder, transient: false }),
  },
  SOURCE_FILES_PASSED_OVER: {
    message: ({ folder, searched, extensions, passedOver }: FilesPassedOver) =>
      `Nothing was found in the files of "${folder}" that end in ${extensions.join(', ')} (${searched}); passed over: ${passedOver}.`,
    hint: 'Ingest such files into the space: datacortex ingest. Plain texts of other endings can be named as `extensions` of source-files in .datacore/settings.yaml.',
    details: ({ folder, searched, passedOver }) => ({ folder, searched, passedOver, transient: false }),
  },
})
