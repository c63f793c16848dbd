/**
 * A domain as addresses have it: lower case, punycode, no dot at its end.
 * @param text - As people write it: `Example.com`, `https://example.com/`, `münchen.de`.
 * @returns Undefined if it is none, such as a pattern, an address with a path or one with a port.
 * @example domainName('https://München.de') // 'xn--mnchen-3ya.de'
 * @see https://url.spec.whatwg.org/#host-parsing
 */
export function domainName(text: string): string | undefined {
  const [, host] = /^(?:https?:\/\/)?([^\s:/@*?#[\]\\]+)\/?$/i.exec(text.trim()) ?? []
  const name = host === undefined ? undefined : URL.parse(`http://${host}/`)?.hostname.replace(/\.$/, '')
  return name !== undefined && /^[^.]+(?:\.[^.]+)*$/.test(name) ? name : undefined
}
