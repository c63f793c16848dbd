import { expect, test } from 'vitest'
import { expandGroups } from './expand-groups.ts'

test.each([
  ['k/a.md', ['k/a.md']],
  ['{a,b{c,d}}.{md,org}', ['a.md', 'a.org', 'bc.md', 'bc.org', 'bd.md', 'bd.org']],
  ['{,x-}a', ['a', 'x-a']],
  ['{09..11}', ['09', '10', '11']],
  ['{3..1}{a..c}', ['3a', '3b', '3c', '2a', '2b', '2c', '1a', '1b', '1c']],
  // Braces that are no group stand for themselves.
  ['{a}{}{b', ['{a}{}{b']],
  ['{a{b,c}}', ['{ab}', '{ac}']],
  ['{x..yz}', ['{x..yz}']],
])('%s is %j', (pattern, expected) => {
  expect(expandGroups(pattern, 20)).toEqual(expected)
})

test.each(['{a,b}'.repeat(800), '{1..300000000000}', '{1..5}{1..5}', `${'{a,{b,'.repeat(40)}${'}}'.repeat(40)}`])(
  '%s stands for too many',
  (pattern) => {
    expect(expandGroups(pattern, 20)).toBeUndefined()
  },
)
