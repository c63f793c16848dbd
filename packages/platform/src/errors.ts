import { errorsOf, redact } from '@datacortex/errors'
import { shellWord } from './shell-word.ts'
import { visibleText } from './visible-text.ts'

type Fetched = { readonly url: string }

type Reasons = { readonly reason?: string | undefined; readonly hint?: string | undefined }

/** `excerpt`: where it is no YAML, as `formatYamlProblem` shows it; it names the file and stands for itself. */
type Unfit = { readonly issues: readonly string[] } | { readonly excerpt: string }

/** Makes the errors of the platform: spaces, files, settings, fetching. */
export const platformError = errorsOf({
  SPACE_NOT_FOUND: {
    message: ({ directory, reason }: Reasons & { directory: string }) =>
      `${directory} ${reason ?? 'has no .datacore folder, nor has any folder above it'}.`,
    hint: ({ directory, hint = `datacortex init ${shellWord(directory)}` }) => hint,
    details: ({ directory, reason }) => ({ directory, ...(reason === undefined ? {} : { reason }) }),
  },
  PLATFORM_LOCK_TIMEOUT: {
    message: ({ file, timeoutMs, owner }: { file: string; timeoutMs: number; owner: string | undefined }) =>
      `${file} was locked for more than ${timeoutMs} ms${owner === undefined ? '' : ` by ${owner}`}. Nothing was changed.`,
    hint: 'Wait for the other process to finish or stop it, then run the command again.',
    details: ({ file, owner }) => ({ file, owner }),
  },
  PLATFORM_FILE_UNREADABLE: {
    message: ({ file, reason }: { file: string; reason: string }) => `${file} can't be read: ${reason}.`,
    hint: 'Check that the file is there, is text in UTF-8 and may be read.',
  },
  PLATFORM_FILE_UNWRITABLE: {
    message: ({ file, reason }: { file: string; reason: string; hint?: string | undefined }) =>
      `${file} can't be written: ${reason}. It is as it was before.`,
    hint: ({ reason, hint }) =>
      hint ??
      (/in the way$|not a folder$/.test(reason)
        ? 'Move the file that is in the way, or name another folder.'
        : 'Check free space and permissions, then run the command again.'),
    details: ({ file, reason }) => ({ file, reason }),
  },
  PLATFORM_JSON_INVALID: {
    message: ({ origin, issues }: { origin: string; issues: readonly string[] }) =>
      `${origin} is not the JSON that was expected: ${issues.join('; ')}.`,
    hint: 'Correct the named fields.',
  },
  PLATFORM_SETTINGS_INVALID: {
    message: ({ file, ...found }: Unfit & { file: string }) =>
      'excerpt' in found ? found.excerpt : `${file} does not match the settings: ${found.issues.join('; ')}.`,
    hint: ({ file, ...found }) =>
      'excerpt' in found
        ? `Correct the marked line of ${file}.`
        : 'Correct these fields; `datacortex doctor` shows them again.',
    details: ({ file, ...found }) => ({ file, issues: 'excerpt' in found ? [found.excerpt] : found.issues }),
  },
  PLATFORM_PATH_REFUSED: {
    message: ({ path, reason }: { path: string; reason: string }) =>
      `The path ${JSON.stringify(path)} is refused: ${reason}.`,
    hint: 'Use a relative path inside the folder, without "..", links or special names.',
  },
  PLATFORM_LINK_REFUSED: {
    message: ({ link, reason }: { link: string; reason?: string | undefined }) =>
      `${link} is not opened: ${reason ?? 'it is a symbolic link, and what a space keeps is reached through none'}.`,
    hint: ({ link }) =>
      `Remove it if you did not make it, or put what it leads to in its place: ${shellWord(link)}. A cache is made anew.`,
    details: ({ link }) => ({ link }),
  },
  PLATFORM_PROGRAM_REFUSED: {
    message: ({ program, place }: { program: string; place: string }) =>
      `${program} is not started: by ${JSON.stringify(place)} in PATH a folder from elsewhere could bring a program of any name.`,
    hint: 'Take that entry out of PATH; nothing else is wrong.',
  },
  PLATFORM_SECRET_MISPLACED: {
    message: ({ name }: { name: string }) =>
      `The secret ${name} is not read: .datacore/env/${name} leads out of .datacore/env of this space.`,
    hint: ({ name }) =>
      `Put the secret itself into .datacore/env/${name} (0600) instead of the link, if this space may have it.`,
    details: ({ name }) => ({ name, transient: false }),
  },
  PLATFORM_SECRET_WITHHELD: {
    message: ({ name }: { name: string; to: string }) =>
      `The secret ${name} is not handed out: only this space names who gets it.`,
    hint: ({ name, to }) =>
      `If ${visibleText(to)} may have it: datacortex trust allow ${shellWord(`secrets.${name}@${to}`)}`,
    details: ({ name }) => ({ name, transient: false }),
  },
  FETCH_REFUSED: {
    message: ({ url, reason }: Fetched & { reason: string; hint?: string | undefined }) =>
      `${url} is not fetched: ${reason}.`,
    hint: ({
      hint = 'A private host that you trust is named as `host:port` under network.allow_private in .datacore/settings.yaml, then allowed: datacortex trust allow.',
    }) => hint,
    details: ({ url, reason }) => ({ url: redact(url), reason, transient: false }),
  },
  FETCH_UNREACHABLE: {
    message: ({ url, reason }: Fetched & { reason: string; transient?: boolean }) =>
      `${url} can't be reached: ${reason}.`,
    hint: ({ transient = true }) => (transient ? 'Check the network and try again.' : 'Check the address.'),
    details: ({ url, reason, transient = true }) => ({ url: redact(url), reason, transient }),
  },
  FETCH_TIMEOUT: {
    message: ({ url, waitedFor, timeoutMs }: Fetched & { waitedFor: string; timeoutMs: number }) =>
      `${url} gave no ${waitedFor} within ${timeoutMs} ms.`,
    hint: 'Try again later.',
    details: ({ url, waitedFor, timeoutMs }) => ({ url: redact(url), waitedFor, timeoutMs, transient: true }),
  },
  FETCH_TOO_LARGE: {
    message: ({ url, what, maxBytes }: Fetched & { what: string; maxBytes: number }) =>
      `${what} of ${url} is larger than ${maxBytes} bytes.`,
    hint: 'Nothing more of it was read. Save it by other means if you need it.',
    details: ({ url, what, maxBytes }) => ({ url: redact(url), what, maxBytes, transient: false }),
  },
  FETCH_REDIRECT_REFUSED: {
    message: ({ url, reason }: Fetched & { reason: string }) => `${url} is not fetched: ${reason}.`,
    hint: 'Use the address that it leads to.',
    details: ({ url, reason }) => ({ url: redact(url), reason, transient: false }),
  },
  FETCH_RESPONSE_INVALID: {
    message: ({ url, reason }: Fetched & { reason: string }) =>
      `${url} answered with something that can't be read: ${reason}.`,
    hint: 'The fault is on the side of the server.',
    details: ({ url, reason }) => ({ url: redact(url), reason, transient: false }),
  },
  FETCH_RATE_LIMITED: {
    message: ({ url }: Fetched & { retryAfterMs: number }) =>
      `${url} is not fetched now: its host was asked often enough within this minute.`,
    hint: 'Try again later, or raise network.per_host_per_minute in .datacore/settings.yaml.',
    details: ({ url, retryAfterMs }) => ({ url: redact(url), retryAfterMs, transient: true }),
  },
  FETCH_ROBOTS_DISALLOWED: {
    message: ({ url, transient = false }: Fetched & { transient?: boolean }) => {
      const why = transient ? 'its robots.txt could not be read' : 'its robots.txt asks programs not to'
      return `${url} is not fetched: ${why}.`
    },
    hint: 'Open it yourself and give the saved file.',
    details: ({ url, transient = false }) => ({ url: redact(url), transient }),
  },
  WRITES_REFUSED: {
    message: ({ path, reason }: { path: string; reason: string }) =>
      `${JSON.stringify(path)} is not written: ${reason}.`,
    hint: 'Nothing was changed there. What may be written is named by the permissions and the settings.',
    details: ({ path, reason }) => ({ path, reason, transient: false }),
  },
  WRITES_RUN_UNKNOWN: {
    message: ({ run }: { run: string; known: readonly string[] }) =>
      `No run ${JSON.stringify(run)} wrote anything here.`,
    hint: ({ known }) =>
      known.length === 0 ? 'Nothing has been written that could be taken back.' : `The last ones: ${known.join(', ')}.`,
    details: ({ run, known }) => ({ run, known, transient: false }),
  },
  WRITES_CONFLICT: {
    message: ({ path, expected, found }: { path: string; expected: string; found: string }) =>
      `${JSON.stringify(path)} was changed by somebody else: ${found}, not ${expected}.`,
    hint: 'It is as they left it. Read it again and repeat the change.',
    details: ({ path, expected, found }) => ({ path, expected, found, transient: true }),
  },
  PLATFORM_HOME_UNKNOWN: {
    message: 'The system knows no home folder of this user.',
    hint: 'Set HOME, or DATACORTEX_CACHE_DIR and DATACORTEX_CONFIG_DIR, to folders that this user may write.',
  },
})
