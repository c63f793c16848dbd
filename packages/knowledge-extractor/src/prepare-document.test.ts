import { join } from 'node:path'
import type { SearchHit } from '@datacortex/memory'
import { expect, test } from 'vitest'
import { documentOf } from './__fixtures__/file-reader.ts'
import { extractKnowledge, knowledgeSpace, signal, tides } from './__fixtures__/knowledge-space.ts'

const others = ['notes/moon.md', 'notes/harbours.md', 'notes/boats.md', 'notes/gulls.md']

test('a file of the space that is indexed is neither related to itself nor known because of itself', async () => {
  const itself = ['inbox/tides.md', 'inbox/tides.md.md']
  const limits: number[] = []
  const { ports, root } = await knowledgeSpace(
    { 'inbox/tides.md': tides, ...Object.fromEntries([...others, 'inbox/tides.md.md'].map((path) => [path, 'Text.'])) },
    {
      search: (query, { limit }) => {
        limits.push(limit)
        return Promise.resolve([...itself, ...others].slice(0, limit).map((path) => hitOf(path, query)))
      },
    },
  )
  const [result] = await extractKnowledge({ kind: 'file', path: join(root, 'inbox/tides.md') }, ports, { signal })
  expect(result?.related).toEqual(others)
  // Places that the file itself takes are not missing to others.
  expect([...new Set(limits)]).toEqual([12, 5])
})

test('the only hit being the file itself, its ideas become zettels', async () => {
  const { ports, root } = await knowledgeSpace(
    { 'inbox/tides.md': tides },
    { search: (query) => Promise.resolve([hitOf('inbox/tides.md', query)]) },
  )
  const [result] = await extractKnowledge({ kind: 'file', path: join(root, 'inbox/tides.md') }, ports, { signal })
  expect(result).toMatchObject({ status: 'success', related: [] })
  expect(result?.zettels_created).toHaveLength(3)
})

test('a document keeps the tags that it came with', async () => {
  const { ports, read } = await knowledgeSpace()
  const extraction = { documents: [documentOf(tides, { tags: ['Sea', 'winter/storms'] })], findings: [] }
  const input = { kind: 'extraction', name: 'tides', inputType: 'file', extraction } as const
  const [result] = await extractKnowledge(input, ports, { signal })
  expect(result?.tags).toEqual(['sea', 'winter/storms'])
  expect(await read(result?.literature_note ?? '')).toContain('tags:\n  - sea\n  - winter/storms\n')
})

test('notes that are gone take no places of those that are there', async () => {
  const gone = Array.from({ length: 30 }, (_, place) => `notes/gone-${place}.md`)
  const { ports } = await knowledgeSpace(Object.fromEntries(others.map((path) => [path, 'Text.'])), {
    search: (query, { limit }) =>
      Promise.resolve([...gone, ...others].slice(0, limit).map((path) => hitOf(path, query))),
  })
  const [result] = await extractKnowledge({ kind: 'text', text: tides }, ports, { signal })
  expect(result?.related).toEqual(others)
})

test('a note whose name the disk spells in its decomposed form is there', async () => {
  const path = 'notes/über.md'
  const { ports } = await knowledgeSpace(
    { [path.normalize('NFD')]: 'Text.' },
    { search: (query) => Promise.resolve([hitOf(path.normalize('NFC'), query)]) },
  )
  const [result] = await extractKnowledge({ kind: 'text', text: tides }, ports, { signal })
  expect(result?.related).toEqual([path.normalize('NFC')])
})

/** A note that says what is asked for, word by word. */
function hitOf(path: string, snippet: string): SearchHit {
  return { id: path, path, title: 'Tides', type: 'note', score: 0.9, hop: 0, snippet, origin: 'local' }
}
