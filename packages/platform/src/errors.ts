import { CodedError, redact } from '@datacortex/errors'
import { shellWord } from './shell-word.ts'
import { visibleText } from './visible-text.ts'

/** No `.datacore` folder here or above, or none in exactly the folder that was named. */
export class SpaceNotFoundError extends CodedError {
  constructor({
    directory,
    reason = 'has no .datacore folder, nor has any folder above it',
    hint = `datacortex init ${shellWord(directory)}`,
  }: {
    directory: string
    reason?: string | undefined
    hint?: string | undefined
  }) {
    super('SPACE_NOT_FOUND', `${directory} ${reason}.`, { hint, details: { directory } })
  }
}

/** A lock was held by another process for longer than the caller could wait. */
export class LockTimeoutError extends CodedError {
  constructor({ file, timeoutMs, owner }: { file: string; timeoutMs: number; owner: string | undefined }) {
    super(
      'PLATFORM_LOCK_TIMEOUT',
      `${file} was locked for more than ${timeoutMs} ms${owner === undefined ? '' : ` by ${owner}`}. Nothing was changed.`,
      {
        hint: 'Wait for the other process to finish or stop it, then run the command again.',
        details: { file, owner },
      },
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
  constructor({
    file,
    reason,
    hint = 'Check free space and permissions, then run the command again.',
    cause,
  }: {
    file: string
    reason: string
    hint?: string | undefined
    cause?: unknown
  }) {
    super('PLATFORM_FILE_UNWRITABLE', `${file} can't be written: ${reason}. It is as it was before.`, {
      hint,
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

/** Settings that are no YAML, or do not have the expected shape. */
export class SettingsInvalidError extends CodedError {
  /** `excerpt`: where it is no YAML, as `formatYamlProblem` shows it; it names the file and stands for itself. */
  constructor({ file, ...found }: { file: string } & ({ issues: readonly string[] } | { excerpt: string })) {
    const broken = 'excerpt' in found
    const message = broken ? found.excerpt : `${file} does not match the settings: ${found.issues.join('; ')}.`
    super('PLATFORM_SETTINGS_INVALID', message, {
      hint: broken
        ? `Correct the marked line of ${file}.`
        : 'Correct these fields; `datacortex doctor` shows them again.',
      details: { file, issues: broken ? [found.excerpt] : found.issues },
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

/** A file of `.datacore/env` that is a link to somewhere else, or lies behind one. */
export class SecretMisplacedError extends CodedError {
  constructor({ name }: { name: string }) {
    super(
      'PLATFORM_SECRET_MISPLACED',
      `The secret ${name} is not read: .datacore/env/${name} leads out of .datacore/env of this space.`,
      {
        hint: `Put the secret itself into .datacore/env/${name} (0600) instead of the link, if this space may have it.`,
        details: { name, transient: false },
      },
    )
  }
}

/** A secret is only in the environment, and the space itself names who would get it. */
export class SecretWithheldError extends CodedError {
  constructor({ name, sentTo }: { name: string; sentTo: string }) {
    super('PLATFORM_SECRET_WITHHELD', `The secret ${name} is missing: it is only in the environment.`, {
      hint: `put it into .datacore/env/${name} (0600): this space sends it to ${visibleText(sentTo)}`,
      details: { name, transient: false },
    })
  }
}

type Fetched = { readonly url: string }

/** An address that is not asked: another scheme or port, a host that is private or was not granted. */
export class FetchRefusedError extends CodedError {
  readonly reason: string

  constructor({
    url,
    reason,
    hint = 'A private host that you trust is named as `host:port` under network.allow_private in .datacore/settings.yaml.',
  }: Fetched & { reason: string; hint?: string | undefined }) {
    super('FETCH_REFUSED', `${url} is not fetched: ${reason}.`, {
      hint,
      details: { url: redact(url), reason, transient: false },
    })
    this.reason = reason
  }
}

/** No connection, or it broke. */
export class FetchUnreachableError extends CodedError {
  constructor({
    url,
    reason,
    transient = true,
    cause,
  }: Fetched & { reason: string; transient?: boolean; cause?: unknown }) {
    super('FETCH_UNREACHABLE', `${url} can't be reached: ${reason}.`, {
      hint: transient ? 'Check the network and try again.' : 'Check the address.',
      details: { url: redact(url), reason, transient },
      cause,
    })
  }
}

/** Connecting, the first byte, the next piece or the whole took too long. */
export class FetchTimeoutError extends CodedError {
  constructor({ url, waitedFor, timeoutMs }: Fetched & { waitedFor: string; timeoutMs: number }) {
    super('FETCH_TIMEOUT', `${url} gave no ${waitedFor} within ${timeoutMs} ms.`, {
      hint: 'Try again later.',
      details: { url: redact(url), waitedFor, timeoutMs, transient: true },
    })
  }
}

/** More bytes than are taken. */
export class FetchTooLargeError extends CodedError {
  constructor({ url, what, maxBytes }: Fetched & { what: string; maxBytes: number }) {
    super('FETCH_TOO_LARGE', `${what} of ${url} is larger than ${maxBytes} bytes.`, {
      hint: 'Nothing more of it was read. Save it by other means if you need it.',
      details: { url: redact(url), what, maxBytes, transient: false },
    })
  }
}

/** Sent on too often, or where nobody follows. */
export class FetchRedirectError extends CodedError {
  readonly reason: string

  constructor({ url, reason }: Fetched & { reason: string }) {
    super('FETCH_REDIRECT_REFUSED', `${url} is not fetched: ${reason}.`, {
      hint: 'Use the address that it leads to.',
      details: { url: redact(url), reason, transient: false },
    })
    this.reason = reason
  }
}

/** An answer that is no HTTP, or whose compression is broken or unknown. */
export class FetchResponseInvalidError extends CodedError {
  constructor({ url, reason, cause }: Fetched & { reason: string; cause?: unknown }) {
    super('FETCH_RESPONSE_INVALID', `${url} answered with something that can't be read: ${reason}.`, {
      hint: 'The fault is on the side of the server.',
      details: { url: redact(url), reason, transient: false },
      cause,
    })
  }
}

/** So many requests went to this host lately that the next would have to wait too long. */
export class FetchRateLimitedError extends CodedError {
  constructor({ url, retryAfterMs }: Fetched & { retryAfterMs: number }) {
    super('FETCH_RATE_LIMITED', `${url} is not fetched now: its host was asked often enough within this minute.`, {
      hint: 'Try again later, or raise network.per_host_per_minute in .datacore/settings.yaml.',
      details: { url: redact(url), retryAfterMs, transient: true },
    })
  }
}

/** The operators of the site ask programs to stay away from this address. */
export class FetchRobotsError extends CodedError {
  constructor({ url, transient = false }: Fetched & { transient?: boolean }) {
    const why = transient ? 'its robots.txt could not be read' : 'its robots.txt asks programs not to'
    super('FETCH_ROBOTS_DISALLOWED', `${url} is not fetched: ${why}.`, {
      hint: 'Open it yourself and give the saved file.',
      details: { url: redact(url), transient },
    })
  }
}

/** A test replays recordings, and of this request there is none. */
export class FetchRecordingMissingError extends CodedError {
  constructor({ url, file }: Fetched & { file: string }) {
    super('FETCH_RECORDING_MISSING', `No recording of ${url} is there: ${file}.`, {
      hint: 'Record it once with the mode `record`.',
      details: { url: redact(url), file, transient: false },
    })
  }
}

/** A path that may not be written by whoever asks, or more than may be written. */
export class WritesRefusedError extends CodedError {
  constructor({ path, reason, cause }: { path: string; reason: string; cause?: unknown }) {
    super('WRITES_REFUSED', `${JSON.stringify(path)} is not written: ${reason}.`, {
      hint: 'Nothing was changed there. What may be written is named by the permissions and the settings.',
      details: { path, reason, transient: false },
      cause,
    })
  }
}

/** No run of this name wrote anything. */
export class WritesRunUnknownError extends CodedError {
  constructor({ run, known }: { run: string; known: readonly string[] }) {
    super('WRITES_RUN_UNKNOWN', `No run ${JSON.stringify(run)} wrote anything here.`, {
      hint:
        known.length === 0
          ? 'Nothing has been written that could be taken back.'
          : `The last ones: ${known.join(', ')}.`,
      details: { run, known, transient: false },
    })
  }
}

/** A file is not the one that was read before. */
export class WritesConflictError extends CodedError {
  constructor({ path, expected, found }: { path: string; expected: string; found: string }) {
    super('WRITES_CONFLICT', `${JSON.stringify(path)} was changed by somebody else: ${found}, not ${expected}.`, {
      hint: 'It is as they left it. Read it again and repeat the change.',
      details: { path, expected, found, transient: true },
    })
  }
}

/** The system knows no home folder of this user. */
export class HomeUnknownError extends CodedError {
  constructor({ cause }: { cause: unknown }) {
    super('PLATFORM_HOME_UNKNOWN', 'The system knows no home folder of this user.', {
      hint: 'Set HOME, or DATACORTEX_CACHE_DIR and DATACORTEX_CONFIG_DIR, to folders that this user may write.',
      cause,
    })
  }
}
