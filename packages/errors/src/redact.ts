import { withoutControls } from './without-controls.ts'

// Up to the last @, because passwords may hold one. Looking back keeps the search linear in long texts.
const urlCredentials = /(?<=[a-z0-9+.-]:\/\/)[^\s/?#]+@/gi
// A colon behind an address is that of the sentence around it.
const secretParameters =
  /([?&#](?:x-)?(?:api[_-]?key|(?:access|auth|refresh|id)[_-]?token|token|key|(?:client[_-]?)?secret|password|sig(?:nature)?)=)[^&#\s]*[^&#\s:]/gi

// A secret key of Nostr (NIP-19), and most of one.
const secretKey = /nsec1[02-9ac-hj-np-z]{20,}/i

/** Whether a text holds a secret key of Nostr. @example holdsSecretKey('nsec1…') */
export function holdsSecretKey(text: string): boolean {
  return secretKey.test(text)
}

/**
 * Text that is safe to show: no control or direction-changing characters, no credentials in URLs.
 *
 * Control characters go first, so that one placed inside a URL can't hide the credentials from the second step.
 * @returns The text with `***` in place of user names, passwords and secret query parameters.
 * @example redact('https://me:pw@host/x?token=abc') // 'https://***@host/x?token=***'
 */
export function redact(text: string): string {
  return withoutControls(text).replace(urlCredentials, '***@').replace(secretParameters, '$1***')
}
