import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatYamlProblem, parseYaml } from './parse-yaml.ts'

test('keeps comments and order through a round trip', () => {
  const text = '# agents\nb: 1 # one\n\na:\n  - x\n'
  const { document, problems } = parseYaml(text)
  expect(problems).toEqual([])
  expect(document.toString()).toBe(text)
})

test('a problem has line, column and the line itself', () => {
  const text = 'agents:\n  writer:\r\n  name: x: y\n'
  expect(parseYaml(text).problems[0]).toMatchInlineSnapshot(`
    {
      "column": 9,
      "line": 3,
      "message": "Nested mappings are not allowed in compact mappings",
      "text": "  name: x: y",
    }
  `)
})

test('shows the place with an arrow', () => {
  const text = 'agents:\n  - id: a\n  - id: [b\n'
  const [first] = parseYaml(text).problems
  expect(first && formatYamlProblem(first, { text, file: 'agents.yaml' })).toMatchInlineSnapshot(`
    "agents.yaml:4:1  Flow sequence in block collection must be sufficiently indented and end with a ]
      2 |   - id: a
      3 |   - id: [b
    → 4 | "
  `)
})

test('every problem of a file is there: a key twice, two documents', () => {
  expect(parseYaml('a: 1\na: 2\nb: 1\nb: 2').problems.map(({ line }) => line)).toEqual([2, 4])
  expect(parseYaml('a: 1\n---\nb: 2').problems).toMatchObject([
    { message: 'a second document begins here; a file holds one' },
  ])
})

test('an alias without an anchor is a problem at its place', () => {
  expect(parseYaml('a: 1\nb: *missing').problems).toEqual([
    { message: 'the alias *missing has no anchor before it', line: 2, column: 4, text: 'b: *missing' },
  ])
})

test.each([
  ['x: &a\n  b: *a', { line: 2, column: 6, text: '  b: *a' }],
  ['&a [1, [*a]]', { line: 1, column: 9, text: '&a [1, [*a]]' }],
  ['x: &a\n  ? [*a]\n  : 1', { line: 2, column: 6, text: '  ? [*a]' }],
])('an alias inside its own anchor is a problem at its place: %j', (text, place) => {
  expect(parseYaml(text).problems).toEqual([{ message: 'the alias *a stands inside its own anchor', ...place }])
})

test('aliases work, aliases that multiply are refused', () => {
  expect(parseYaml('a: &a 1\nb: *a').document.toJS()).toEqual({ a: 1, b: 1 })
  const levels = Array.from({ length: 9 }, (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(9)}]`)
  const { problems } = parseYaml(`l0: &l0 x\n${levels.join('\n')}`)
  expect(problems[0]?.message).toContain('Excessive alias count')
})

test('a merge key is one only if asked for, and what is no map can not be merged', () => {
  const text = 'a: &a { x: 1 }\nb: { <<: *a }'
  expect(parseYaml(text, { merge: true }).document.toJS()).toEqual({ a: { x: 1 }, b: { x: 1 } })
  expect(parseYaml(text).document.toJS()).toEqual({ a: { x: 1 }, b: { '<<': { x: 1 } } })
  expect(parseYaml('<<: 1', { merge: true }).problems).toHaveLength(1)
})

test('brackets nested beyond the stack are a problem, not a crash', () => {
  expect(parseYaml('['.repeat(30_000)).problems.length).toBeGreaterThan(0)
})

test('a long line is shortened', () => {
  const [first] = parseYaml(`a: [${'x'.repeat(1000)}`).problems
  expect(first?.text.length).toBeLessThanOrEqual(160)
})

test('whatever has no problems can be turned into values without circles', () => {
  const piece = fc.constantFrom(
    'a',
    ': ',
    '- ',
    '\n',
    '  ',
    '&x ',
    '*x',
    '[',
    ']',
    '{',
    '}',
    '"',
    '# ',
    '|',
    '!!set',
    '? ',
    '<<',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const { document, problems } = parseYaml(pieces.join(''))
      if (problems.length === 0) JSON.stringify(document.toJS())
      for (const { line, column } of problems) expect(Math.min(line, column)).toBeGreaterThanOrEqual(1)
    }),
    { numRuns: process.env['LONG'] === undefined ? 500 : 2000 },
  )
})
