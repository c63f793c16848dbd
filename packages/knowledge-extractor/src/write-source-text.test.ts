import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createWritesBroker, undoWrites } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { documentOf, filePool } from './__fixtures__/file-reader.ts'
import { knowledgeSpace, signal, tides } from './__fixtures__/knowledge-space.ts'
import { ingest } from './ingest/ingest.ts'
import { notesWithoutText } from './notes/notes-without-text.ts'

const literature = '0-personal/3-knowledge/literature'
const url = 'https://example.org/tides'
const text = `${literature}/sources/spring-tides.md`

test('what has no file in the space keeps its whole text, and quotations point into it', async () => {
  const { ports, read } = await knowledgeSpace({}, { subAgents: filePool({ pages: { [url]: tides } }) })
  const extraction = { documents: [documentOf(tides.replaceAll('tide', 'tidal wave'))], findings: [] }
  const inputs = [url, { kind: 'text', text: `${tides}\nOf one's own.` }, { kind: 'extraction', name: 'a', extraction }]
  const { results } = await ingest(inputs as Parameters<typeof ingest>[0], ports, { signal })
  for (const result of results) {
    const kept = await read(result.text ?? '')
    const note = await read(result.literature_note ?? '')
    expect(kept).toMatch(/^---\ntype: source-text\n/)
    expect(kept).toContain('\ntaint: external\n')
    const body = kept.slice(kept.indexOf('\n---\n\n') + '\n---\n\n'.length)
    const [, quote = '', start, end] = /^> (\S.*)\n>\n> — characters (\d+)–(\d+)/m.exec(note) ?? []
    expect(body.slice(Number(start), Number(end)), quote).toBe(quote)
  }
  expect(new Set(results.map((one) => one.text)).size).toBe(3)
})

test('a note file of the space has its text already, and none is kept if the settings say so', async () => {
  const { ports, root, list } = await knowledgeSpace({ 'inbox/a.md': tides })
  const { results } = await ingest([join(root, 'inbox')], ports, { signal })
  expect(results[0]?.text).toBe('inbox/a.md')
  await ingest(
    [{ kind: 'text', text: 'The bakery sells rye bread from Monday to Friday.' }],
    { ...ports, texts: 'none' },
    { signal },
  )
  expect(await list(`${literature}/sources`)).toEqual([])
})

test('what was ingested without text is counted, and gets it again without second zettels', async () => {
  const { ports, root, list, read } = await knowledgeSpace({}, { subAgents: filePool({ pages: { [url]: tides } }) })
  await ingest([url], { ...ports, texts: 'none' }, { signal })
  const zettels = await list('0-personal/3-knowledge/zettel')
  const note = await read(`${literature}/spring-tides.md`)
  expect(await notesWithoutText(ports.paths, { space: '0-personal' })).toEqual([`${literature}/spring-tides.md`])
  const writes = createWritesBroker({ root, grants: ['0-personal/**'] })
  const { results } = await ingest([url], { ...ports, writes }, { signal })
  expect(results[0]).toMatchObject({ status: 'unchanged', text, zettels_created: [] })
  expect(await read(text)).toContain('Neap tides follow')
  expect(await list('0-personal/3-knowledge/zettel')).toEqual(zettels)
  expect(await read(`${literature}/spring-tides.md`)).toBe(note)
  expect(await notesWithoutText(ports.paths, { space: '0-personal' })).toEqual([])
  await undoWrites(writes.run, { root })
  expect(await list(`${literature}/sources`)).toEqual([])
})

test('a file of stdin or of elsewhere whose text went is taken up again; what a person put in its place stays', async () => {
  const { ports, root, read, write } = await knowledgeSpace()
  const input = { kind: 'text', text: tides } as const
  await ingest([input], ports, { signal })
  await rm(join(root, text))
  expect((await ingest([input], ports, { signal })).results[0]).toMatchObject({ status: 'unchanged', text })
  await write(text, '# My own\n')
  const [again] = (await ingest([input], ports, { signal })).results
  expect(again?.findings.map(({ code }) => code)).toContain('KNOWLEDGE_TEXT_TAKEN')
  expect(await read(text)).toBe('# My own\n')
})
