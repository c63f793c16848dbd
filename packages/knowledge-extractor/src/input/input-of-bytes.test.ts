import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filePool } from '../__fixtures__/file-reader.ts'
import { knowledgeSpace, signal, tides } from '../__fixtures__/knowledge-space.ts'
import { ingest } from '../ingest/ingest.ts'
import { inputOfBytes } from './input-of-bytes.ts'

test.each([
  ['plain words', 'plain words'],
  ['# A title\n\nPlain words', '# A title\n\nPlain words'],
  [Buffer.from('Ebbe und Flut: größer', 'utf16le'), 'Ebbe und Flut: größer'],
  [Buffer.from('Ebbe und Flut: größer', 'latin1'), 'Ebbe und Flut: größer'],
])('%j is text', async (bytes, text) => {
  expect(await inputOfBytes(Buffer.from(bytes), { name: 'words' })).toEqual({ kind: 'text', text, name: 'words' })
})

test.each([
  ['%PDF-1.7\n', 'application/pdf'],
  ['# A title\n\n- one\n- two\n', 'text/markdown'],
  ['---\ntitle: T1\n---\nPlain words', 'text/markdown'],
  ['<!doctype html><title>a</title><p>words', 'text/html'],
  ['[{"mapping": {}}]', 'application/json'],
  [Uint8Array.from({ length: 2000 }, (_, index) => (index * 7919) % 251), 'application/octet-stream'],
])('%j is for a sub-agent', async (content, contentType) => {
  const bytes = Buffer.from(content)
  expect(await inputOfBytes(bytes)).toEqual({ kind: 'bytes', bytes, contentType, name: 'stdin' })
})

test('a name tells Markdown from text, and nothing else', async () => {
  const bytes = Buffer.from('plain words')
  const typed = { kind: 'bytes', bytes, contentType: 'text/markdown', name: 'Tides.md' }
  expect(await inputOfBytes(bytes, { name: 'Tides.md' })).toEqual(typed)
  expect(await inputOfBytes(bytes, { name: 'tides.org' })).toMatchObject({ kind: 'text', name: 'tides.org' })
})

test('Markdown is known again if it was read from a file before', async () => {
  const { ports, list, root } = await knowledgeSpace({}, { subAgents: filePool() })
  const path = join(root, 'inbox-tides.md')
  const note = `---\ntitle: T1\nauthor: A B\n---\n${tides}`
  await writeFile(path, note)
  await ingest([{ kind: 'file', path }], ports, { signal })
  const again = await ingest([await inputOfBytes(Buffer.from(note), { name: 'fm.md' })], ports, { signal })
  expect(again.results).toMatchObject([{ input: 'fm.md', input_type: 'file' }])
  expect(again.results[0]?.status).not.toBe('success')
  expect(await list('0-personal/3-knowledge/literature')).toHaveLength(1)
})

test('bytes are read by the sub-agent of their kind, are known again, and are skipped if nobody reads them', async () => {
  const pool = filePool()
  const { ports, list } = await knowledgeSpace({}, { subAgents: pool })
  const page = await inputOfBytes(Buffer.from(`<!doctype html>\n${tides}`), { name: 'page' })
  const noise = await inputOfBytes(Buffer.from([0, 1, 0, 2, 3]))
  const first = await ingest([page, noise], ports, { signal })
  expect(
    first.results.map(({ input, input_type: type, status, error }) => [input, type, error?.code ?? status]),
  ).toEqual([
    ['page', 'file', 'success'],
    ['stdin', 'file', 'KNOWLEDGE_NO_SUB_AGENT'],
  ])
  expect(pool.extracted).toEqual(['page'])
  const again = await ingest([page, noise], ports, { signal })
  expect(again.counts).toMatchObject({ unchanged: 1, skipped: 1 })
  expect(await list('0-personal/3-knowledge/literature')).toHaveLength(1)
})
