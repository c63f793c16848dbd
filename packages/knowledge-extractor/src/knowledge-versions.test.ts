import { expect, test } from 'vitest'
import { documentOf, filePool } from './__fixtures__/file-reader.ts'
import { extractKnowledge, knowledgeSpace, signal, tides } from './__fixtures__/knowledge-space.ts'
import { openKnowledgeExtractor } from './extract-knowledge.ts'

const url = 'https://tides.example.org/spring'

test('the same content again writes nothing and says so', async () => {
  const { ports, list, read } = await knowledgeSpace({}, { subAgents: filePool({ pages: { [url]: tides } }) })
  const [first] = await extractKnowledge({ kind: 'url', url }, ports, { signal })
  const before = await read(first?.literature_note ?? '')
  const [again] = await extractKnowledge({ kind: 'url', url }, { ...ports, now: () => 0 }, { signal })
  expect(again).toMatchObject({ status: 'unchanged', literature_note: first?.literature_note, zettels_created: [] })
  expect(await read(first?.literature_note ?? '')).toBe(before)
  expect(await list('0-personal/3-knowledge/zettel')).toHaveLength(first?.zettels_created.length ?? 0)
})

test('no template of a plugin that runs in new notes stands in one, in its fields neither', async () => {
  const text = `${tides}\n\nThe harbour <%* run() %> keeps its gates closed at the highest of the spring tides.`
  const document = documentOf(text, { title: 'Tides <%* run() %>', authors: ['Ann <% x %>'], tags: ['<% y %>'] })
  const extraction = { documents: [document], findings: [] }
  const { ports, read } = await knowledgeSpace()
  const input = { kind: 'extraction', name: 'a <% z %>.md', inputType: 'file', extraction } as const
  const [first] = await extractKnowledge(input, ports, { signal })
  const paths = [first?.literature_note ?? '', ...(first?.zettels_created ?? [])]
  const notes = await Promise.all(paths.map(async (path) => await read(path)))
  expect(notes[0]).toContain('title: Tides < %* run() %>\n')
  expect(notes.join('')).not.toContain('<%')
  expect(await extractKnowledge(input, ports, { signal })).toMatchObject([{ status: 'unchanged' }])
})

test('a key in an address gets into no note, and the page is known again by its address', async () => {
  const [one, other] = [`${url}?id=1&api_key=SECRET1`, `${url}?id=1&api_key=SECRET2`]
  const pages: Record<string, string> = { [one]: tides, [other]: '# Neap tides\n\nThey are weak.' }
  const { ports, list, read, write } = await knowledgeSpace({}, { subAgents: filePool({ pages }) })
  const [first] = await extractKnowledge({ kind: 'url', url: one }, ports, { signal })
  const paths = [first?.literature_note ?? '', ...(first?.zettels_created ?? [])]
  const notes = await Promise.all(paths.map(async (path) => await read(path)))
  expect(notes.join('')).not.toContain('SECRET1')
  for (const note of notes) expect(note).toContain(`\nsource: ${url}?id=1&api_key=***\n`)
  expect(await extractKnowledge({ kind: 'url', url: one }, ports, { signal })).toMatchObject([{ status: 'unchanged' }])
  expect(await extractKnowledge({ kind: 'url', url: other }, ports, { signal })).toMatchObject([{ status: 'success' }])
  expect(await list('0-personal/3-knowledge/literature')).toHaveLength(2)
  // As earlier versions wrote it.
  const earlier = (notes[0] ?? '').replace(/^(source|source_id): .*$/gm, (_, name: string) =>
    name === 'source' ? `source: ${one}` : `source_id: url:${one}`,
  )
  await write(paths[0] ?? '', earlier)
  pages[one] = tides.replace('seven days', 'about seven days')
  const [again] = await extractKnowledge({ kind: 'url', url: one }, ports, { signal })
  expect(again).toMatchObject({ status: 'success', literature_note: paths[0] })
  expect(await read(paths[0] ?? '')).not.toMatch(/^source_id: .*SECRET1/m)
})

test('the same content from another place is a duplicate', async () => {
  const pages = { [url]: tides, 'https://mirror.example.org/a': tides }
  const { ports, list } = await knowledgeSpace({}, { subAgents: filePool({ pages }) })
  const [first] = await extractKnowledge({ kind: 'url', url }, ports, { signal })
  const [second] = await extractKnowledge({ kind: 'url', url: 'https://mirror.example.org/a' }, ports, { signal })
  expect(second).toMatchObject({ status: 'duplicate', duplicate_of: first?.literature_note, zettels_created: [] })
  expect(await list('0-personal/3-knowledge/literature')).toEqual(['spring-tides.md'])
})

test('a content that its note has no more is no duplicate of it', async () => {
  const mirror = 'https://mirror.example.org/a'
  const pages: Record<string, string> = { [url]: tides, [mirror]: tides }
  const { ports, list } = await knowledgeSpace({}, { subAgents: filePool({ pages }) })
  await extractKnowledge({ kind: 'url', url }, ports, { signal })
  pages[url] = tides.replace('seven days', 'about seven days')
  const { extract } = openKnowledgeExtractor(ports)
  await extract({ kind: 'url', url }, { signal })
  expect(await extract({ kind: 'url', url: mirror }, { signal })).toMatchObject([{ status: 'success' }])
  expect(await list('0-personal/3-knowledge/literature')).toHaveLength(2)
})

test('a changed page makes a new version and keeps what a person wrote', async () => {
  const pages: Record<string, string> = { [url]: tides }
  const { ports, read, write } = await knowledgeSpace({}, { subAgents: filePool({ pages }) })
  const [first] = await extractKnowledge({ kind: 'url', url }, ports, { signal })
  const path = first?.literature_note ?? ''
  const note = (await read(path))
    .replace('type: literature', 'rating: 5 # mine\ntype: literature')
    .replace('tags:', 'tags:\n  - holiday')
    .replace('status: candidate', 'status: reviewed')
  await write(path, `${note}\nAsk Tom about the gates.\n`)
  pages[url] = tides.replace('seven days', 'about seven days')
  const [second] = await extractKnowledge({ kind: 'url', url }, ports, { signal })
  expect(second).toMatchObject({ status: 'success', literature_note: path })
  const after = await read(path)
  expect(after).toContain('rating: 5 # mine')
  expect(after).toContain('- holiday')
  expect(after).toContain('status: reviewed')
  expect(after).toContain('Ask Tom about the gates.')
  expect(after).toContain(`content_hash: ${second?.content_hash}`)
  expect(after).toContain(`versions:\n  - content_hash: ${first?.content_hash}`)
  expect(after).not.toContain('Earlier version')
  expect(after.match(/## My notes/g)).toHaveLength(1)
})

test('a new version keeps the tags of a person as they were written', async () => {
  const pages: Record<string, string> = { [url]: tides }
  const { ports, read, write } = await knowledgeSpace({}, { subAgents: filePool({ pages }) })
  const [first] = await extractKnowledge({ kind: 'url', url }, ports, { signal })
  const path = first?.literature_note ?? ''
  await write(path, (await read(path)).replace('tags:\n', 'tags:\n  - 2024 # the year\n  - 007\n'))
  pages[url] = tides.replace('seven days', 'about seven days')
  await extractKnowledge({ kind: 'url', url }, ports, { signal })
  expect(await read(path)).toContain('tags:\n  - 2024 # the year\n  - 007\n  - spring-tides\n')
})

test.each([
  ['nobody changed follow the source', (note: string) => note, 'title: Tides of spring\ntype'],
  ['a person changed stay', (note: string) => note.replace('title: Spring tides', 'title: Mine'), 'title: Mine\ntype'],
  [
    'no version recorded follow the source where the text shows that nobody changed them',
    (note: string) => note.replace(/^generated_fields:\n(?: {2}.*\n)+/m, ''),
    'title: Tides of spring\ntype',
  ],
])('fields that %s', async (name, change, title) => {
  const document = documentOf(tides, { url, authors: ['Ada Example'], publishedAt: '2024-05-06' })
  const { ports, read, write } = await knowledgeSpace()
  const ingest = async (one: typeof document) =>
    await extractKnowledge(
      { kind: 'extraction', name: url, inputType: 'url', extraction: { documents: [one], findings: [] } },
      ports,
      { signal },
    )
  const [first] = await ingest(document)
  const path = first?.literature_note ?? ''
  await write(path, change(await read(path)))
  const text = tides.replace('# Spring tides', '# Tides of spring').replace('seven days', 'eight days')
  await ingest({ ...documentOf(text), url, publishedAt: '2025-01-01' })
  const after = await read(path)
  expect(after).toContain(title)
  expect(after.includes('Ada Example')).toBe(name.startsWith('no version'))
  expect(after).toContain(`published: ${name.startsWith('no version') ? '2024-05-06' : '2025-01-01'}\n`)
  expect(after).toContain('# Tides of spring\n')
})

test('what a person changed in the text of the program stays as an earlier version', async () => {
  const pages: Record<string, string> = { [url]: tides }
  const { ports, read, write } = await knowledgeSpace({}, { subAgents: filePool({ pages }) })
  const [first] = await extractKnowledge({ kind: 'url', url }, ports, { signal })
  const path = first?.literature_note ?? ''
  await write(path, (await read(path)).replace('## Key insights', 'I doubt this.\n\n## Key insights'))
  for (const version of ['eight', 'nine']) {
    pages[url] = tides.replace('seven days', `${version} days`)
    expect((await extractKnowledge({ kind: 'url', url }, ports, { signal }))[0]?.status).toBe('success')
  }
  const after = await read(path)
  expect(after).toContain('## Earlier version, 2025-01-02\n\n### Spring tides')
  expect(after.match(/I doubt this\./g)).toHaveLength(1)
})

test('a person who edits during the run gets a conflict, and the edit stays', async () => {
  const pages: Record<string, string> = { [url]: tides }
  const space = await knowledgeSpace({}, { subAgents: filePool({ pages }) })
  const { ports, read, write } = space
  const [first] = await extractKnowledge({ kind: 'url', url }, ports, { signal })
  const path = first?.literature_note ?? ''
  pages[url] = tides.replace('seven days', 'eight days')
  const edited = `${await read(path)}\nWritten meanwhile.\n`
  const writes: typeof ports.writes = {
    ...ports.writes,
    write: async (request, options) => {
      if (request.path === path) await write(path, edited)
      return await ports.writes.write(request, options)
    },
  }
  const [result] = await extractKnowledge({ kind: 'url', url }, { ...ports, writes }, { signal })
  expect(result).toMatchObject({ status: 'failed', error: { code: 'WRITES_CONFLICT' } })
  expect(await read(path)).toBe(edited)
})

test('a note whose front matter was broken is left alone', async () => {
  const pages: Record<string, string> = { [url]: tides }
  const { ports, read, write } = await knowledgeSpace({}, { subAgents: filePool({ pages }) })
  const [first] = await extractKnowledge({ kind: 'url', url }, ports, { signal })
  const path = first?.literature_note ?? ''
  const broken = (await read(path)).replace('type: literature', 'type: [literature')
  await write(path, broken)
  pages[url] = `${tides}\nMore of it.`
  const [result] = await extractKnowledge({ kind: 'url', url }, ports, { signal })
  expect(result).toMatchObject({ status: 'failed', error: { code: 'KNOWLEDGE_NOTE_DAMAGED' } })
  expect(await read(path)).toBe(broken)
})

test('two sources with one title have two notes', async () => {
  const other = 'https://other.example.org/'
  const pages = { [url]: tides, [other]: '# Spring tides\n\nA poem about the sea and the sand under the stars of May.' }
  const { ports, list } = await knowledgeSpace({}, { subAgents: filePool({ pages }) })
  for (const each of [url, other]) await extractKnowledge({ kind: 'url', url: each }, ports, { signal })
  const names = await list('0-personal/3-knowledge/literature')
  expect(names).toHaveLength(2)
  expect(names.filter((name) => /^spring-tides-[0-9a-f]{8}\.md$/.test(name))).toHaveLength(1)
})

test('a note of a person with the same name stays', async () => {
  const { ports, read } = await knowledgeSpace({ '0-personal/3-knowledge/literature/spring-tides.md': 'Mine.' })
  const [result] = await extractKnowledge({ kind: 'text', text: tides }, ports, { signal })
  expect(result?.status).toBe('success')
  expect(await read('0-personal/3-knowledge/literature/spring-tides.md')).toBe('Mine.')
})

test('a note with many authors is known again by the next run', async () => {
  const { ports } = await knowledgeSpace()
  const authors = Array.from({ length: 50 }, (_, place) => `${place} ${'Ångström '.repeat(20)}`)
  const extraction = { documents: [documentOf(tides, { authors })], findings: [] }
  const input = { kind: 'extraction', name: 'many', inputType: 'file', extraction } as const
  const [first] = await extractKnowledge(input, ports, { signal })
  const [again] = await extractKnowledge(input, ports, { signal })
  expect(again).toMatchObject({ status: 'unchanged', literature_note: first?.literature_note })
})

test('two files that name the same source in their front matter have two notes', async () => {
  const subAgents: typeof ports.subAgents = {
    accepts: () => 'reader',
    extract: (_, { name }) => {
      const text = name.endsWith('a.md')
        ? tides
        : '# Kelp\n\nKelp grows by half a metre a day in cold water near rocks.'
      return Promise.resolve({ documents: [documentOf(text, { url })], findings: [] })
    },
  }
  const { ports, write, list } = await knowledgeSpace({}, { subAgents: filePool() })
  for (const name of ['a.md', 'b.md']) {
    const path = await write(name, name)
    const [result] = await extractKnowledge({ kind: 'file', path }, { ...ports, subAgents }, { signal })
    expect(result).toMatchObject({ status: 'success' })
  }
  expect(await list('0-personal/3-knowledge/literature')).toEqual(['kelp.md', 'spring-tides.md'])
})
