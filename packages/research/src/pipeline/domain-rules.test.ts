import { expect, test } from 'vitest'
import { domainProblems, forbiddenBy } from './domain-rules.ts'

test.each([
  ['example.com', 'https://example.com/a'],
  ['example.com', 'https://deep.sub.example.com/a'],
  ['Example.com', 'https://example.com/a'],
  ['www.example.com', 'https://example.com/a'],
  ['example.com', 'https://www.example.com/a'],
  ['https://example.com', 'https://EXAMPLE.com/a'],
  ['example.com', 'https://example.com./a'],
  ['example.com.', 'http://example.com:8080/a'],
  ['münchen.de', 'https://xn--mnchen-3ya.de/'],
  ['xn--mnchen-3ya.de', 'https://münchen.de/'],
  ['www.gov.uk', 'https://www.gov.uk/tides'],
])('%s forbids %s, and allows it', (domain, url) => {
  expect(forbiddenBy({ denyDomains: [domain], allowDomains: [] }, url)).toMatch(/^the settings forbid /)
  expect(forbiddenBy({ denyDomains: [], allowDomains: [domain] }, url)).toBeUndefined()
})

test.each([
  ['example.com', 'https://notexample.com/a'],
  ['sub.example.com', 'https://example.com/a'],
  ['www.gov.uk', 'https://met.gov.uk/'],
  ['*.example.com', 'https://a.example.com/'],
])('%s neither forbids nor allows %s', (domain, url) => {
  expect(forbiddenBy({ denyDomains: [domain], allowDomains: [] }, url)).toBeUndefined()
  expect(forbiddenBy({ denyDomains: [], allowDomains: [domain] }, url)).toMatch(/^the settings do not name /)
})

test('entries that are no domain are told once', () => {
  expect(domainProblems({ denyDomains: ['*.a.example', 'b.example'], allowDomains: ['*.a.example'] })).toEqual([
    '"*.a.example" is no domain, so it neither allows nor forbids anything',
  ])
})
