import type { AgentEntry } from '@datacortex/registry'
import { expect, test } from 'vitest'
import { registryOf } from '../__fixtures__/registry-of.ts'
import { PatternIndex, unspecificLimit } from './pattern-index.ts'

function indexOf(patterns: Readonly<Record<string, readonly string[]>>): PatternIndex {
  const entries = Object.entries(patterns).map(([id, each]): [string, Partial<AgentEntry>] => [
    id,
    { triggers: { patterns: each } },
  ])
  return new PatternIndex(registryOf(Object.fromEntries(entries)))
}

const matchesOf = (index: PatternIndex, text: string) =>
  Array.from(index.match(text), ({ owner, pattern, matched }) => [owner.agent, pattern, matched])

test('the more specific pattern first, then the order of the registry, each agent once', () => {
  const index = indexOf({
    any: ['.'],
    report: ['report', 'write.*report'],
    weekly: ['weekly (report|summary)'],
    twin: ['write.*report'],
    other: ['invoice'],
  })
  expect(matchesOf(index, 'Please WRITE the weekly Report!')).toEqual([
    ['weekly', 'weekly (report|summary)', 'weekly Report'],
    ['report', 'write.*report', 'WRITE the weekly Report'],
    ['twin', 'write.*report', 'WRITE the weekly Report'],
    ['any', '.', 'P'],
  ])
})

test('a pattern matches within a line', () => {
  const index = indexOf({ a: ['create.*space'] })
  expect(matchesOf(index, 'create\na space')).toEqual([])
  expect(matchesOf(index, 'create\nno: create a space')).toEqual([['a', 'create.*space', 'create a space']])
})

test('the ends of a pattern are those of a line', () => {
  const index = indexOf({ first: ['^review .*\\.pdf$'], whole: ['\\A- c\\z'], last: ['^- c$'] })
  expect(matchesOf(index, 'Review a.pdf\n- b\n- c')).toEqual([
    ['first', '^review .*\\.pdf$', 'Review a.pdf'],
    ['last', '^- c$', '- c'],
  ])
})

test('whose ends of words are those of ASCII is told', () => {
  const index = indexOf({ a: ['\\bcafé\\b', '\\b\\p{Lu}+x', '\\p{Lu}+y'] })
  expect(index.findings).toEqual([
    {
      code: 'ROUTER_PATTERN_ASCII',
      severity: 'info',
      subject: 'a',
      message: 'In the pattern "\\\\b\\\\p{Lu}+x" of a \\b and \\w know no letters beyond ASCII.',
      hint: expect.stringContaining('Leave out'),
    },
  ])
  expect(indexOf({ a: ['^\\w+\\p{Ll}$'] }).findings).toMatchObject([{ code: 'ROUTER_PATTERN_ASCII' }])
  expect(matchesOf(index, 'Book a CAFÉ now')).toEqual([['a', '\\bcafé\\b', 'CAFÉ']])
  expect(matchesOf(index, 'all cafés now')).toEqual([])
})

test('case does not matter in any script', () => {
  const index = indexOf({ greek: ['ΟΔΟΣ'], german: ['straße'], kelvin: ['kelvin'], composed: ['cafe\u0301'] })
  expect(matchesOf(index, 'οδος')).toEqual([['greek', 'ΟΔΟΣ', 'οδος']])
  expect(matchesOf(index, 'STRAẞE')).toEqual([['german', 'straße', 'STRAẞE']])
  expect(matchesOf(index, 'Kelvin')).toEqual([['kelvin', 'kelvin', 'Kelvin']])
  expect(matchesOf(index, 'CAFÉ')).toEqual([['composed', 'café', 'CAFÉ']])
})

test('patterns that do not compile are findings, the others work', () => {
  const index = indexOf({
    broken: ['([', '(a', 'a(?=b)', '(a)\\1', '[z-a]', '*', 'fine (one|two)'],
    good: ['good'],
  })
  expect(index.findings.map(({ code, subject, message }) => [code, subject, message])).toMatchInlineSnapshot(`
    [
      [
        "ROUTER_PATTERN_INVALID",
        "broken",
        "The pattern "([" of broken can't be used: missing closing ]: \`[\`.",
      ],
      [
        "ROUTER_PATTERN_INVALID",
        "broken",
        "The pattern "(a" of broken can't be used: missing closing ): \`(a\`.",
      ],
      [
        "ROUTER_PATTERN_INVALID",
        "broken",
        "The pattern "a(?=b)" of broken can't be used: invalid or unsupported Perl syntax: \`(?=\`.",
      ],
      [
        "ROUTER_PATTERN_INVALID",
        "broken",
        "The pattern "(a)\\\\1" of broken can't be used: invalid escape sequence: \`\\1\`.",
      ],
      [
        "ROUTER_PATTERN_INVALID",
        "broken",
        "The pattern "[z-a]" of broken can't be used: invalid character class range: \`z-a\`.",
      ],
      [
        "ROUTER_PATTERN_INVALID",
        "broken",
        "The pattern "*" of broken can't be used: missing argument to repetition operator: \`*\`.",
      ],
    ]
  `)
  expect(matchesOf(index, 'fine two, good')).toEqual([
    ['broken', 'fine (one|two)', 'fine two'],
    ['good', 'good', 'good'],
  ])
})

test.each([
  ['(a+)+$', `${'a'.repeat(4000)}b`],
  ['^(\\w+\\s?)*;$', `${'word '.repeat(800)}!`],
  ['(x+x+)+y', 'x'.repeat(4000)],
  ['a.*a.*a.*a.*a.*a.*a.*b', 'a'.repeat(4000)],
  ['(.*a){20}', 'a'.repeat(4000)],
  ['(a|aa)+$', `${'a'.repeat(4000)}b`],
])('the catastrophic %j answers, and so do the others', (pattern, text) => {
  const index = indexOf({ slow: [pattern], good: ['good'] })
  matchesOf(index, text)
  expect(matchesOf(index, 'good')).toEqual([['good', 'good', 'good']])
})

test('what would grow too large, and what is too long, is left out', () => {
  const index = indexOf({ grown: ['((a{10}b){10}c){9}'], huge: ['(a{1000}){1000}'], long: ['x'.repeat(1001)] })
  expect(index.findings.map(({ code, subject }) => [code, subject])).toEqual([
    ['ROUTER_PATTERN_INVALID', 'grown'],
    ['ROUTER_PATTERN_INVALID', 'huge'],
    ['ROUTER_PATTERN_TOO_LONG', 'long'],
  ])
})

test('only so many patterns without a fixed character are run', () => {
  const wild = Object.fromEntries(Array.from({ length: unspecificLimit + 2 }, (_, place) => [`w${place}`, ['[0-9]+']]))
  const index = indexOf({ ...wild, good: ['good'] })
  expect(index.findings.map(({ code, subject }) => [code, subject])).toEqual([
    ['ROUTER_PATTERN_UNSPECIFIC', `w${unspecificLimit}`],
    ['ROUTER_PATTERN_UNSPECIFIC', `w${unspecificLimit + 1}`],
  ])
  const owners = index.match('good 7').map(({ owner }) => owner.agent)
  expect([...owners.take(2)]).toEqual(['good', 'w0'])
})

test('a long literal in a text of the same letter', () => {
  const index = indexOf({ a: [`${'a'.repeat(900)}b`] })
  expect(index.findings).toEqual([])
  expect(matchesOf(index, 'a'.repeat(4000))).toEqual([])
})

test('a pattern that was written as a block of YAML, with a line feed at its end, is one without it', () => {
  const index = indexOf({ a: ['sail.*boat\n'], b: ['\\bknot\\b\n\n'], c: ['\n'] })
  expect(matchesOf(index, 'sail the boat')).toEqual([['a', 'sail.*boat', 'sail the boat']])
  expect(matchesOf(index, 'tie a knot\nor two')).toEqual([['b', '\\bknot\\b', 'knot']])
})

test('a pattern that was written as in JavaScript is what it means there; slashes that may be of a path count', () => {
  const index = indexOf({
    flags: ['/deploy|release/i', String.raw`/^go\/no-go$/`, '/fix.*now/gs'],
    path: ['/docs/', '/src/.*/', '/a/i/x', String.raw`\/sail(or)?/`],
    bare: ['/sail(ing)?/'],
  })
  expect(matchesOf(index, 'Release it')).toEqual([['flags', 'deploy|release', 'Release']])
  expect(matchesOf(index, 'fix it\nnow')).toEqual([['flags', '(?s)fix.*now', 'fix it\nnow']])
  expect(matchesOf(index, 'read /docs/ first')).toEqual([['path', '/docs/', '/docs/']])
  expect(matchesOf(index, 'sailing')).toEqual([])
  expect(matchesOf(index, 'in /sailing/')).toEqual([['bare', '/sail(ing)?/', '/sailing/']])
  expect(index.findings.map(({ code, subject }) => [code, subject])).toEqual([
    ['ROUTER_PATTERN_SLASHES', 'flags'],
    ['ROUTER_PATTERN_SLASHES', 'bare'],
  ])
})
