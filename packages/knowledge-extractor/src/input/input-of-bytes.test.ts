import { expect, test } from 'vitest'
import { filePool } from '../__fixtures__/file-reader.ts'
import { knowledgeSpace, signal, tides } from '../__fixtures__/knowledge-space.ts'
import { ingest } from '../ingest/ingest.ts'
import { inputOfBytes } from './input-of-bytes.ts'

test.each([
  ['plain words', 'plain words'],
  ['# A title\n\n- one\n- two\n', '# A title\n\n- one\n- two\n'],
  [Buffer.from('Ebbe und Flut: größer', 'utf16le'), 'Ebbe und Flut: größer'],
  [Buffer.from('Ebbe und Flut: größer', 'latin1'), 'Ebbe und Flut: größer'],
])('%j is text', async (bytes, text) => {
  expect(await inputOfBytes(Buffer.from(bytes), { name: 'words' })).toEqual({ kind: 'text', text, name: 'words' })
})

test.each([
  ['%PDF-1.7\n', 'application/pdf'],
  ['<!doctype html><title>a</title><p>words', 'text/html'],
  ['[{"mapping": {}}]', 'application/json'],
  [Uint8Array.from({ length: 2000 }, (_, index) => (index * 7919) % 251), 'application/octet-stream'],
])('%j is for a sub-agent', async (content, contentType) => {
  const bytes = Buffer.from(content)
  expect(await inputOfBytes(bytes)).toEqual({ kind: 'bytes', bytes, contentType, name: 'stdin' })
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
