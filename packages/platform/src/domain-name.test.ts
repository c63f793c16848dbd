import { expect, test } from 'vitest'
import { domainName } from './domain-name.ts'

test.each([
  ['example.com', 'example.com'],
  [' Example.COM. ', 'example.com'],
  ['https://www.example.com/', 'www.example.com'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['ru', 'ru'],
  ['192.0.2.1', '192.0.2.1'],
])('%j is the domain %s', (text, name) => {
  expect(domainName(text)).toBe(name)
})

test.each([
  '',
  '*.example.com',
  '.example.com',
  'example..com',
  'example.com/path',
  'https://example.com/?q',
  'example.com:80',
  'me@example.com',
  'two words',
  'ftp://example.com',
  '[::1]',
  'a.b\\c',
])('%j is no domain', (text) => {
  expect(domainName(text)).toBeUndefined()
})
