import { expect, test } from 'vitest'
import { chainText } from './chain-text.ts'

test.each([
  [['boss', 'writer'], 'boss,writer'],
  [['x,boss', 'acme:agents/a b', '50%2C', 'müde'], 'x%2Cboss,acme%3Aagents%2Fa%20b,50%252C,m%C3%BCde'],
  [['\ud800'], '%EF%BF%BD'],
  [[], ''],
])('the chain %j is told as %j', (chain, text) => {
  expect(chainText(chain)).toBe(text)
})
