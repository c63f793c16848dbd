import { CodedError } from '@datacortex/errors'

/** More bytes, files or levels than the settings allow. */
export class FileTooLargeError extends CodedError {
  constructor({ name, size, limit, setting }: { name: string; size: string; limit: string; setting: string }) {
    super('FILE_TOO_LARGE', `${name} has ${size}, more than ${limit}.`, {
      hint: `Split it, or raise \`${setting}\` of agent-file-reader in .datacore/settings.yaml.`,
      details: { name, transient: false },
    })
  }
}

/** Brackets inside brackets beyond what can be walked through. */
export class FileTooDeepError extends CodedError {
  constructor({ name, limit }: { name: string; limit: number }) {
    super('FILE_TOO_DEEP', `${name} is nested deeper than ${limit} levels.`, {
      hint: 'Take out of it what you need; a file like this is seldom made to be read.',
      details: { name, limit, transient: false },
    })
  }
}

/** There is nothing in it. */
export class FileEmptyError extends CodedError {
  constructor({ name }: { name: string }) {
    super('FILE_EMPTY', `${name} has no text.`, {
      hint: 'Check that it was saved and copied completely.',
      details: { name, transient: false },
    })
  }
}

/** It is called a text and is none. */
export class FileBinaryError extends CodedError {
  constructor({ name, reason }: { name: string; reason: string }) {
    super('FILE_BINARY', `${name} is no text: ${reason}.`, {
      hint: 'Save it as UTF-8 text, or as a kind of document that this program reads.',
      details: { name, transient: false },
    })
  }
}

/** It doesn't follow the format that it has by its name. */
export class FileBrokenError extends CodedError {
  constructor({ name, format, reason, cause }: { name: string; format: string; reason: string; cause?: unknown }) {
    super('FILE_BROKEN', `${name} can't be read as ${format}: ${reason}.`, {
      hint: `Open it in a program for ${format} and save it again.`,
      details: { name, format, transient: false },
      cause,
    })
  }
}

/** It is protected: by a password, or by rights management. */
export class FileEncryptedError extends CodedError {
  constructor({ name, format }: { name: string; format: string }) {
    super('FILE_ENCRYPTED', `${name} is an encrypted ${format}.`, {
      hint: 'Save a copy without protection from a program that can open it, and take that.',
      details: { name, format, transient: false },
    })
  }
}

/** An archive that is made to harm: paths that lead out, or much from little. */
export class FileArchiveRefusedError extends CodedError {
  constructor({ name, reason }: { name: string; reason: string }) {
    super('FILE_ARCHIVE_REFUSED', `${name} is not unpacked: ${reason}.`, {
      hint: 'Do not open it elsewhere either, unless you know who made it; if you do, unpack it and take its files.',
      details: { name, transient: false },
    })
  }
}
