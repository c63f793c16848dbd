import { expect, test } from 'vitest'
import { decodeNote } from '../files/decode-note.ts'
import { parseNote } from '../parse-note.ts'
import { readCanvas } from './read-canvas.ts'

const card = (text: string, place: Readonly<Record<string, unknown>> = {}) => ({
  id: text,
  type: 'text',
  text,
  x: 0,
  y: 0,
  width: 100,
  height: 50,
  ...place,
})
const canvas = (nodes: readonly unknown[], edges: readonly unknown[] = []) => JSON.stringify({ nodes, edges })
const note = (json: string, path = '1-acme/Board.canvas') => {
  const decoded = decodeNote(Buffer.from(json), path)
  if ('reason' in decoded) throw new Error(decoded.reason)
  return { text: decoded.text, ...parseNote(decoded.text, { path, sha256: '', parts: decoded.parts }) }
}

test('cards are read from above to below, those of a group under its label, and edges by what they say', () => {
  const json = canvas(
    [
      card('Last', { y: 900 }),
      card('A risk', { x: 520, y: 520 }),
      { id: 'g', type: 'group', label: 'Risks\nof all', x: 500, y: 500, width: 300, height: 300 },
      { id: 'f', type: 'file', file: 'Zephyr.md', subpath: '#Plan', x: 550, y: 600, width: 10, height: 10 },
      { id: 'w', type: 'link', url: 'https://a.example/b', x: 0, y: 300, width: 10, height: 10 },
      card('# First\nof all', { id: 'first', y: -10 }),
    ],
    [
      { id: 'e', fromNode: 'first', toNode: 'f', label: 'leads to' },
      { id: 'silent', fromNode: 'first', toNode: 'g' },
    ],
  )
  const lines = ['# First', 'of all', '', 'https://a.example/b', '', '# Risks of all', '', 'A risk', '']
  const rest = ['[[/Zephyr.md#Plan]]', '', 'Last', '', '- First → leads to → Zephyr.md Plan', '']
  expect(note(json).text).toBe([...lines, ...rest].join('\n'))
})

test('a canvas is a note with links, tags and passages of its own type and name', () => {
  const read = note(
    canvas([
      card('# Plan\n\n```\nnever closed #no [[no]]'),
      card(`Buy bees #apis from [[Honey|her]] ${'word '.repeat(250)}`, { y: 100 }),
      { id: 'g', type: 'group', label: 'Done', x: 0, y: 200, width: 500, height: 500 },
      card(`## Old\n\n${'past '.repeat(200)}`, { y: 220 }),
      { id: 'f', type: 'file', file: 'a/Zephyr.md', x: 0, y: 800, width: 10, height: 10 },
    ]),
  )
  expect(read).toMatchObject({ title: 'Board', type: 'canvas', space: '1-acme', tags: ['apis'], findings: [] })
  expect(read.links).toMatchObject([
    { target: 'Honey', alias: 'her', line: 6 },
    { target: 'a/Zephyr.md', line: 14 },
  ])
  expect(read.chunks.map(({ headings }) => headings)).toContainEqual(['Done', 'Old'])
  const lines = read.text.split('\n')
  for (const { text, startLine, endLine } of read.chunks)
    expect(lines.slice(startLine - 1, endLine).join('\n')).toContain(text.trimEnd())
  expect(read.chunks.find(({ text }) => text.includes('Buy bees'))?.headings).toEqual([])
})

test.each(['', ' \n', '{}', '{"nodes":[]}', '{"nodes":[{}, 7, null, {"type":"text"}, {"type":"text","text":7}]}'])(
  '%j is an empty canvas',
  (json) => {
    expect(note(json)).toMatchObject({ text: '', chunks: [{ text: '' }], links: [] })
  },
)

test.each(['{', '[]', 'null', '7', '"text"', '{"nodes":{}}', '{"nodes":[],"edges":7}', '# Markdown', '\0'])(
  '%j is no canvas',
  (json) => {
    expect(decodeNote(Buffer.from(json), 'a.canvas')).toEqual({ reason: 'it is not the JSON of a canvas' })
  },
)

test('odd numbers, nesting of any depth and signs that are no text are read', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const json = `{"nodes":[${deep},{"type":"text","text":"a\\u0000b\\ud800","x":"far","y":1e999}]}`
  expect(readCanvas(json)?.text).toBe('a\uFFFDb\uFFFD\n')
  expect(decodeNote(Buffer.alloc(10_000_001, ' '), 'a.canvas')).toEqual({ reason: 'a canvas larger than 10 MB' })
})

test('many cards in many groups are read', () => {
  const cards = Array.from({ length: 10_500 }, (_, y) => card(`card ${y} [[n${y}]]`, { y }))
  const groups = Array.from({ length: 1000 }, (_, y) => ({ type: 'group', label: 'g', y, width: 100, height: 1 }))
  const edges = cards.map(({ id }) => ({ fromNode: id, toNode: id, label: 'x' }))
  const read = note(canvas([...cards, ...groups], edges))
  expect(read.chunks.length).toBeLessThan(5000)
  expect(read.links).toHaveLength(10_000)
})
