import { errorsOf } from '@datacortex/errors'

export const fileError = errorsOf({
  FILE_TOO_LARGE: {
    message: ({ name, size, limit }: { name: string; size: string; limit: string; setting: string }) =>
      `${name} has ${size}, more than ${limit}.`,
    hint: ({ setting }) => `Split it, or raise \`${setting}\` of agent-file-reader in .datacore/settings.yaml.`,
    details: ({ name }) => ({ name, transient: false }),
  },
  FILE_TOO_DEEP: {
    message: ({ name, limit }: { name: string; limit: number }) => `${name} is nested deeper than ${limit} levels.`,
    hint: 'Take out of it what you need; a file like this is seldom made to be read.',
    details: ({ name, limit }) => ({ name, limit, transient: false }),
  },
  FILE_EMPTY: {
    message: ({ name }: { name: string }) => `${name} has no text.`,
    hint: 'Check that it was saved and copied completely.',
    details: ({ name }) => ({ name, transient: false }),
  },
  FILE_BINARY: {
    message: ({ name, reason }: { name: string; reason: string }) => `${name} is no text: ${reason}.`,
    hint: 'Save it as UTF-8 text, or as a kind of document that this program reads.',
    details: ({ name }) => ({ name, transient: false }),
  },
  FILE_BROKEN: {
    message: ({ name, format, reason }: { name: string; format: string; reason: string }) =>
      `${name} can't be read as ${format}: ${reason}.`,
    hint: ({ format }) => `Open it in a program for ${format} and save it again.`,
    details: ({ name, format }) => ({ name, format, transient: false }),
  },
  FILE_ENCRYPTED: {
    message: ({ name, format }: { name: string; format: string }) => `${name} is an encrypted ${format}.`,
    hint: 'Save a copy without protection from a program that can open it, and take that.',
    details: ({ name, format }) => ({ name, format, transient: false }),
  },
  FILE_ARCHIVE_REFUSED: {
    message: ({ name, reason }: { name: string; reason: string }) => `${name} is not unpacked: ${reason}.`,
    hint: 'Do not open it elsewhere either, unless you know who made it; if you do, unpack it and take its files.',
    details: ({ name }) => ({ name, transient: false }),
  },
})
