import { CodedError } from '@datacortex/errors'

/** Why a page does not show its content. */
export type PageRefusal = 'script' | 'consent' | 'login' | 'paywall' | 'robot' | 'gone'

/** The page shows something else than its content: a shell for scripts, a wall, a log-in form. */
export class PageRefusedError extends CodedError {
  constructor({ url, kind }: { url: string; kind: PageRefusal }) {
    super(refusals[kind].code, `${named(url)} ${refusals[kind].what}.`, {
      hint: refusals[kind].hint,
      details: { url, kind, transient: false },
    })
  }
}

const refusals = {
  script: {
    code: 'PAGE_NEEDS_SCRIPT',
    what: 'is built by scripts; without them it has no text',
    hint: 'Save the page from a browser and ingest the file, or configure a reader service.',
  },
  consent: {
    code: 'PAGE_CONSENT_WALL',
    what: 'asks for consent to cookies before it shows anything',
    hint: 'Open it in a browser, answer, save the page and ingest the file.',
  },
  login: {
    code: 'PAGE_LOGIN_REQUIRED',
    what: 'wants a log-in before it shows anything',
    hint: 'Log in with a browser, save the page and ingest the file.',
  },
  paywall: {
    code: 'PAGE_PAYWALL',
    what: 'shows its text to subscribers only',
    hint: 'If you may read it, save the page from a browser and ingest the file.',
  },
  robot: {
    code: 'PAGE_ROBOT_CHECK',
    what: 'wants proof of a human reader',
    hint: 'Open it in a browser, save the page and ingest the file, or try again later.',
  },
  gone: {
    code: 'PAGE_NOT_FOUND',
    what: 'says that there is no such page',
    hint: 'The page is gone or was moved; check the address.',
  },
} as const

/** The page has no content at all. */
export class PageEmptyError extends CodedError {
  constructor({ url }: { url: string }) {
    super('PAGE_EMPTY', `${named(url)} has no text.`, {
      hint: 'Open it in a browser: if there is text, save the page from there and ingest the file.',
      details: { url, kind: 'empty', transient: false },
    })
  }
}

/** The page is beyond what is parsed. */
export class PageTooLargeError extends CodedError {
  constructor({ url, size, limit }: { url: string; size: string; limit: string }) {
    super('PAGE_TOO_LARGE', `${named(url)} has ${size}; at most ${limit} are read.`, {
      hint: 'Save the part that you need as a file and ingest that.',
      details: { url, kind: 'too_large', transient: false },
    })
  }
}

/** A saved page that does not say where it comes from has the address of nothing. */
function named(url: string): string {
  return url === 'about:blank' ? 'The page' : url
}
