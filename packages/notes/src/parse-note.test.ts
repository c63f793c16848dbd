import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseNote } from './parse-note.ts'

const parse = (text: string, path = 'Bee.md') => parseNote(text, { path, sha256: 'hash' })
const targets = (text: string) => parse(text).links.map(({ target }) => target)

test('front matter, headings, links and tags of a note', () => {
  const note = parse(
    [
      '---',
      'title: "Bees: a start"',
      'tags: [Insects, "#farm/hive"]',
      'aliases: [Apis, Honey bee]',
      'created: 1596566527331',
      '---',
      '# Bees',
      'See [[Honey|the sweet]] and ![[Hive#Inside]] or [[Wax#^b1]] #pollen',
      '',
      '## Where',
      '[a guide](../guides/Bee%20keeping.md#Start) and [the web](https://example.org/x.md)',
    ].join('\n'),
    '1-acme/3-knowledge/zettel/Bee.md',
  )
  expect(note).toMatchInlineSnapshot(`
    {
      "aliases": [
        "Apis",
        "Honey bee",
      ],
      "chunks": [
        {
          "endLine": 11,
          "headings": [
            "Bees",
          ],
          "index": 0,
          "startLine": 8,
          "text": "See [[Honey|the sweet]] and ![[Hive#Inside]] or [[Wax#^b1]] #pollen

    ## Where
    [a guide](../guides/Bee%20keeping.md#Start) and [the web](https://example.org/x.md)",
        },
      ],
      "date": "2020-08-04",
      "findings": [],
      "links": [
        {
          "alias": "the sweet",
          "embed": false,
          "line": 8,
          "syntax": "wiki",
          "target": "Honey",
        },
        {
          "embed": true,
          "heading": "Inside",
          "line": 8,
          "syntax": "wiki",
          "target": "Hive",
        },
        {
          "block": "b1",
          "embed": false,
          "line": 8,
          "syntax": "wiki",
          "target": "Wax",
        },
        {
          "alias": "a guide",
          "embed": false,
          "heading": "Start",
          "line": 11,
          "syntax": "markdown",
          "target": "../guides/Bee keeping.md",
        },
      ],
      "path": "1-acme/3-knowledge/zettel/Bee.md",
      "sha256": "hash",
      "space": "1-acme",
      "tags": [
        "insects",
        "farm/hive",
        "pollen",
      ],
      "title": "Bees: a start",
      "type": "zettel",
    }
  `)
})

test('nothing in code or comments is a link or a tag', () => {
  const note = parse(
    [
      '`[[a]] #a` ``x ` [[b]]`` <!-- [[c]] #c -->',
      '```',
      '[[d]] #d',
      '```',
      '~~~md',
      '[e](e.md)',
      '~~~',
      '',
      '    [[f]] #f',
      '',
      '<!-- [[g]]',
      '',
      '#g -->',
      '<pre>',
      '[[h]]',
      '</pre>',
      String.raw`\[[i]]`,
      '',
      '<div>[[yes]]</div> #also',
    ].join('\n'),
  )
  expect(note.links.map(({ target }) => target)).toEqual(['yes'])
  expect(note.tags).toEqual(['also'])
})

test('what is a tag', () => {
  const text =
    '#a #A/b #über-2 #日本 #1234 #12a (#paren) x#no https://x.org/#no [x](#no) [[n#no]] #🐝\n# Heading\n## Other #in-heading\n#not/'
  expect(parse(text).tags).toEqual(['a', 'a/b', 'über-2', '日本', '12a', 'paren', '🐝', 'in-heading', 'not'])
  expect(parse('---\ntags: one, "#two" three\n---').tags).toEqual(['one', 'two', 'three'])
  expect(parse('#ŞEHİR #şehir #I\u0307ZM\u0131R #हिन्दी').tags).toEqual(['şehir', 'izmır', 'हिन्दी'])
})

test('links in tables, with odd names, by reference, to the same note', () => {
  expect(parse(String.raw`| [[A\|b]] | x |`).links).toMatchObject([{ target: 'A', alias: 'b' }])
  expect(targets('[[a_b_c]] [[*x*]] [[C# [old]]] [[ spaced ]]')).toEqual(['a_b_c', '*x*', 'C', 'spaced'])
  expect(targets('[one][r] ![two](<t w o.md> "title")\n\n[r]: one.md')).toEqual(['one.md', 't w o.md'])
  expect(parse('[[#Below]]').links).toMatchObject([{ target: '', heading: 'Below' }])
  expect(targets('[100%](100%.md) [x](pic.png) [[]] [[ | ]] [[a\nb]]')).toEqual(['100%.md'])
})

test('a Markdown link without an ending may lead to a note; the web, other files and places in the note are no such links', () => {
  expect(parse('[x](Honey)\n![y](../food/Raw%20honey%201.2#How%20to "title") [z](<Node.js#^b1>)').links).toEqual([
    { target: 'Honey', alias: 'x', embed: false, syntax: 'markdown', line: 1 },
    { target: '../food/Raw honey 1.2', heading: 'How to', alias: 'y', embed: true, syntax: 'markdown', line: 2 },
    { target: 'Node.js', block: 'b1', alias: 'z', embed: false, syntax: 'markdown', line: 2 },
  ])
  for (const address of [
    'https://a.b/c',
    '//a.b/c',
    'mailto:a@b.c',
    'obsidian://open?x',
    '#heading',
    '?q',
    '',
    'pic.png',
    'a/Paper.PDF#page=2',
    'folder/',
    '..',
    './',
  ])
    expect([address, targets(`[x](${address})`)]).toEqual([address, []])
  expect(targets('Honey.[^1] `list[0](x)`\n\n[^1]: Wax\n')).toEqual([])
})

test('a front matter that is no YAML gives a finding with its line; the text is read', () => {
  const note = parse('---\ntitle: Bees: a start\ntags: [a, b\n---\n# Body\n[[x]]')
  expect(note).toMatchObject({ title: 'Bees: a start', links: [{ target: 'x', line: 6 }] })
  expect(note.chunks.map(({ text }) => text)).toEqual(['[[x]]'])
  expect(note.findings).toMatchObject([{ code: 'NOTE_FRONT_MATTER_INVALID', subject: 'Bee.md:2' }])
  expect(parse('---\n- a\n---\nx').findings).toMatchObject([{ code: 'NOTE_FRONT_MATTER_INVALID' }])
  expect(parse(`---\na: ${'&a [*a]'.repeat(9)}\n---\nx`).chunks[0]?.text).toBe('x')
})

test('one field that is no YAML takes nothing from the others', () => {
  const head = '---\ntitle: Bees: a book\ntags: [hive/old, "wax"]\naliases:\n  - Drone\n---\nText.'
  expect(parse(head)).toMatchObject({ title: 'Bees: a book', tags: ['hive/old', 'wax'], aliases: ['Drone'] })
  expect(parse('---\ntags: [a, b\n---\nText.')).toMatchObject({ tags: ['a', 'b'] })
})

test('a value whose quote is never closed is nobody’s title', () => {
  expect(parse('---\ntags: [a, b\ntitle: "unclosed\n---\n# Broken yaml')).toMatchObject({ title: 'Broken yaml' })
  expect(parse('---\ntags: [a, b\ntitle: "It\n---\nText.')).toMatchObject({ title: 'Bee' })
  expect(parse('---\ntags: [a, b\ntitle: "closed"\n---\n# Body')).toMatchObject({ title: 'closed' })
})

test('a rule at the start without an end is no front matter', () => {
  const note = parse('---\nnot: closed\n\ntext')
  expect(note.findings).toEqual([])
  expect(note.chunks[0]?.text).toContain('not: closed')
})

test('title, type and date come from the next best place', () => {
  expect(parse('text', 'journal/2025-01-31 Friday.md')).toMatchObject({
    title: '2025-01-31 Friday',
    date: '2025-01-31',
    type: 'note',
  })
  expect(parse('# The **bold** [[Bee|one]]\n')).toMatchObject({ title: 'The bold one' })
  expect(parse('---\ntype: person\ntitle: 42\ndate: 2024-02-30\n---', '0-personal/notes/journals/x.md')).toMatchObject({
    title: '42',
    type: 'person',
    space: '0-personal',
  })
})

test('a note without text has one empty chunk, one with only headings is found by them', () => {
  expect(parse('').chunks).toEqual([{ index: 0, headings: [], text: '', startLine: 1, endLine: 1 }])
  expect(parse('---\ntitle: x\n---\n').chunks).toHaveLength(1)
  expect(parse('# Only\n').chunks).toMatchObject([{ headings: ['Only'], text: '# Only' }])
})

test('an org file is read as text', () => {
  const note = parse(
    [
      '#+title: Bees',
      '#+filetags: :farm:',
      '* TODO Feed them :food:urgent:',
      ':PROPERTIES:',
      ':ID: 7f-1',
      ':END:',
      'See [[file:hive.org::*Inside][the hive]], [[id:99-a]] and [[Wax]].',
      '#+begin_src sh',
      'echo [[no]]',
      '#+end_src',
      '# [[no]]',
      '[[https://example.org][web]]',
    ].join('\r\n'),
    'org/bees.org',
  )
  expect(note).toMatchObject({ title: 'Bees', type: 'org', tags: ['farm', 'food', 'urgent'], aliases: ['id:7f-1'] })
  expect(note.links).toEqual([
    { target: 'hive.org', heading: 'Inside', alias: 'the hive', embed: false, syntax: 'org', line: 7 },
    { target: 'id:99-a', embed: false, syntax: 'org', line: 7 },
    { target: 'Wax', embed: false, syntax: 'org', line: 7 },
  ])
  expect(note.chunks.map(({ text }) => text).join('\n')).not.toContain(':ID:')
})

test('no text makes it throw, and lines are those of the file', () => {
  const piece = fc.constantFrom(
    '---\n',
    '# a\n',
    '[[',
    ']]',
    '|',
    '`',
    '```\n',
    '<!--',
    '-->',
    '\r\n',
    '> ',
    '* ',
    'é',
    '\t',
    '#b ',
    '(x.md)',
    ':PROPERTIES:\n',
    '💥',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme' })), { maxLength: 40 }), (parts) => {
      const text = parts.join('')
      const lines = text.split('\n')
      for (const path of ['a.md', 'a.org'])
        for (const chunk of parse(text, path).chunks) {
          const place = lines.slice(chunk.startLine - 1, chunk.endLine).join('\n')
          expect(place).toContain(chunk.text)
          expect(chunk.text.split('\n')).toHaveLength(chunk.endLine - chunk.startLine + 1)
        }
    }),
    { numRuns: process.env['LONG'] === undefined ? 80 : 200 },
  )
})

test('what stands between two rules at the head and is no front matter can be found', () => {
  for (const head of ['A motto.', '- one\n- motto', 'one [two: x\nmotto'])
    expect(JSON.stringify(parse(`---\n${head}\n---\nx`).chunks)).toContain('motto')
  expect(parse('---\n# nothing yet\n---\nx').chunks).toMatchObject([{ text: 'x', startLine: 4 }])
})

test('what looks like a number in front matter stays as it is written', () => {
  const front =
    'title: 1.10\naliases: [1.20, &id 007, 0x1F, Yes, 1e3, ~]\nalias:\n  - *id\n  - true\ndate: 1738324800\n'
  const { title, aliases, date } = parseNote(`---\n${front}---\nText.\n`, { path: 'a.md', sha256: '' })
  expect(title).toBe('1.10')
  expect(aliases).toEqual(['1.20', '007', '0x1F', 'Yes', '1e3', 'true'])
  expect(date).toBe('2025-01-31')
})

test('tags and emphasis of headings are read in scripts whose vowels are marks', () => {
  const org = parseNote('* काम :हिन्दी:Pru\u0308fung:\nपाठ\n', { path: 'a.org', sha256: '' })
  expect(org.tags).toEqual(['हिन्दी', 'prüfung'])
  const headings = parseNote('# की_बात_\n', { path: 'a.md', sha256: '' })
  expect(headings.title).toBe('की_बात_')
})

test('the whole text of a source links nowhere and tags nothing but by its own front matter', () => {
  const text = '---\ntype: source-text\ntext_of: "[[a/Tides]]"\n---\n\n# Tides\n\nSee [[Bees]] and [x](y.md) #honey'
  const { links, tags, chunks } = parseNote(text, { path: 'a/sources/Tides.md', sha256: '' })
  expect(links.map(({ target }) => target)).toEqual(['a/Tides'])
  expect(tags).toEqual([])
  expect(chunks.map((chunk) => chunk.text).join('\n')).toContain('#honey')
})
