import { expect, test } from 'vitest'
import { isNotice } from './is-notice.ts'

test.each([
  '*This post may contain affiliate and/or referral links.',
  'Some links on our site are affiliate links.',
  'We may earn a small commission from them.',
  'As an Amazon Associate I earn from purchases.',
  'By using the harbour app, you agree to its licence.',
  'We use cookies to count our readers.',
  'Dieser Beitrag enthält Affiliate-Links.',
  'Diese Seite verwendet Cookies.',
])('%j is a notice', (sentence) => {
  expect(isNotice(sentence)).toBe(true)
})

test.each([
  'Affiliate links pay for most of the small sites.',
  'The site of the old harbour was sold by a commission of the town in 1884, it says.',
  'Cookies are baked for twelve minutes.',
  'By using oil, the keepers saved money.',
  'This post of oak was set in 1884.',
  '',
])('%j is none', (sentence) => {
  expect(isNotice(sentence)).toBe(false)
})
