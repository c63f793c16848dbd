import { readFileSync } from 'node:fs'

/** How the program introduces itself: product, version and where to complain. */
export function userAgentFor(contact: string | undefined): string {
  // Headers are ASCII, and a parenthesis would end the comment.
  const safe = contact?.replace(/[^!-'*-~]/g, '') ?? ''
  return `${productToken}/${programVersion()}${safe === '' ? '' : ` (+${safe})`}`
}

/** The name that robots.txt files know the program by. */
export const productToken = 'datacortex'

/**
 * The version of the program, which all of its packages have.
 * @example programVersion() // '0.2.0'
 */
export function programVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? '0.0.0'
}
