import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NoteChunk } from '../note.ts'
import { parseNote } from '../parse-note.ts'

const chunksOf = (text: string): readonly NoteChunk[] => parseNote(text, { path: 'a.md', sha256: '' }).chunks

test('a long section is cut into overlapping pieces that fit the model', () => {
  const sentence = 'The queen lays up to two thousand eggs on a warm day in May. '
  const chunks = chunksOf(`# Bees\n\n## Queen\n${sentence.repeat(60)}`)
  expect(chunks.length).toBeGreaterThan(3)
  for (const [index, chunk] of chunks.entries()) {
    expect(chunk).toMatchObject({ index, headings: ['Bees', 'Queen'], startLine: 4, endLine: 4 })
    expect(chunk.text.length).toBeLessThanOrEqual(1035)
    expect(chunk.text).toMatch(/^The queen.*May\.$/)
  }
  const total = chunks.reduce((sum, { text }) => sum + text.length, 0)
  expect(total / (sentence.length * 60)).toBeGreaterThan(1.05)
  expect(total / (sentence.length * 60)).toBeLessThan(1.25)
})

test('short sections share a chunk under the headings they have in common', () => {
  expect(chunksOf('# Bees\n## Queen\nlays\n## Drone\nflies\n')).toEqual([
    { index: 0, headings: ['Bees'], text: '## Queen\nlays\n## Drone\nflies', startLine: 2, endLine: 5 },
  ])
  const long = 'Some words about it. '.repeat(25)
  expect(chunksOf(`# A\n${long}\n# B\n${long}`).map(({ headings }) => headings)).toEqual([['A'], ['B']])
})

test('what a newer version of a source replaced shares no chunk with what holds now', () => {
  const chunks = chunksOf(
    '# Compost\n## Mine\nleaves\n## Earlier version, 2026-11-23\n### Compost\nold\n## Other\nnew\n',
  )
  expect(chunks).toMatchObject([
    { headings: ['Compost', 'Mine'], text: 'leaves' },
    { headings: ['Compost', 'Earlier version, 2026-11-23', 'Compost'], text: 'old' },
    { headings: ['Compost', 'Other'], text: 'new' },
  ])
})

test('Chinese text is cut into shorter pieces, for each sign is a token', () => {
  const chunks = chunksOf('蜜蜂在春天采集花蜜。'.repeat(200))
  for (const { text } of chunks) expect(text.length).toBeLessThanOrEqual(260)
})

test('every word is in a chunk, at its line, also the last one of a long note', () => {
  const lines = Array.from({ length: 4000 }, (_, line) => `word${line} and some text that fills the line a bit more`)
  lines[1500] = '# Heading'
  const text = lines.join('\n')
  expect(text.length).toBeGreaterThan(200_000)
  const chunks = chunksOf(text)
  for (const line of [0, 1, 777, 1501, 3998, 3999]) {
    const hits = chunks.filter((chunk) => new RegExp(`\\bword${line}\\b`).test(chunk.text))
    expect(hits.length).toBeGreaterThan(0)
    for (const hit of hits) {
      expect(hit.startLine).toBeLessThanOrEqual(line + 1)
      expect(hit.endLine).toBeGreaterThanOrEqual(line + 1)
    }
  }
})

test('whatever the text is, its words are covered and no character is torn', () => {
  const word = fc.oneof(fc.constantFrom('\n\n', '\n', '. ', '## h\n', '🐝🐝'), fc.stringMatching(/^[a-zé日]{1,60}$/))
  fc.assert(
    fc.property(fc.array(word, { minLength: 100, maxLength: 400 }), (words) => {
      const text = words.join(' ')
      const chunks = chunksOf(text)
      const found = chunks.map((chunk) => `${chunk.headings.join(' ')} ${chunk.text}`).join('\n')
      for (const each of words) expect(found).toContain(each.replace('## ', '').trim())
      for (const chunk of chunks) expect(chunk.text.isWellFormed()).toBe(true)
    }),
    { numRuns: process.env['LONG'] === undefined ? 20 : 50 },
  )
})
