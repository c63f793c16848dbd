import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { foldText } from '@datacortex/text'
import { expect, test } from 'vitest'
import { temporaryNotes } from '../__fixtures__/temporary-notes.ts'
import { readNoteStore } from '../note-store.ts'
import { type NoteMovePlan, planNoteMove } from './plan-note-move.ts'

type Files = Readonly<Record<string, string | Uint8Array>>
type Moved = { readonly files: Readonly<Record<string, string>>; readonly left: NoteMovePlan['left'] }

/** What the files of the plan would say. */
async function planned(
  files: Files,
  { from, to, whyHidden }: { from: string; to: string; whyHidden?: (path: string) => string | undefined },
): Promise<Moved> {
  const paths = await temporaryNotes(files)
  const { note, others, left } = await planNoteMove(await readNoteStore(paths, { whyHidden }), {
    paths,
    from,
    to,
    whyHidden,
  })
  const texts = [note, ...others].map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])
  return { files: Object.fromEntries(texts), left }
}

const named = 'names/Ole Tide.md'

test.each([
  [
    '[[Ole Tide]] [[ole tide|shown]] ![[Ole Tide#Head|x]] [[Ole Tide#^b]]',
    '[[New]] [[New|shown]] ![[New#Head|x]] [[New#^b]]',
  ],
  ['[[Ole Tide.md]] [[names/Ole Tide]] [[/names/Ole Tide]]', '[[New.md]] [[a b/New]] [[/a b/New]]'],
  ['| [[Ole Tide\\|x]] | [[ Ole Tide ]] |', '| [[New\\|x]] | [[ New ]] |'],
  ['[[./names/Ole Tide]] [[Nick]] [[Nobody]]', '[[./a b/New]] [[Nick]] [[Nobody]]'],
  ['[x](names/Ole%20Tide.md#h "t") ![y](<names/Ole Tide.md>)', '[x](a%20b/New.md#h "t") ![y](<a b/New.md>)'],
  ['[x](./names/Ole%20Tide) [y](/names/Ole%20Tide.md)', '[x](./a%20b/New) [y](/a%20b/New.md)'],
  ['[x](Ole%20Tide.md) [web](https://a.b/Ole%20Tide.md)', '[x](New.md) [web](https://a.b/Ole%20Tide.md)'],
  ['[x][r] [r]\n\n[r]: <names/Ole Tide.md> "t"', '[x][r] [r]\n\n[r]: <a b/New.md> "t"'],
  [
    '`[[Ole Tide]]`\n\n```\n[[Ole Tide]]\n```\n<!-- [[Ole Tide]] --> [[Ole Tide]]',
    '`[[Ole Tide]]`\n\n```\n[[Ole Tide]]\n```\n<!-- [[Ole Tide]] --> [[New]]',
  ],
  [
    '---\nup: "[[Ole Tide]]"\nall: [\'[[Ole Tide|it]]\', "x"]\n---\n[[Ole Tide]]',
    '---\nup: "[[New]]"\nall: [\'[[New|it]]\', "x"]\n---\n[[New]]',
  ],
  ['tags:: [[Ole Tide]]\n\n- #[[Ole Tide]]\r\n', 'tags:: [[New]]\n\n- #[[New]]\r\n'],
  ['\uFEFF[[Ole Tide]] \0 [x](names/Ole%20Tide.md)', '\uFEFF[[New]] \0 [x](a%20b/New.md)'],
])('a link is written in its own way: %j', async (text, expected) => {
  const files = { [named]: '---\naliases: [Nick]\n---\n# Ole Tide\n', 'Other.md': text }
  const plan = await planned(files, { from: named, to: 'a b/New.md' })
  expect(plan).toMatchObject({ files: { 'Other.md': expected }, left: [] })
})

test('what still leads there stays as it is, byte for byte', async () => {
  const files = { 'a/X.md': 'text', 'b.md': '[[X]] [[Nick]]', 'c/d.md': '[[x#h|s]] [s](X.md)' }
  expect(await planned(files, { from: 'a/X.md', to: 'c/e/X.md' })).toEqual({ files: { 'c/e/X.md': 'text' }, left: [] })
})

test('a name that another note has is written with its folder, in both directions', async () => {
  const files = {
    'a/Old.md': '[[Old]]',
    'b/Same.md': '',
    'c/x.md': '[[Old]] [[Same]]',
    'b/y.md': '[[Old]] [[Same]]',
    'a/z.md': '[[Old]] [[Same]]',
  }
  const plan = await planned(files, { from: 'a/Old.md', to: 'a/Same.md' })
  expect(plan).toEqual({
    files: {
      'a/Same.md': '[[a/Same]]',
      'a/z.md': '[[a/Same]] [[b/Same]]',
      'b/y.md': '[[a/Same]] [[Same]]',
      'c/x.md': '[[a/Same]] [[b/Same]]',
    },
    left: [],
  })
  const atRoot = await planned(
    { 'Old.md': '', 'b/Same.md': '', 'b/y.md': '[[Old]]' },
    { from: 'Old.md', to: 'Same.md' },
  )
  expect(atRoot.files['b/y.md']).toBe('[[/Same]]')
})

test('links of the note itself are written from its new place, also to what is no note', async () => {
  const text =
    '[b](b.md) [c](../c.md#h) ![p](img/p%20q.png) ![g](img/gone.png) [[../c]] [[b]] ![[../pic.png]] [s](#h) [i](Note.md) [d](img/)'
  const files = { 'a/Note.md': text, 'a/b.md': '', 'c.md': '', 'a/img/p q.png': 'x', 'pic.png': 'x' }
  expect((await planned(files, { from: 'a/Note.md', to: 'e/f/Note.md' })).files['e/f/Note.md']).toBe(
    '[b](../../a/b.md) [c](../../c.md#h) ![p](../../a/img/p%20q.png) ![g](img/gone.png) [[../../c]] [[b]] ![[../../pic.png]] [s](#h) [i](Note.md) [d](../../a/img/)',
  )
})

test('org links keep their prefix, place and label', async () => {
  const files = {
    'org/tide.org': '#+title: Tide\n',
    'org/a.org': '[[file:tide.org::*Causes][why]] [[./tide.org]]\n#+begin_src\n[[file:tide.org]]\n#+end_src\n',
    'b.md': '[[tide]]',
  }
  expect((await planned(files, { from: 'org/tide.org', to: 'sea/tides.org' })).files).toMatchObject({
    'org/a.org':
      '[[file:../sea/tides.org::*Causes][why]] [[../sea/tides.org]]\n#+begin_src\n[[file:tide.org]]\n#+end_src\n',
    'b.md': '[[tides]]',
  })
})

test('a vault that writes labels first, and pages of Logseq, keep their way', async () => {
  const dendron = {
    'd/guide.md': '',
    'd/guide.start.md': '',
    'd/x.md': '[[Start|guide.start#a]] [[Go|dendron://site/guide.start]] [[guide.start]] [[guide|guide]]',
  }
  expect((await planned(dendron, { from: 'd/guide.start.md', to: 'd/guide.begin.md' })).files['d/x.md']).toBe(
    '[[Start|guide.begin#a]] [[Go|dendron://site/guide.begin]] [[guide.begin]] [[guide|guide]]',
  )
  const logseq = { 'pages/Area___Sub.md': '', 'journals/x.md': '- [[area/sub]] [l](../pages/Area___Sub.md)' }
  expect(
    (await planned(logseq, { from: 'pages/Area___Sub.md', to: 'pages/Area___New.md' })).files['journals/x.md'],
  ).toBe('- [[Area/New]] [l](../pages/Area___New.md)')
})

test('letters outside of ASCII are encoded where they were', async () => {
  const files = { ['Ü.md'.normalize('NFD')]: '', 'a.md': '[x](%C3%9C.md) [y](Ü.md) [[ü]]' }
  const { files: texts } = await planned(files, { from: 'Ü.md', to: 'Größe (1) 100%.md' })
  expect(texts['a.md']).toBe(
    '[x](Gr%C3%B6%C3%9Fe%20%281%29%20100%25.md) [y](Größe%20%281%29%20100%25.md) [[Größe (1) 100%]]',
  )
})

test('what can not be written is told: a name that no link takes, bytes, quotes that would break', async () => {
  const latin = Buffer.from('[[Old]] \u00fc', 'latin1')
  const files = { 'Old.md': '', 'a.md': '[[Old]] [x](Old.md)', 'b.md': latin, 'c.md': "---\nup: '[[Old]]'\n---\n" }
  const sharp = await planned(files, { from: 'Old.md', to: 'C#.md' })
  expect(sharp.files).toEqual({ 'C#.md': '', 'a.md': '[[Old]] [x](C%23.md)' })
  expect(sharp.left.map(({ path, line, target }) => [path, line, target])).toEqual([
    ['a.md', 1, 'Old'],
    ['b.md', 1, 'Old'],
    ['c.md', 2, 'Old'],
  ])
  const quoted = await planned(files, { from: 'Old.md', to: "Bob's.md" })
  expect(quoted.files['c.md']).toBe("---\nup: '[[Bob''s]]'\n---\n")
})

test('what names it outside of the notes is told: templates, settings of Obsidian', async () => {
  const files = {
    'Old.md': '',
    'Templates/t.md': 'x\n[[Old]] [[Nobody]]',
    'Templates/u.md': '[[Other]]',
    '.obsidian/templates.json': '{"folder":"Templates"}',
    '.obsidian/bookmarks.json': '{"items":[{"path":"Old.md"}]}',
    '.obsidian/workspace.json': '{"file":"Old.md"}',
  }
  const { left } = await planned(files, { from: 'Old.md', to: 'New.md' })
  expect(left.map(({ path, line }) => [path, line])).toEqual([
    ['Templates/t.md', 2],
    ['.obsidian/bookmarks.json', undefined],
  ])
  const whyHidden = (path: string) => (path === 'New.md' || path === 'Old.md' ? undefined : 'private')
  expect(await planned(files, { from: 'Old.md', to: 'New.md', whyHidden })).toEqual({
    files: { 'New.md': '' },
    left: [],
  })
})

test('a canvas names it by its new place, and is the same otherwise, sign for sign', async () => {
  const board = (file: string, card: string) =>
    `\uFEFF{\n\t"nodes":[\n\t\t{"id":"1","type":"file","file":${file},"subpath":"#Head","x":0},\n\t\t{"id":"2", "type" : "text","text":"${card}","file":"Old.md"},\r\n\t\t{"id":"3","type":"file","file":"Other\\u002emd"},{"id":"4","type":"link","url":"Old.md"}\n\t],"edges":[],"metadata":{"file":"Old.md"}}`
  const files = {
    'a b/Old.md': '',
    'Other.md': '',
    'x/Board.canvas': board('"a b/Old.md"', '# Say \\"[[Old|so]]\\"\\n![[a b/Old]] [x](../a%20b/Old.md) `[[Old]]`'),
    'Plain.canvas':
      '{"nodes":[{"id":"1","type":"file","file":"Other.md"},{"id":"2","type":"text","text":"[[Nobody]]"}]}',
    'Empty.canvas': '',
  }
  const { files: texts, left } = await planned(files, { from: 'a b/Old.md', to: 'c/New.md' })
  expect(texts).toEqual({
    'c/New.md': '',
    'x/Board.canvas': board('"c/New.md"', '# Say \\"[[New|so]]\\"\\n![[c/New]] [x](../c/New.md) `[[Old]]`'),
  })
  expect(left).toEqual([])
})

test('on a canvas lie also notes that no link can name, and those of a vault below the root', async () => {
  const node = (file: string) => `{"nodes":[{"type":"file","file":"${file}"}]}`
  const files = {
    'C#.md': '',
    'v/Old.md': '',
    'v/n/In.md': '',
    'B.canvas': node('C#.md'),
    'v/W.canvas': node('n/In.md'),
  }
  const sharp = await planned(files, { from: 'C#.md', to: 'lang/C.md' })
  expect(sharp).toEqual({ files: { 'lang/C.md': '', 'B.canvas': node('lang/C.md') }, left: [] })
  const within = await planned(files, { from: 'v/n/In.md', to: 'v/Out.md' })
  expect(within).toEqual({ files: { 'v/Out.md': '', 'v/W.canvas': node('Out.md') }, left: [] })
  const beyond = await planned(files, { from: 'v/n/In.md', to: 'Far.md' })
  const reason = 'its new place is outside of the vault of the canvas'
  expect(beyond).toEqual({
    files: { 'Far.md': '' },
    left: [{ path: 'v/W.canvas', line: 1, target: 'n/In.md', reason }],
  })
})

test('a canvas that is moved keeps what lies on it, and links of its cards lead where they led', async () => {
  const board = (link: string) => `{"nodes":[{"type":"file","file":"a/N.md"},{"type":"text","text":"[n](${link})"}]}`
  const files = { 'a/N.md': '[[B.canvas]]', 'a/B.canvas': board('N.md') }
  const { files: texts } = await planned(files, { from: 'a/B.canvas', to: 'c/D.canvas' })
  expect(texts).toEqual({ 'c/D.canvas': board('../a/N.md'), 'a/N.md': '[[D.canvas]]' })
})

test('whether a closed file is there is not told by how a link to it is written', async () => {
  const files = { 'a/x.md': '[s](closed/secret.md)', 'a/closed/other.md': '' }
  const whyHidden = (path: string) => (path.startsWith('a/closed/') ? 'private' : undefined)
  for (const extra of [{}, { 'a/closed/secret.md': '' }]) {
    const { files: texts } = await planned({ ...files, ...extra }, { from: 'a/x.md', to: 'b/x.md', whyHidden })
    expect(texts['b/x.md']).toBe('[s](../a/closed/secret.md)')
  }
})

test('a note with parts that a full parser is too slow for is written anew all the same', async () => {
  const text = `${'> '.repeat(400)}x\n\n[[Old]] [x](<Old.md>) [y](Old.md#a)\n`
  const { files } = await planned({ 'Old.md': '', 'a.md': text }, { from: 'Old.md', to: 'b/New.md' })
  expect(files['a.md']).toBe(
    text.replace('[[Old]] [x](<Old.md>) [y](Old.md#a)', '[[New]] [x](<b/New.md>) [y](b/New.md#a)'),
  )
})

test('a file that is read is told by its hash', async () => {
  const paths = await temporaryNotes({ 'Old.md': 'x', 'a.md': '[[Old]]' })
  const store = await readNoteStore(paths)
  await writeFile(join(paths.root, 'a.md'), 'and [[Old]]')
  const { others } = await planNoteMove(store, { paths, from: 'Old.md', to: 'New.md' })
  expect(others).toMatchObject([{ path: 'a.md', links: [{ line: 1, from: 'Old', to: 'New' }] }])
  expect(Buffer.from(others[0]?.bytes ?? []).toString()).toBe('and [[New]]')
})

test.each([
  ['a file beside its note', '---\ntype: source-text\ntext_of: "[[Ole Tide]]"\n---\n\n', 'See [[Ole Tide]].\n'],
  ['folded in its note', '---\ntype: literature\n---\n\n[[Ole Tide]]\n\n', `${foldText('See [[Ole Tide]].')}\n`],
])('words of a source stay as they are: %s', async (_where, own, words) => {
  const plan = await planned({ [named]: '# Ole Tide\n', 'Other.md': `${own}${words}` }, { from: named, to: 'New.md' })
  expect(plan.files['Other.md']).toBe(`${own.replace('Ole Tide', 'New')}${words}`)
})
