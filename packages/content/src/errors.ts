import { errorsOf } from '@datacortex/errors'

/** Codes of why a page does not show its content. */
export type PageRefusal = Exclude<Parameters<typeof contentError>[0], 'PAGE_EMPTY' | 'PAGE_TOO_LARGE'>

type Page = { readonly url: string }

/** Makes the errors of pages. */
export const contentError = errorsOf({
  PAGE_NEEDS_SCRIPT: {
    message: ({ url }: Page) => `${named(url)} is built by scripts; without them it has no text.`,
    hint: 'Save the page from a browser and ingest the file, or configure a reader service.',
    details: refused('script'),
  },
  PAGE_CONSENT_WALL: {
    message: ({ url }: Page) => `${named(url)} asks for consent to cookies before it shows anything.`,
    hint: 'Open it in a browser, answer, save the page and ingest the file.',
    details: refused('consent'),
  },
  PAGE_LOGIN_REQUIRED: {
    message: ({ url }: Page) => `${named(url)} wants a log-in before it shows anything.`,
    hint: 'Log in with a browser, save the page and ingest the file.',
    details: refused('login'),
  },
  PAGE_PAYWALL: {
    message: ({ url }: Page) => `${named(url)} shows its text to subscribers only.`,
    hint: 'If you may read it, save the page from a browser and ingest the file.',
    details: refused('paywall'),
  },
  PAGE_ROBOT_CHECK: {
    message: ({ url }: Page) => `${named(url)} wants proof of a human reader.`,
    hint: 'Open it in a browser, save the page and ingest the file, or try again later.',
    details: refused('robot'),
  },
  PAGE_NOT_FOUND: {
    message: ({ url }: Page) => `${named(url)} says that there is no such page.`,
    hint: 'The page is gone or was moved; check the address.',
    details: refused('gone'),
  },
  PAGE_EMPTY: {
    message: ({ url }: Page) => `${named(url)} has no text.`,
    hint: 'Open it in a browser: if there is text, save the page from there and ingest the file.',
    details: refused('empty'),
  },
  PAGE_TOO_LARGE: {
    message: ({ url, size, limit }: Page & { size: string; limit: string }) =>
      `${named(url)} has ${size}; at most ${limit} are read.`,
    hint: 'Save the part that you need as a file and ingest that.',
    details: refused('too_large'),
  },
})

function refused(kind: string): (page: Page) => Readonly<Record<string, unknown>> {
  return ({ url }) => ({ url, kind, transient: false })
}

/** A saved page that does not say where it comes from has the address of nothing. */
function named(url: string): string {
  return url === 'about:blank' ? 'The page' : url
}
