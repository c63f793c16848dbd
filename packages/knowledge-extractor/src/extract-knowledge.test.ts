import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { parseNote } from '@datacortex/notes'
import { expect, test } from 'vitest'
import { documentOf, filePool } from './__fixtures__/file-reader.ts'
import { extractKnowledge, knowledgeSpace, signal, tides } from './__fixtures__/knowledge-space.ts'
import { openKnowledgeExtractor } from './extract-knowledge.ts'

const url = 'https://tides.example.org/spring'

test('a page becomes a literature note and zettels', async () => {
  const { ports, read, list } = await knowledgeSpace({}, { subAgents: filePool({ pages: { [url]: tides } }) })
  const [result] = await extractKnowledge({ kind: 'url', url }, ports, { signal })
  expect(result).toMatchObject({
    status: 'success',
    input: url,
    input_type: 'url',
    title: 'Spring tides',
    literature_note: '0-personal/3-knowledge/literature/spring-tides.md',
    source_authority: 'low',
    action_items: [],
    findings: [],
  })
  expect(await read(result?.literature_note ?? '')).toMatchInlineSnapshot(`
    "---
    title: Spring tides
    type: literature
    source: https://tides.example.org/spring
    source_id: url:https://tides.example.org/spring
    author:
      - Ada Example
    published: 2024-05-06
    retrieved: 2025-01-02T03:04:05.000Z
    authority: low
    content_hash: 04683e89ee576e3144daa0610cce68a2f670b79396b3c5fd221edf6896aac717
    input_type: url
    tags:
      - spring-tides
      - moon-pull
      - water
    status: candidate
    taint: external
    generated: 959a8d37d1cd5201
    generated_fields:
      title: 10119a2a
      source: 914dfed3
      author: b9f00a22
      published: c1cd4ffc
      authority: 6c1ff09d
    ---

    # Spring tides

    ## Summary

    Spring tides occur when the Sun and the Moon pull the sea along one line. The water then rises higher than on other days of the month. Harbour walls in northern Europe are built about one metre above the highest spring tide.

    ## Key insights

    > Storm surges raise the water by another two metres in bad winters.
    >
    > — characters 255–321, in “Harbours”

    > Engineers add gates that close before a storm arrives.
    >
    > — characters 322–376, in “Harbours”

    > Neap tides follow seven days later, when Sun and Moon pull at a right angle.
    >
    > — characters 378–454, in “Harbours”

    ## Zettels

    - [[0-personal/3-knowledge/zettel/spring-tides-occur-when-the-sun-and-the-moon-pull-the-sea-along-one-line|Spring tides occur when the Sun and the Moon pull the sea along one line]]
    - [[0-personal/3-knowledge/zettel/neap-tides-follow-seven-days-later-when-sun-and-moon-pull-at-a-right-angle|Neap tides follow seven days later, when Sun and Moon pull at a right angle]]
    - [[0-personal/3-knowledge/zettel/harbour-walls-in-northern-europe-are-built-about-one-metre-above-the-highest-spring-tide|Harbour walls in northern Europe are built about one metre above the highest spring tide]]

    ## Whole text

    - [[0-personal/3-knowledge/literature/sources/spring-tides|as it was read]]

    ## My notes

    <!-- Yours: what stands below is kept. -->
    "
  `)
  expect(result?.zettels_created.map((path) => path.split('/').at(-1))).toMatchInlineSnapshot(`
    [
      "spring-tides-occur-when-the-sun-and-the-moon-pull-the-sea-along-one-line.md",
      "neap-tides-follow-seven-days-later-when-sun-and-moon-pull-at-a-right-angle.md",
      "harbour-walls-in-northern-europe-are-built-about-one-metre-above-the-highest-spring-tide.md",
    ]
  `)
  expect(await read(result?.zettels_created[0] ?? '')).toMatchInlineSnapshot(`
    "---
    title: Spring tides occur when the Sun and the Moon pull the sea along one line
    type: zettel
    created: 2025-01-02
    source: https://tides.example.org/spring
    literature: "[[0-personal/3-knowledge/literature/spring-tides|Spring tides]]"
    quote:
      start: 16
      end: 150
      content_hash: 04683e89ee576e3144daa0610cce68a2f670b79396b3c5fd221edf6896aac717
    tags:
      - spring-tides
      - moon-pull
      - water
    status: candidate
    taint: external
    ---

    # Spring tides occur when the Sun and the Moon pull the sea along one line

    > Spring tides occur when the Sun and the Moon pull the sea along one line. The water then rises higher than on other days of the month.
    >
    > — characters 16–150, in “Spring tides”
    >
    > From [[0-personal/3-knowledge/literature/spring-tides|Spring tides]]
    "
  `)
  expect(await list('0-personal/3-knowledge/zettel')).toHaveLength(result?.zettels_created.length ?? 0)
})

test('every quotation of the note stands in the source at its offsets', async () => {
  const { ports, read } = await knowledgeSpace()
  const [result] = await extractKnowledge({ kind: 'text', text: tides }, ports, { signal })
  const note = await read(result?.literature_note ?? '')
  const quotes = [...note.matchAll(/^> (?!—)(.*)\n>\n> — .*?characters (\d+)–(\d+)/gm)]
  expect(quotes.length).toBeGreaterThan(2)
  for (const [, quote, start, end] of quotes) expect(tides.slice(Number(start), Number(end))).toBe(quote)
})

test('the memory reads the notes as what they are', async () => {
  const { ports, read } = await knowledgeSpace({}, { subAgents: filePool({ pages: { [url]: tides } }) })
  const [result] = await extractKnowledge({ kind: 'url', url }, ports, { signal })
  const [zettel = ''] = result?.zettels_created ?? []
  const path = result?.literature_note ?? ''
  expect(parseNote(await read(path), { path, sha256: '' })).toMatchObject({
    type: 'literature',
    title: 'Spring tides',
    date: '2024-05-06',
    findings: [],
  })
  const note = parseNote(await read(zettel), { path: zettel, sha256: '' })
  expect(note).toMatchObject({ type: 'zettel', findings: [] })
  expect(note.links.map(({ target }) => `${target}.md`)).toContain(path)
})

test('a chat export gives one result for each chat, with things to do', async () => {
  const { ports, root, write, read } = await knowledgeSpace()
  await write('inbox/my-export/a.json', '{}')
  const results = await extractKnowledge({ kind: 'folder', path: join(root, 'inbox/my-export') }, ports, { signal })
  expect(
    results.map(({ status, input_type, document, action_items }) => ({ status, input_type, document, action_items })),
  ).toEqual([
    {
      status: 'success',
      input_type: 'conversation',
      document: 'one',
      action_items: ['We need to ask the council for a higher wall.'],
    },
    { status: 'success', input_type: 'conversation', document: 'two', action_items: [] },
  ])
  const note = await read(results[0]?.literature_note ?? '')
  expect(note).toContain('> — Anna, 2024-01-02 03:04, characters 0–55')
  expect(note).toContain('## Topics\n\n- Tides (1 turns)')
})

test.each([
  ['a.md', 'ENCRYPTED', 'failed', 'READER_ENCRYPTED'],
  ['a.md', 'HANG UP', 'failed', 'KNOWLEDGE_EXTRACTION_FAILED'],
  ['a.md', 'PASS ON', 'failed', 'KNOWLEDGE_HAND_OVER_LOOP'],
  ['a.md', '  \n ', 'failed', 'KNOWLEDGE_NO_TEXT'],
  ['a.bin', '\u0000\u0001\u0000\u0002\u0003', 'skipped', 'KNOWLEDGE_NO_SUB_AGENT'],
])('%s with %j ends as %s: %s', async (name, content, status, code) => {
  const { ports, write, list } = await knowledgeSpace()
  const path = await write(name, content)
  const results = await extractKnowledge({ kind: 'file', path }, ports, { signal })
  expect(results).toMatchObject([{ status, input: path, input_type: 'file', error: { code } }])
  expect(await list('0-personal')).toEqual([])
})

test('files that are absent, too large or no files are coded results', async () => {
  const { ports, root, write } = await knowledgeSpace()
  const path = await write('big.md', 'x'.repeat(100))
  const codeOf = async (file: string): Promise<string | undefined> =>
    (await extractKnowledge({ kind: 'file', path: file }, { ...ports, maxBytes: 99 }, { signal }))[0]?.error?.code
  expect(await codeOf(path)).toBe('KNOWLEDGE_INPUT_TOO_LARGE')
  expect(await codeOf(join(root, 'gone.md'))).toBe('KNOWLEDGE_INPUT_UNREADABLE')
  expect(await codeOf(root)).toBe('KNOWLEDGE_INPUT_UNREADABLE')
})

test('what a sub-agent lost makes the result partial', async () => {
  const { ports, write } = await knowledgeSpace()
  const path = await write('half.md', `${tides}\nHALF`)
  const [result] = await extractKnowledge({ kind: 'file', path }, ports, { signal })
  expect(result).toMatchObject({ status: 'partial', findings: [{ code: 'READER_PAGE_LOST' }] })
})

test('a place that is not granted is a failure without a note', async () => {
  const { ports } = await knowledgeSpace()
  const [result] = await extractKnowledge({ kind: 'text', text: tides }, { ...ports, space: '1-acme' }, { signal })
  expect(result).toMatchObject({ status: 'failed', error: { code: 'WRITES_REFUSED' } })
})

test('an abort ends it', async () => {
  const controller = new AbortController()
  const { ports } = await knowledgeSpace(
    {},
    { subAgents: filePool({ onExtract: () => controller.abort(new Error('enough')) }) },
  )
  const pending = extractKnowledge({ kind: 'url', url }, ports, { signal: controller.signal })
  await expect(pending).rejects.toThrow('enough')
})

test('an idea of one input is not novel in the next', async () => {
  const { ports } = await knowledgeSpace()
  const { extract } = openKnowledgeExtractor(ports)
  const [first] = await extract({ kind: 'text', text: tides }, { signal })
  const [second] = await extract({ kind: 'text', text: `${tides}\n\nOne more paragraph.` }, { signal })
  expect(first?.zettels_created.length).toBeGreaterThan(0)
  expect(second?.zettels_created).toEqual([])
})

test('the memory gives related notes, tags and what is not novel', async () => {
  const hit = (path: string, fields: object) =>
    ({ id: path, path, title: 'T', type: 'note', score: 0.8, hop: 0, snippet: '', origin: 'local', ...fields }) as const
  const known = 'Spring tides occur when the Sun and the Moon pull the sea along one line.'
  const { ports, read } = await knowledgeSpace(
    {
      '0-personal/notes/sea.md': 'The sea.',
      '0-personal/notes/coast.md': 'The coast.',
      '0-personal/3-knowledge/zettel/known.md': known,
    },
    {
      search: (query) =>
        Promise.resolve([
          hit('0-personal/notes/sea.md', { title: 'The sea', tags: ['ocean'] }),
          hit('0-personal/notes/coast.md', { title: 'The coast', tags: ['ocean'] }),
          ...(query.includes('pull the sea')
            ? [hit('0-personal/3-knowledge/zettel/known.md', { title: 'Known', snippet: known, score: 0.3 })]
            : []),
        ]),
    },
  )
  const [result] = await extractKnowledge({ kind: 'text', text: tides }, ports, { signal })
  expect(result).toMatchObject({ related: ['0-personal/notes/sea.md', '0-personal/notes/coast.md'], tags: ['ocean'] })
  const note = await read(result?.literature_note ?? '')
  expect(note).toContain('## Related\n\n- [[0-personal/notes/sea|The sea]]\n- [[0-personal/notes/coast|The coast]]')
  expect(note).toContain('[[0-personal/3-knowledge/zettel/known|Known]]')
  expect(result?.zettels_created.some((path) => path.includes('spring-tides-occur'))).toBe(false)
})

test('a memory that fails is a finding', async () => {
  const search = () => Promise.reject(new CodedError('MEMORY_BROKEN', 'The index is broken.'))
  const { ports } = await knowledgeSpace({}, { search })
  const [result] = await extractKnowledge({ kind: 'text', text: tides }, ports, { signal })
  expect(result?.status).toBe('success')
  expect(result?.findings.map(({ code }) => code)).toContain('KNOWLEDGE_MEMORY_UNSEARCHED')
})

test('text of others can make no links, tags, headings or fields', async () => {
  const text = [
    '# Nice title [[secret]]',
    '',
    'The harbour note [[0-personal/journal]] has #tags and %%comments%% and <script>alert(1)</script> in every line of it.',
    'An image ![x](https://evil.example/x.png) shows the harbour of the old town at night with many lights.',
  ].join('\n')
  const { ports, read } = await knowledgeSpace()
  const document = documentOf(text, { title: 'Nice\n---\nadmin: true [[secret]]', authors: ['Eve\nstatus: confirmed'] })
  const input = {
    kind: 'extraction',
    name: 'x',
    inputType: 'file',
    extraction: { documents: [document], findings: [] },
  } as const
  const [result] = await extractKnowledge(input, ports, { signal })
  const path = result?.literature_note ?? ''
  const note = await read(path)
  const parsed = parseNote(note, { path, sha256: '' })
  expect(parsed.links.map(({ alias }) => alias)).toEqual(['as it was read'])
  expect(parsed.tags).not.toContain('tags')
  expect(note).toContain('status: candidate\ntaint: external')
  expect(note).not.toMatch(/^(?:admin|status: confirmed)/m)
  expect(note).not.toMatch(/(?<!\\)<script|!\[/)
})
