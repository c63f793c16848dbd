import { CodedError } from '@datacortex/errors'

/** No `.datacore` folder here or above. */
export class SpaceNotFoundError extends CodedError {
  constructor({ directory }: { directory: string }) {
    super('SPACE_NOT_FOUND', `${directory} has no .datacore folder, nor has any folder above it.`, {
      hint: `datacortex init ${directory}`,
      details: { directory },
    })
  }
}

/** A lock was held by another process for longer than the caller could wait. */
export class LockTimeoutError extends CodedError {
  constructor({ file, timeoutMs, owner }: { file: string; timeoutMs: number; owner: string | undefined }) {
    super(
      'PLATFORM_LOCK_TIMEOUT',
      `${file} was locked for more than ${timeoutMs} ms${owner === undefined ? '' : ` by ${owner}`}. Nothing was changed.`,
      { hint: 'Wait for the other process to finish or stop it, then run the command again.', details: { file } },
    )
  }
}

/** A file could not be read as the text that was expected. */
export class FileUnreadableError extends CodedError {
  constructor({ file, reason, cause }: { file: string; reason: string; cause?: unknown }) {
    super('PLATFORM_FILE_UNREADABLE', `${file} can't be read: ${reason}.`, {
      hint: 'Check that the file is there, is text in UTF-8 and may be read.',
      details: { file, reason },
      cause,
    })
  }
}

/** A file could not be written: disk full, read-only, no permission. */
export class FileUnwritableError extends CodedError {
  constructor({ file, reason, cause }: { file: string; reason: string; cause?: unknown }) {
    super('PLATFORM_FILE_UNWRITABLE', `${file} can't be written: ${reason}. It is as it was before.`, {
      hint: 'Check free space and permissions, then run the command again.',
      details: { file, reason },
      cause,
    })
  }
}

/** JSON from outside that does not parse or does not have the expected shape. */
export class JsonInvalidError extends CodedError {
  constructor({ origin, issues, cause }: { origin: string; issues: readonly string[]; cause?: unknown }) {
    super('PLATFORM_JSON_INVALID', `${origin} is not the JSON that was expected: ${issues.join('; ')}.`, {
      hint: 'Correct the named fields.',
      details: { origin, issues },
      cause,
    })
  }
}

/** Settings that do not have the expected shape. */
export class SettingsInvalidError extends CodedError {
  constructor({ file, issues }: { file: string; issues: readonly string[] }) {
    super('PLATFORM_SETTINGS_INVALID', `${file} does not match the settings: ${issues.join('; ')}.`, {
      hint: 'Correct these fields; `datacortex doctor` shows them again.',
      details: { file, issues },
    })
  }
}

/** A path that leaves the folder it belongs to, or that can't be a portable file name. */
export class PathRefusedError extends CodedError {
  constructor({ path, reason }: { path: string; reason: string }) {
    super('PLATFORM_PATH_REFUSED', `The path ${JSON.stringify(path)} is refused: ${reason}.`, {
      hint: 'Use a relative path inside the folder, without "..", links or special names.',
      details: { path, reason },
    })
  }
}
