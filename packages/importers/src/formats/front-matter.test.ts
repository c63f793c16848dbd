import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFrontMatter, withoutFrontMatter } from './front-matter.ts'

test('strict YAML gives its fields and the body', () => {
  expect(readFrontMatter('---\nname: a\nlist: [1, x]\n---\n\nBody\n---\nmore\n')).toEqual({
    kind: 'fields',
    fields: { name: 'a', list: [1, 'x'] },
    body: 'Body\n---\nmore',
    lenient: undefined,
  })
})

test('Windows line ends and a byte-order mark are no hindrance', () => {
  expect(readFrontMatter('\ufeff---\r\nname: a\r\n---\r\nBody\r\n')).toMatchObject({
    fields: { name: 'a' },
    body: 'Body',
  })
})

test('an unquoted colon keeps the whole text and says where strict YAML stopped', () => {
  const text = '---\nname: a\ndescription: Use when b. Triggers on: \'c\', "d". Not: e\ntools: Read, Bash\n---\nBody'
  expect(readFrontMatter(text)).toEqual({
    kind: 'fields',
    fields: { name: 'a', description: 'Use when b. Triggers on: \'c\', "d". Not: e', tools: 'Read, Bash' },
    body: 'Body',
    lenient: { line: 3, column: 14, reason: expect.stringMatching(/mapping/i) },
  })
})

test('lists, nested maps, blocks and folded lines beside the bad line are still read', () => {
  const text = [
    '---',
    'bad: one: two',
    '  three',
    'list:',
    '- a',
    '- b',
    'map:',
    '  x: 1',
    'block: |',
    '  first',
    '  second: line',
    'quoted: "never: closed',
    "'key in quotes': yes: no",
    'name: n',
    'name: m',
    '---',
  ].join('\n')
  expect(readFrontMatter(text)).toMatchObject({
    fields: {
      bad: 'one: two three',
      list: ['a', 'b'],
      map: { x: 1 },
      block: 'first\nsecond: line\n',
      quoted: '"never: closed',
      'key in quotes': 'yes: no',
      name: 'm',
    },
  })
})

test('lines that look like keys belong to an example that is still open', () => {
  const text = '---\nname: a\ndescription: Use it: now\n<example>\nuser: "Do b: c"\n</example>\nmodel: haiku\n---\n'
  expect(readFrontMatter(text)).toMatchObject({
    fields: { name: 'a', description: 'Use it: now <example> user: "Do b: c" </example>', model: 'haiku' },
  })
})

test('aliases in a circle and aliases that multiply are read leniently, not followed', () => {
  expect(readFrontMatter('---\nname: a\nx: &x [*x]\n---\n')).toMatchObject({
    fields: { name: 'a' },
    lenient: { line: 3 },
  })
  const bomb = ['a0: &a0 [x, x]', ...Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)]
  expect(readFrontMatter(`---\nname: a\n${bomb.join('\n')}\n---\n`)).toMatchObject({ fields: { name: 'a' } })
})

test('a merge key puts in the fields of another map; what is no map is read leniently', () => {
  const text = '---\nbase: &b { model: opus, name: b }\n<<: *b\nname: a\n---\n'
  expect(readFrontMatter(text)).toMatchObject({
    fields: { base: { model: 'opus', name: 'b' }, model: 'opus', name: 'a' },
  })
  expect(readFrontMatter('---\nname: a\n<<: 1\n---\n')).toMatchObject({ fields: { name: 'a' }, lenient: { line: 2 } })
})

test('text without front matter, a rule, and front matter without end are told apart', () => {
  expect(readFrontMatter('# Title\n---\nname: a\n---')).toEqual({ kind: 'absent' })
  expect(readFrontMatter('---\n\nA rule and no end')).toEqual({ kind: 'absent' })
  expect(readFrontMatter('---\nname: a\nBody')).toEqual({
    kind: 'broken',
    line: 1,
    reason: 'its front matter is not closed by a line "---"',
  })
})

test('front matter that is no map has no fields', () => {
  expect(readFrontMatter('---\n- a\n---\nBody')).toMatchObject({ kind: 'fields', fields: {}, body: 'Body' })
})

test('no text makes the readers throw', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '---',
      'a: b: c',
      '- x',
      '  - y',
      'k: |',
      'k: >-',
      '&a [*a]',
      '"',
      "'",
      '<example>',
      '__proto__: 1',
      '\t',
      '? x',
    ),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const text = `---\n${lines.join('\n')}\n---\nBody`
      const read = readFrontMatter(text)
      expect(['fields', 'absent', 'broken']).toContain(read.kind)
      expect(() => JSON.stringify(read)).not.toThrow()
      expect(typeof withoutFrontMatter(text)).toBe('string')
    }),
    { numRuns: 1000 },
  )
})
