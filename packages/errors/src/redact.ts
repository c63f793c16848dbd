// Control characters except tab and newline: they can rewrite a terminal (ESC) or hide text.
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g
const urlCredentials = /([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@]+@/gi
const secretParameters = /([?&](?:api[_-]?key|access[_-]?token|token|key|secret|password|signature)=)[^&#\s]+/gi

/**
 * Text that is safe to show: no control or direction-changing characters, no credentials in URLs.
 *
 * Control characters go first, so that one placed inside a URL can't hide the credentials from the second step.
 *
 * @param text - Any text, also from outside.
 * @returns The text with `***` in place of user names, passwords and secret query parameters.
 * @example redact('https://me:pw@host/x?token=abc') // 'https://***@host/x?token=***'
 */
export function redact(text: string): string {
  return text.replace(controlCharacters, '').replace(urlCredentials, '$1***@').replace(secretParameters, '$1***')
}
