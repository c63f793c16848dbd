import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createWritesBroker, undoWrites } from '@datacortex/platform'
import { foldedSpans } from '@datacortex/text'
import { expect, test } from 'vitest'
import { documentOf, filePool } from './__fixtures__/file-reader.ts'
import { knowledgeSpace, signal, tides } from './__fixtures__/knowledge-space.ts'
import { ingest } from './ingest/ingest.ts'
import { notesWithoutText } from './notes/notes-without-text.ts'
import type { KnowledgePorts } from './ports.ts'

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

const harbour = `${tides}
# A heading of its own

See [[Bees]] #honey.

\`\`\`
left open

## My notes

%%
> quoted
`
const folded = (note: string): readonly string[] =>
  foldedSpans(note).map(({ start, end }) => note.slice(start, end).replaceAll(/^> ?/gm, ''))

test('the whole text is folded in the note if the settings say so, and quotations point into it', async () => {
  const { ports, list, read, root } = await knowledgeSpace({}, { subAgents: filePool({ pages: { [url]: harbour } }) })
  const note = `${literature}/spring-tides.md`
  const folding = (): KnowledgePorts => ({
    ...ports,
    texts: 'folded',
    writes: createWritesBroker({ root, grants: ['0-personal/**'] }),
  })
  const { results } = await ingest([url], folding(), { signal })
  expect(results).toMatchObject([{ status: 'success', text: note }])
  const made = await read(note)
  expect(folded(made)).toEqual([harbour])
  const [, quote = '', start, end] = /^> (\S.*)\n>\n> — characters (\d+)–(\d+)/m.exec(made) ?? []
  expect(folded(made)[0]?.slice(Number(start), Number(end))).toBe(quote)
  expect(await list(`${literature}/sources`)).toEqual([])
  expect(await notesWithoutText(ports.paths, { space: '0-personal' })).toEqual([])
  // Again nothing changes, also where texts lie beside their notes since.
  for (const again of [folding(), ports]) {
    const { results: known } = await ingest([url], again, { signal })
    expect(known).toMatchObject([{ status: 'unchanged', text: note }])
    expect(await read(note)).toBe(made)
  }
  expect(await list(`${literature}/sources`)).toEqual([])
})

test('a new version replaces a folded text, and what a person wrote below it stays', async () => {
  const pages = { [url]: harbour }
  const { ports, read, write } = await knowledgeSpace({}, { texts: 'folded', subAgents: filePool({ pages }) })
  const note = `${literature}/spring-tides.md`
  await ingest([url], ports, { signal })
  await write(note, `${await read(note)}\nMine: ask Ole.\n`)
  pages[url] = `${tides}\nNew words about sluices, which stand beside the old walls.`
  const { results } = await ingest([url], ports, { signal })
  expect(results).toMatchObject([{ status: 'success', text: note }])
  expect(folded(await read(note))).toEqual([pages[url]])
  expect(await read(note)).toMatch(/\n## My notes\n[^#]*\nMine: ask Ole\.\n$/)
})

test('a note that was made without its text gets it folded, keeps all else, and undo takes it out again', async () => {
  const { ports, root, read, write, list } = await knowledgeSpace(
    {},
    { subAgents: filePool({ pages: { [url]: tides } }) },
  )
  const note = `${literature}/spring-tides.md`
  await ingest([url], { ...ports, texts: 'none' }, { signal })
  for (const own of ['', '\nMine.\n']) {
    const before = `${await read(note)}${own}`
    await write(note, before)
    const zettels = await list('0-personal/3-knowledge/zettel')
    const writes = createWritesBroker({ root, grants: ['0-personal/**'] })
    const { results } = await ingest([url], { ...ports, texts: 'folded', writes }, { signal })
    expect(results).toMatchObject([{ status: 'unchanged', text: note, zettels_created: [] }])
    expect(folded(await read(note))).toEqual([tides])
    expect((await read(note)).replace(/\n## Whole text\n[\s\S]*?(?=\n## My)/, '')).toBe(
      before.replace(/^generated: .*$/m, /^generated: .*$/m.exec(await read(note))?.[0] ?? ''),
    )
    expect(await list('0-personal/3-knowledge/zettel')).toEqual(zettels)
    await undoWrites(writes.run, { root })
    expect(await read(note)).toBe(before)
  }
})

test('a text that lies beside its note stays there, and is not folded too', async () => {
  const { ports, root, read } = await knowledgeSpace({}, { subAgents: filePool({ pages: { [url]: tides } }) })
  await ingest([url], ports, { signal })
  const { results } = await ingest([url], { ...ports, texts: 'folded' }, { signal })
  expect(results).toMatchObject([{ status: 'unchanged', text }])
  // Where it went, the note has it instead of a link that leads nowhere.
  await rm(join(root, text))
  await ingest([url], { ...ports, texts: 'folded' }, { signal })
  const note = await read(`${literature}/spring-tides.md`)
  expect(folded(note)).toEqual([tides])
  expect(note).not.toContain('as it was read]]')
})

test('where only notes may be written, the whole text is folded below its note', async () => {
  const { ports, root, read, list } = await knowledgeSpace()
  const writes = createWritesBroker({ root, grants: ['*/3-knowledge/literature/*.md', '*/3-knowledge/zettel/*.md'] })
  const [result] = (await ingest([{ kind: 'text', text: tides }], { ...ports, writes }, { signal })).results
  expect(result).toMatchObject({ status: 'success', text: `${literature}/spring-tides.md`, findings: [] })
  expect(foldedSpans(await read(`${literature}/spring-tides.md`))).toHaveLength(1)
  expect(await list(`${literature}/sources`)).toEqual([])
})
