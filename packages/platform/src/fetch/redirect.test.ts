import { expect, test } from 'vitest'
import { redirected } from './redirect.ts'

const allowPrivate = ['127.0.0.1:11434', 'searx.lan', 'wiki.lan']

/** Where an answer of one address leads to. */
function leads(from: string, to: string, hosts?: readonly string[]): string | undefined {
  const answer = { status: 302, statusText: '', headers: new Headers({ location: to }), close: () => {} }
  const hop = { url: new URL(from), method: 'GET', headers: new Headers() }
  return redirected(hop, { answer, policy: { allowPrivate, hosts } })?.url.href
}

test.each([
  ['http://127.0.0.1:11434/api/tags', undefined],
  ['http://127.0.0.1:11434/api/tags', ['*']],
  ['http://2130706433:11434/', undefined],
  ['http://searx.lan/', undefined],
  ['http://SEARX.lan./', ['example.org', 'searx.lan']],
])('a public host leads to no private one, although that is allowed: %s with hosts %s', (to, hosts) => {
  expect(() => leads('http://example.org/', to, hosts)).toThrowError(
    expect.objectContaining({ code: 'FETCH_REDIRECT_REFUSED', hint: expect.any(String) as string }),
  )
})

test('a private host leads on to private and to public ones, a public one to public ones', () => {
  expect(leads('http://searx.lan/', '/login')).toBe('http://searx.lan/login')
  expect(leads('http://searx.lan/', 'http://wiki.lan/', ['*'])).toBe('http://wiki.lan/')
  expect(leads('http://searx.lan/', 'http://example.org/')).toBe('http://example.org/')
  expect(leads('http://example.org/', 'https://www.example.org/', ['*'])).toBe('https://www.example.org/')
})
