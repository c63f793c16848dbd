import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import { expect, onTestFinished, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { type OpenSpaceOptions, openSpace } from '../space.ts'

async function opened(options: OpenSpaceOptions = {}) {
  const { paths } = await workSpace()
  const space = await openSpace(paths.root, {
    isTrusted: true,
    openModel: async () => await Promise.resolve(embedder),
    ...options,
  })
  onTestFinished(async () => await space[Symbol.asyncDispose]())
  return { space, root: paths.root }
}

const embedder: Embedder = {
  modelId: 'lengths@1',
  dimensions: 2,
  embed: async (texts) =>
    await Promise.resolve(texts.map(({ length }) => new Float32Array([Math.cos(length), Math.sin(length)]))),
  [Symbol.asyncDispose]: async () => await Promise.resolve(),
}

test('a note that is written and added to keeps the spaces that mean something', async () => {
  const { space, root } = await opened()
  const { path } = await space.notes.write({ title: 'Code', text: '    one()\n\n', index: false })
  await space.notes.append({ note: 'Code', text: '    two()\n', index: false })
  expect(await readFile(join(root, path), 'utf8')).toContain('# Code\n\n    one()\n\n    two()\n')
  await space.notes.edit({ note: 'Code', old: '    two()', text: '  three()', index: false })
  expect(await readFile(join(root, path), 'utf8')).toContain('\n  three()\n')
  await expect(space.notes.edit({ note: 'Code', text: ' ' })).rejects.toMatchObject({ code: 'SPACE_INPUT_INVALID' })
  await expect(space.notes.links({ note: ' ' })).rejects.toThrow('note: it is empty. Nothing')
})

test.each([
  ['', 1, 'more\n'],
  ['a\n\n', 3, 'a\n\nmore\n'],
  ['a', 3, 'a\n\nmore\n'],
])('what is added to %j begins in line %i', async (text, line, after) => {
  const { space, root } = await opened()
  await writeFile(join(root, 'n.md'), text)
  expect(await space.notes.append({ note: 'n.md', text: 'more', index: false })).toMatchObject({ line })
  expect(await readFile(join(root, 'n.md'), 'utf8')).toBe(after)
})

test('what was written is listed with whether it can be taken back', async () => {
  const { space } = await opened()
  const { undo: run = '' } = await space.notes.write({ title: 'Tides', text: 'They turn.', index: false })
  expect(await space.undo.list({})).toMatchObject({ runs: [{ run, files: 1, state: 'written' }] })
  expect(await space.undo({ run, index: false })).toMatchObject({ run, removed: ['Tides.md'] })
  expect(await space.undo.list({ top: 1 })).toMatchObject({ runs: [{ run, state: 'taken_back' }] })
})

test('who may only read searches notes, and asks no source', async () => {
  const { space } = await opened({ caller: { kind: 'client', rights: ['read'] } })
  expect(await space.search({ query: 'tides', hints: false })).not.toHaveProperty('index')
  expect(await space.search({ query: 'tides' })).toMatchObject({ results: [], index: 'fresh' })
  const refused = { code: 'SPACE_RIGHT_MISSING' }
  await expect(space.search.sources({ query: 'tides', sources: 'all' })).rejects.toMatchObject(refused)
  await expect(space.search.save({ query: 'tides', sources: 'web', save: 1 })).rejects.toMatchObject(refused)
})

test('watching tells what each update did, until nobody listens', async () => {
  const { space, root } = await opened()
  const reported: string[] = []
  for await (const event of space.index.watch({})) {
    if (event.type !== 'news') continue
    const { news } = event
    reported.push(news.kind === 'updated' ? `${news.update.added} added` : news.kind)
    if (reported.length === 2) await writeFile(join(root, 'Tides.md'), 'They turn.')
    if (reported.at(-1) === '1 added') break
  }
  expect(reported.toSorted()).toEqual(['0 added', '1 added', 'watching'])
  // Nobody watches the space any longer.
  for await (const event of space.index.watch({})) if (event.type === 'news') break
})

test('a whole note is written only over the one that was read', async () => {
  const { space, root } = await opened()
  const path = 'Tides.md'
  await writeFile(join(root, path), '\uFEFF---\r\na: 1 # kept\r\n---\r\nThey turn.\r\n')
  const { notes } = await space.notes.read({ notes: [path] })
  const { sha256: expected = '', text = '' } = notes[0] ?? {}
  const changed = text.replace('They turn.', 'They turn\ntwice.')
  const edited = await space.notes.edit({ note: path, text: changed, expected, index: false })
  expect(await readFile(join(root, path), 'utf8')).toBe('\uFEFF---\r\na: 1 # kept\r\n---\r\nThey turn\r\ntwice.\r\n')
  await expect(space.notes.edit({ note: path, text: 'x', expected, index: false })).rejects.toMatchObject({
    code: 'SPACE_NOTE_CHANGED',
  })
  await space.notes.edit({ note: path, old: 'twice', text: 'often', expected: edited.sha256, index: false })
  await expect(space.notes.edit({ note: path, text: 'x', index: false })).rejects.toMatchObject({ code: 'CLI_USAGE' })
})

test('the graph around a note has so many hops, and notes that only name one are told from those that link', async () => {
  const { space, root } = await opened()
  const texts = {
    Spring: 'See [[Neap]].',
    Neap: '[[Moon]]',
    Moon: 'far',
    Other: 'Where (neap) is said.',
    Neaps: 'Neaps',
  }
  for (const [name, text] of Object.entries(texts)) await writeFile(join(root, `${name}.md`), `# ${name}\n\n${text}\n`)
  await space.index({ yes: true })
  const names = async (hops: 1 | 2) => (await space.notes.graph({ note: 'Spring', hops })).notes.map(({ path }) => path)
  expect(await names(1)).toEqual(['Spring.md', 'Neap.md'])
  expect(await names(2)).toEqual(['Spring.md', 'Neap.md', 'Moon.md'])
  const all = await space.notes.graph({})
  expect(all.links.map(([from, to]) => `${all.notes[from]?.title} ${all.notes[to]?.title}`).toSorted()).toEqual([
    'Neap Moon',
    'Spring Neap',
  ])
  const { mentions } = await space.notes.links({ note: 'Neap', mentions: true })
  expect(mentions).toEqual([{ path: 'Other.md', title: 'Other', line: 3, sentence: 'Where (neap) is said.' }])
})

test('who asks for a time is answered with what is of it', async () => {
  const { space, root } = await opened()
  await writeFile(join(root, 'Old.md'), '---\ndate: 2020-02-03\n---\nThe walrus sleeps.\n')
  await writeFile(join(root, 'New.md'), 'The walrus wakes.\n')
  await space.index({ yes: true })
  const found = async (time: object) => {
    const { notes } = await space.search.everything({ query: 'walrus', by: 'words', ...time })
    return notes.map(({ id }) => id).toSorted()
  }
  expect(await found({})).toEqual(['New.md', 'Old.md'])
  expect(await found({ until: '2020-02-03' })).toEqual(['Old.md'])
  expect(await found({ since: '2020-02-04' })).toEqual(['New.md'])
})
