import { parseYaml } from '@datacortex/platform/yaml'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPlainYaml } from './read-plain-yaml.ts'
import { renderEntry } from './render-entry.ts'

const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ maxLength: 12 }),
  fc.constantFrom('', 'null', 'yes', '- a', 'a: b', '# c', '\u0085', '\u2028', '\ud800', '2025-12-21', '1.0.0', "'"),
  fc.integer(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 })
    .map((value) => Math.round(value * 1000) / 1000),
  fc.boolean(),
  fc.constant(null),
)
const key = fc.oneof(
  fc.constantFrom('id', 'scores', 'y', 'null', 'a b', 'x:y', '"q"', '#'),
  fc.string({ minLength: 1, maxLength: 6 }),
)
const { entry } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(scalar, { maxLength: 4 }),
    fc.array(tie('entry'), { maxLength: 3 }),
    tie('entry'),
  ),
  entry: fc.dictionary(
    key.filter((name) => name !== '__proto__' && name.isWellFormed()),
    tie('value'),
    { maxKeys: 5 },
  ),
}))

test('what is rendered is read the same by the fast reader and by a whole parser', () => {
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 4 }), (entries) => {
      const text = `list:\n${entries.map((one) => renderEntry(one as object, 2)).join('')}`
      const { document, problems } = parseYaml(text)
      expect(problems).toEqual([])
      const whole = document.toJS() as unknown
      expect(whole).toEqual({ list: wellFormed(entries) })
      const plain = readPlainYaml(text)
      // An empty item is the only thing that the renderer writes and the fast reader leaves to the whole parser.
      expect(plain ?? (text.includes('- {}') ? whole : 'not read')).toEqual(whole)
    }),
    { numRuns: 150 },
  )
})

test('whatever the fast reader reads, a whole parser reads the same', () => {
  const piece = fc.constantFrom(
    'a:',
    'b: ',
    '"c": ',
    '- ',
    '-',
    '  ',
    '    ',
    '\n',
    '\n',
    '\n  ',
    '\n    ',
    '# x',
    ' # y',
    '"t"',
    "'u'",
    "''",
    'word',
    '[]',
    '["a", 1]',
    '{}',
    '1',
    '-0',
    '007',
    '1.50',
    'null',
    'true',
    'yes',
    '~',
    '|',
    '>',
    '&a',
    '*a',
    '!t',
    '---',
    '...',
    '%',
    '\t',
    '\r',
    '"\\x41"',
    '"\\u0041"',
    '? ',
    ': ',
    ',',
    ']',
    '}',
    '[',
    'k: v',
    '2025-12-21',
    '<<: ',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('')
      const plain = readPlainYaml(text)
      if (plain === undefined) return
      const { document, problems } = parseYaml(text)
      expect({ text, problems }).toEqual({ text, problems: [] })
      expect(plain).toEqual((document.toJS() as unknown) ?? {})
    }),
    { numRuns: 5_000 },
  )
})

test('reads the example of the specification', () => {
  const text = `# Execution Log - Local state
version: "1.0.0"
last_sync: "2025-12-21T10:30:00Z"

executions:
  - id: "exec-2025-12-21-001"
    status: "success"  # success, partial, failed, timeout
    # Quality signals
    quality:
      user_feedback: null  # pending
      automated_checks:
        - check: "output_exists"
          passed: true
    spawned_agents: []
    tags: ["research", "zettel"]
`
  const plain = readPlainYaml(text)
  expect(plain).toBeDefined()
  expect(plain).toEqual(parseYaml(text).document.toJS())
})

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, wellFormed(inner)]))
  return Object.is(value, -0) ? 0 : value
}
