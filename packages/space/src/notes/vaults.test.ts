import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import { expect, onTestFinished, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { openSpace } from '../space.ts'

async function vault(files: Readonly<Record<string, string>>) {
  const { paths } = await workSpace()
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(paths.root, path)), { recursive: true })
    await writeFile(join(paths.root, path), text)
  }
  const space = await openSpace(paths.root, {
    isTrusted: true,
    openModel: async () => await Promise.resolve(embedder),
  })
  onTestFinished(async () => await space[Symbol.asyncDispose]())
  return { space, root: paths.root, read: async (path: string) => await readFile(join(paths.root, path), 'utf8') }
}

const embedder: Embedder = {
  modelId: 'lengths@1',
  dimensions: 2,
  embed: async (texts) =>
    await Promise.resolve(texts.map(({ length }) => new Float32Array([Math.cos(length), Math.sin(length)]))),
  [Symbol.asyncDispose]: async () => await Promise.resolve(),
}

test('front matter of a new note is merged with what is said of it', async () => {
  const { space, read } = await vault({})
  const text = '---\n# mine\naliases:   [Neaps]\ntags: [Sea]\n---\n\nThey are weak.'
  const { path } = await space.notes.write({ title: 'Neap tides', text, tags: ['sea', 'moon'], type: 'zettel' })
  const written = await read(path)
  expect(written.match(/^---$/gm)).toHaveLength(2)
  expect(written).toMatch(
    /^---\n# mine\naliases: \[ Neaps \]\ntags: \[ Sea, moon \]\ntitle: Neap tides\ntype: zettel\ncreated: /,
  )
  expect(written.endsWith('---\n\n# Neap tides\n\nThey are weak.\n')).toBe(true)
  await space.notes.write({ title: 'Kept', text: '---\ntitle:   "Own"   # so\ndate: 2026-01-31\n---\n# Own\n\nText' })
  expect(await read('Kept.md')).toBe('---\ntitle:   "Own"   # so\ndate: 2026-01-31\n---\n\n# Own\n\nText\n')
  await space.notes.write({ title: 'Rule', text: '---\nA motto\n---\nText' })
  expect(await read('Rule.md')).toMatch(
    /^---\ntitle: "Rule"\ncreated: \S+\n---\n\n# Rule\n\n---\nA motto\n---\nText\n$/,
  )
})

test.each([
  ['---\ntitle: a: b: [c\n---\nText', /no YAML: line 2/],
  ['---\ntype: book\n---\nText', /says type: book, and zettel/],
])('%j is refused, and nothing is written', async (text, message) => {
  const { space, read } = await vault({})
  await expect(space.notes.write({ title: 'Bad', text, type: 'zettel' })).rejects.toThrow(message)
  await expect(read('Bad.md')).rejects.toThrow('ENOENT')
})

test('who writes a note with a name that others have is told of them', async () => {
  const { space } = await vault({
    'sea/Neap tides.md': 'one',
    'b.md': '---\ntitle: NEAP TIDES\n---\n',
    'c.md': '---\naliases: [neap tides]\n---\n',
  })
  expect(await space.notes.write({ title: 'Neap tides', text: 'x', dry_run: true })).toMatchObject({
    path: 'Neap tides.md',
    same_title: ['b.md', 'c.md', 'sea/Neap tides.md'],
  })
  expect(await space.notes.write({ title: 'Other', text: 'x' })).not.toHaveProperty('same_title')
})

const tagged = {
  'sea/Tides.md': '---\ntags: [Gezeiten, moon/phase]\n---\nThey turn.',
  'sea/deep/Reef.md': '---\ntype: place\ntags: [Gezeiten]\n---\nCorals.',
  'Bread.md': 'Dough. #food',
}

test('notes are listed by tag, type and folder without a query, and so are tags', async () => {
  const { space } = await vault(tagged)
  const paths = async (asked: Parameters<typeof space.notes.recent>[0]) =>
    (await space.notes.recent(asked)).notes.map(({ path }) => path).toSorted()
  expect(await paths({ tags: ['#gezeiten'] })).toEqual(['sea/Tides.md', 'sea/deep/Reef.md'])
  expect(await paths({ tags: ['moon'] })).toEqual(['sea/Tides.md'])
  expect(await paths({ type: 'place' })).toEqual(['sea/deep/Reef.md'])
  expect(await paths({ folder: './sea/deep/' })).toEqual(['sea/deep/Reef.md'])
  expect(await paths({ folder: '.' })).toHaveLength(3)
  expect(await space.notes.recent({ folder: 'lake' })).toMatchObject({ total: 0, remarks: ['No note lies in "lake".'] })
  await expect(space.notes.recent({ folder: '../x' })).rejects.toMatchObject({ code: 'CLI_USAGE' })
  expect(await space.notes.tags({})).toMatchObject({
    tags: [
      { tag: 'gezeiten', notes: 2 },
      { tag: 'food', notes: 1 },
      { tag: 'moon/phase', notes: 1 },
    ],
    total: 3,
  })
  expect(await space.notes.tags({ folder: 'sea/deep' })).toMatchObject({ total: 1 })
})

test.each([true, false])(
  'tags of front matter are found by words, also in a folder alone; indexed: %s',
  async (isIndexed) => {
    const { space } = await vault(tagged)
    if (isIndexed) await space.index({})
    const paths = async (query: string, folder?: string) =>
      (await space.search({ query, folder, min_score: 0.2 })).results.map(({ path = '' }) => path).toSorted()
    expect(await paths('Gezeiten')).toEqual(['sea/Tides.md', 'sea/deep/Reef.md'])
    expect(await paths('Gezeiten', 'sea/deep')).toEqual(['sea/deep/Reef.md'])
  },
)

test('copies that conflicts left are folded into the note, and named where they stand alone', async () => {
  const { space } = await vault({
    'Bees.md': 'Bees dance in the dark.',
    'Bees (conflicted copy 2026-01-31).md': 'Bees dance in the dark hive.',
    'Bees.sync-conflict-20260131-101500-ABCDEFG.md': 'Bees dance.',
    'Wasps (conflicted copy 2026-01-31).md': 'Wasps build of paper.',
  })
  await space.index({})
  const { results } = await space.search({ query: 'bees dance', top: 1 })
  expect(results).toMatchObject([
    {
      path: 'Bees.md',
      copies: ['Bees (conflicted copy 2026-01-31).md', 'Bees.sync-conflict-20260131-101500-ABCDEFG.md'],
    },
  ])
  expect((await space.search({ query: 'wasps paper', top: 1 })).results).toMatchObject([{ copy_of: 'Wasps.md' }])
})

test('a block is read and changed by its mark, which stays', async () => {
  const text = '# A\r\n\r\n- one ^b1\r\n- two\r\n\r\ncaf\u00e9\r\n'
  const { space, read } = await vault({ 'Note.md': text })
  expect((await space.notes.read({ notes: ['Note#^b1'] })).notes).toMatchObject([{ text: '- one ^b1', start: 3 }])
  await space.notes.edit({ note: 'Note#^b1', text: '- three' })
  expect(await read('Note.md')).toBe(text.replace('- one ^b1', '- three ^b1'))
  const unknown = {
    code: 'CLI_HEADING_UNKNOWN',
    message: 'Note.md has no block "^b9".',
    hint: 'datacortex note show "Note.md"',
  }
  await expect(space.notes.edit({ note: 'Note#^b9', text: 'x' })).rejects.toMatchObject(unknown)
})

test('which of several sections of a name is meant is asked, and nothing is written', async () => {
  const text = '# A\n\n## Risks\n\none\n\n# B\n\n## Risks\n\ntwo\n'
  const { space, read } = await vault({ 'Note.md': text })
  const refused = { code: 'MEMORY_HEADING_AMBIGUOUS' }
  await expect(space.notes.edit({ note: 'Note#Risks', text: 'x' })).rejects.toMatchObject(refused)
  await expect(space.notes.append({ note: 'Note#Risks', text: 'x' })).rejects.toMatchObject(refused)
  await expect(space.notes.read({ notes: ['Note#Risks'] })).rejects.toMatchObject(refused)
  expect(await read('Note.md')).toBe(text)
  await space.notes.edit({ note: 'Note#Risks:9', text: 'three' })
  await space.notes.append({ note: 'Note#A#Risks', text: 'more' })
  expect(await read('Note.md')).toBe(text.replace('two', 'three').replace('one', 'one\n\nmore'))
})

test('what is no text for people is found and left alone', async () => {
  const files = {
    'Books.base': 'views:\n  - type: table\n    name: Winter reading\n',
    'Comb.excalidraw.md':
      '---\nexcalidraw-plugin: parsed\n---\n# Excalidraw Data\n## Text Elements\nhexagon comb ^a1\n%%\n',
    'a.md': 'to [[Books.base]]',
  }
  const { space, read } = await vault(files)
  await space.index({})
  expect((await space.search({ query: 'winter reading' })).results[0]).toMatchObject({
    path: 'Books.base',
    type: 'base',
  })
  expect((await space.search({ query: 'hexagon' })).results.map(({ path }) => path)).toContain('Comb.excalidraw.md')
  for (const note of ['Books.base', 'Comb.excalidraw'])
    await expect(space.notes.append({ note, text: 'x' })).rejects.toMatchObject({ code: 'CLI_USAGE' })
  await space.notes.move({ note: 'Books.base', to: 'lists/Shelf.base' })
  expect(await read('lists/Shelf.base')).toBe(files['Books.base'])
  expect(await read('a.md')).toBe('to [[Shelf.base]]')
})

test('attachments that are there are no links to nowhere', async () => {
  const { space } = await vault({
    'a/Note.md': '![[bee.png]] ![x](../files/wax.pdf#page=2) [[files/wax.pdf]] ![[gone.png]] [[Nobody]]',
    'files/bee.png': 'x',
    'files/wax.pdf': 'x',
  })
  const { unresolved } = await space.notes.links({ note: 'Note' })
  expect(unresolved.map(({ target }) => target)).toEqual(['gone.png', 'Nobody'])
})

test('a heading is renamed with the links to it, in every way of writing, and undone byte for byte', async () => {
  const files = {
    'Bee.md': '\uFEFF# Bee\r\n\r\n## Wax & honey ##\r\n\r\nup: [[#Wax & honey]] [up](#wax--honey)\r\n\r\n## Other\r\n',
    'a/Links.md': [
      '[[Bee#Wax & honey|sweet]] ![[Bee#Bee#Wax & honey]] [[bee#wax & honey]] [[Bee#Other]] [[Bee]] [[Bee#^wax]]',
      '[x](../Bee.md#Wax%20&%20honey) [y](<../Bee.md#Wax & honey>) [z](../Bee.md#wax--honey) `[[Bee#Wax & honey]]`',
      '| [[Bee#Wax & honey\\|t]] |',
    ].join('\n'),
    'Else.md': '[[Links#Wax & honey]] [[#Wax & honey]]',
    'org.org': '* Wax & honey\nto [[file:Bee.md::*Wax & honey][it]]\n',
  }
  const { space, read } = await vault(files)
  const asked = { note: 'Bee#Wax & honey', to: 'Combs (new)' }
  const planned = await space.notes.rename({ ...asked, dry_run: true })
  expect(planned.rewritten.map(({ path, links }) => [path, links])).toEqual([
    ['Bee.md', 2],
    ['a/Links.md', 7],
    ['org.org', 1],
  ])
  expect(await read('Bee.md')).toBe(files['Bee.md'])
  const { undo = '' } = await space.notes.rename(asked)
  expect(await read('Bee.md')).toBe(
    '\uFEFF# Bee\r\n\r\n## Combs (new) ##\r\n\r\nup: [[#Combs (new)]] [up](#combs-new)\r\n\r\n## Other\r\n',
  )
  expect(await read('a/Links.md')).toBe(
    [
      '[[Bee#Combs (new)|sweet]] ![[Bee#Bee#Combs (new)]] [[bee#Combs (new)]] [[Bee#Other]] [[Bee]] [[Bee#^wax]]',
      '[x](../Bee.md#Combs%20%28new%29) [y](<../Bee.md#Combs (new)>) [z](../Bee.md#combs-new) `[[Bee#Wax & honey]]`',
      '| [[Bee#Combs (new)\\|t]] |',
    ].join('\n'),
  )
  expect(await read('org.org')).toBe('* Wax & honey\nto [[file:Bee.md::*Combs (new)][it]]\n')
  expect(await read('Else.md')).toBe(files['Else.md'])
  await space.undo({ run: undo })
  for (const [path, text] of Object.entries(files)) expect(await read(path)).toBe(text)
})

test('of twins links lead to the first, and a heading takes no name that is there', async () => {
  const files = { 'Note.md': '# A\n\n## Risks\n\n# B\n\n## Risks\n', 'Link.md': '[[Note#Risks]]' }
  const { space, read } = await vault(files)
  for (const [note, to] of [
    ['Note#Risks:3', 'b'],
    ['Note#Risks:3', 'a|b'],
    ['Note', 'x'],
    ['Note#^x', 'x'],
  ] as const)
    await expect(space.notes.rename({ note, to })).rejects.toMatchObject({
      code: note.includes('^') ? 'CLI_HEADING_UNKNOWN' : 'CLI_USAGE',
    })
  expect(await space.notes.rename({ note: 'Note#B#Risks', to: 'Dangers' })).toMatchObject({ line: 7, rewritten: [] })
  await space.notes.rename({ note: 'Note#Risks', to: 'Perils' })
  expect(await read('Note.md')).toBe('# A\n\n## Perils\n\n# B\n\n## Dangers\n')
  expect(await read('Link.md')).toBe('[[Note#Perils]]')
})

test.each(['Überschrift\n===========\n\nText', '* TODO Überschrift :tag:\nText'])(
  '%j has its heading renamed',
  async (text) => {
    const path = text.startsWith('*') ? 'n.org' : 'n.md'
    const { space, read } = await vault({ [path]: text })
    await space.notes.rename({ note: 'n#überschrift', to: 'Neu' })
    expect(await read(path)).toBe(text.replace('Überschrift', 'Neu'))
  },
)

test("the note of a day is made from the vault's template, once, and taken back", async () => {
  const { space, read } = await vault({
    '.obsidian/daily-notes.json': '{"folder":"daily","template":"Templates/Day.md"}',
    '.obsidian/templates.json': '{"folder":"Templates"}',
    'Templates/Day.md': '# {{title}}\n\n<% process.exit(1) %>',
  })
  const day = '2026-01-31'
  const path = 'daily/2026-01-31.md'
  expect(await space.notes.daily({ day, dry_run: true })).toMatchObject({ path, created: true })
  const { undo = '' } = await space.notes.daily({ day })
  expect(await read(path)).toBe('# 2026-01-31\n\n<% process.exit(1) %>')
  expect(await space.notes.daily({ day })).toMatchObject({ path, created: false, remarks: [] })
  expect((await space.notes.read({ notes: [day] })).notes).toMatchObject([{ type: 'journal', title: day }])
  await space.undo({ run: undo })
  await expect(read(path)).rejects.toThrow('ENOENT')
  await expect(space.notes.daily({ day: '2026-02-30' })).rejects.toMatchObject({ code: 'SPACE_INPUT_INVALID' })
})

test('settings that put daily notes outside of the space are refused', async () => {
  const { space } = await vault({ '.obsidian/daily-notes.json': '{"format":"[../../]YYYY"}' })
  await expect(space.notes.daily({ day: '2026-01-31' })).rejects.toMatchObject({ code: 'CLI_USAGE' })
})

test('a part of a note of 60,000 lines is read and renamed, and the rest stays', async () => {
  const text = Array.from({ length: 20_000 }, (_, n) => `## Part ${n}\nline ${n} ^b${n}\n\n`).join('')
  const { space, read } = await vault({ 'Big.md': text })
  expect((await space.notes.read({ notes: ['Big#^b19999'] })).notes).toMatchObject([{ text: 'line 19999 ^b19999' }])
  await space.notes.rename({ note: 'Big#Part 19998', to: 'Last but one', index: false })
  expect((await read('Big.md')) === text.replace('## Part 19998\n', '## Last but one\n')).toBe(true)
})
