import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { noteSpace, openIndex, writeNote } from './__fixtures__/note-space.ts'
import { readGraphFile } from './graph-file.ts'
import { noteIndexPlace, noteRowsEpoch } from './open-chunks.ts'
import { updateNoteIndex } from './update-note-index.ts'

const embedder = createHashEmbedder()

test('a link is kept once for each target, label and way of writing; loops and links within a note do no harm', async () => {
  const paths = await noteSpace({
    'a.md': '[[b]] [[B]] [[b]]\n[[b#Part]] [[b|label]] [b](b.md) [[a]] [[#Here]] [[none]] [[none]]\n',
    'b.md': '[[a]] #x #x\n\nAgain [[a]] #y',
  })
  await updateNoteIndex(paths, { embedder })
  const graph = await (await openIndex(paths)).graph()
  const links = graph.notes.get('a.md')?.links ?? []
  const keys = links.map(({ target, alias, syntax }) => JSON.stringify([target, alias, syntax]))
  expect(new Set(keys).size).toBe(keys.length)
  expect(links.every(({ target }) => target !== '')).toBe(true)
  expect(graph.linksFrom('a.md')).toEqual(['b.md'])
  expect(graph.linksTo('a.md')).toEqual(['b.md'])
  expect(graph.linksFrom('b.md')).toEqual(['a.md'])
  expect(graph.unresolved('a.md').map(({ target, line }) => [target, line])).toEqual([['none', 2]])
  expect(graph.tagged('x')).toEqual(['b.md'])
  expect(graph.tagged('nothing')).toEqual([])
  expect(graph.linksTo('none')).toEqual([])
})

test('links lead to other notes when notes come and go, without reading theirs again', async () => {
  const paths = await noteSpace({ 'x/start.md': '[[target]]', 'far/away/target.md': 'far' })
  await updateNoteIndex(paths, { embedder })
  const index = await openIndex(paths)
  expect((await index.graph()).linksFrom('x/start.md')).toEqual(['far/away/target.md'])
  await writeNote(paths, 'x/target.md', 'near')
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ added: 1, changed: 0 })
  expect((await index.graph()).linksFrom('x/start.md')).toEqual(['x/target.md'])
})

test('a Markdown link without an ending is a link as soon as it leads to a note, and none that is open before', async () => {
  const paths = await noteSpace({
    'x/start.md':
      '[a](Salt%20water#Why) [b](../far/Moon) [c](later) [d](LICENSE) [e](open.md) [f](https://far.example)',
    'far/Salt water.md': '[back](../x/start)',
    'far/Moon.md': 'moon',
    'far.md': 'far',
    LICENSE: 'free',
  })
  await updateNoteIndex(paths, { embedder })
  const index = await openIndex(paths)
  const graph = await index.graph()
  expect(graph.linksFrom('x/start.md')).toEqual(['far/Salt water.md', 'far/Moon.md'])
  expect(graph.linksTo('x/start.md')).toEqual(['far/Salt water.md'])
  expect(graph.unresolved('x/start.md').map(({ target }) => target)).toEqual(['open.md'])
  await writeNote(paths, 'x/later.md', 'now')
  await updateNoteIndex(paths, { embedder })
  expect((await index.graph()).linksFrom('x/start.md')).toContain('x/later.md')
})

test('a link that leads nowhere is told by the target that is meant, and one within its note is none', async () => {
  const paths = await noteSpace({
    'a.md': '# Why\n\n[[#Why|the reason]] [[gone|a label]] [[#^block|above]]',
    'vault/b.md': '[[See|vault/c]] [[A label|gone.away]] [[#tag|tags.none]] [[#Why|]]',
    'vault/c.md': 'C',
  })
  await updateNoteIndex(paths, { embedder })
  const graph = await (await openIndex(paths)).graph()
  expect(graph.unresolved('a.md').map(({ target }) => target)).toEqual(['gone'])
  expect(graph.unresolved('vault/b.md').map(({ target }) => target)).toEqual(['gone.away', 'tags.none'])
})

test('links with the label first lead to their targets', async () => {
  const paths = await noteSpace({
    'v/root.md': '[[The moon|v.moon]] [[The sea|v.sea]] [[The moon|v.sea]]',
    'v/v.moon.md': 'moon',
    'v/v.sea.md': 'sea',
  })
  await updateNoteIndex(paths, { embedder })
  const graph = await (await openIndex(paths)).graph()
  expect(graph.linksFrom('v/root.md')).toEqual(['v/v.moon.md', 'v/v.sea.md'])
})

test('a damaged graph file is read as empty and made again; nothing is embedded for it', async () => {
  const paths = await noteSpace({ 'a.md': '[[b]]', 'b.md': 'b' })
  await updateNoteIndex(paths, { embedder })
  const place = noteIndexPlace(paths)
  const { graphFile } = place
  const index = await openIndex(paths)
  const good = await readFile(graphFile, 'utf8')
  const damages = [
    '',
    'nonsense',
    good.slice(0, -5),
    `${good} `,
    good.replace('b.md', 'c.md'),
    good.replace(/ \d+ /, ' 0 '),
  ]
  for (const damage of damages) {
    await writeFile(graphFile, damage)
    expect((await readGraphFile(place, noteRowsEpoch(place))).size, damage).toBe(0)
    expect((await index.graph()).notes.size, damage).toBe(0)
    expect(await updateNoteIndex(paths, { embedder }), damage).toMatchObject({ changed: 2, embedded: 0, pending: 0 })
    expect((await index.graph()).linksFrom('a.md'), damage).toEqual(['b.md'])
  }
  await appendFile(graphFile, 'x')
  expect((await index.graph()).notes.size).toBe(0)
})
