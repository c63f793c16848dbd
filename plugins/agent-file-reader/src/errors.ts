import { type MakeError, errorsOf } from '@datacortex/errors'

export type FileErrors = {
  readonly FILE_TOO_LARGE: {
    readonly name: string
    readonly size: string
    readonly limit: string
    readonly setting: string
  }
  readonly FILE_TOO_DEEP: { readonly name: string; readonly limit: number }
  readonly FILE_EMPTY: { readonly name: string }
  readonly FILE_BINARY: { readonly name: string; readonly reason: string }
  readonly FILE_BROKEN: { readonly name: string; readonly format: string; readonly reason: string }
  readonly FILE_ENCRYPTED: { readonly name: string; readonly format: string }
  readonly FILE_ARCHIVE_REFUSED: { readonly name: string; readonly reason: string }
}

export const fileError: MakeError<FileErrors> = errorsOf<FileErrors>({
  FILE_TOO_LARGE: {
    message: ({ name, size, limit }) => `${name} has ${size}, more than ${limit}.`,
    hint: ({ setting }) => `Split it, or raise \`${setting}\` of agent-file-reader in .datacore/settings.yaml.`,
    details: ({ name }) => ({ name, transient: false }),
  },
  FILE_TOO_DEEP: {
    message: ({ name, limit }) => `${name} is nested deeper than ${limit} levels.`,
    hint: 'Take out of it what you need; a file like this is seldom made to be read.',
    details: ({ name, limit }) => ({ name, limit, transient: false }),
  },
  FILE_EMPTY: {
    message: ({ name }) => `${name} has no text.`,
    hint: 'Check that it was saved and copied completely.',
    details: ({ name }) => ({ name, transient: false }),
  },
  FILE_BINARY: {
    message: ({ name, reason }) => `${name} is no text: ${reason}.`,
    hint: 'Save it as UTF-8 text, or as a kind of document that this program reads.',
    details: ({ name }) => ({ name, transient: false }),
  },
  FILE_BROKEN: {
    message: ({ name, format, reason }) => `${name} can't be read as ${format}: ${reason}.`,
    hint: ({ format }) => `Open it in a program for ${format} and save it again.`,
    details: ({ name, format }) => ({ name, format, transient: false }),
  },
  FILE_ENCRYPTED: {
    message: ({ name, format }) => `${name} is an encrypted ${format}.`,
    hint: 'Save a copy without protection from a program that can open it, and take that.',
    details: ({ name, format }) => ({ name, format, transient: false }),
  },
  FILE_ARCHIVE_REFUSED: {
    message: ({ name, reason }) => `${name} is not unpacked: ${reason}.`,
    hint: 'Do not open it elsewhere either, unless you know who made it; if you do, unpack it and take its files.',
    details: ({ name }) => ({ name, transient: false }),
  },
})
