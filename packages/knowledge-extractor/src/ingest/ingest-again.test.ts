import { link, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SearchHit, SearchPort } from '@datacortex/memory'
import { createWritesBroker, sha256, undoWrites } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { knowledgeSpace, signal, tides } from '../__fixtures__/knowledge-space.ts'
import { ingest } from './ingest.ts'

const literature = '0-personal/3-knowledge/literature'
const bees =
  '# All about bees\n\nGood bees need patience, dry weather and a careful owner from the guild of the bees.\n'

test('a file that has an earlier content again is a new version of its note', async () => {
  const [less, more] = [bees, `${bees}\nNew words about wax.`]
  const { ports, root, write, read } = await knowledgeSpace({ 'inbox/a.md': less })
  const note = `${literature}/all-about-bees.md`
  for (const text of [less, more, less, more]) {
    await write('inbox/a.md', text)
    expect((await ingest([join(root, 'inbox')], ports, { signal })).counts).toMatchObject({ success: 1, unchanged: 0 })
    expect(await read(note)).toContain(`\ncontent_hash: ${sha256(text)}\n`)
  }
  expect((await ingest([join(root, 'inbox')], ports, { signal })).counts).toMatchObject({ unchanged: 1 })
})

test.each(['a\u001B[31mb.md', 'a\nb.md', 'a\u0085b.md'])(
  'a file whose name has a control character is known again when it changes: %j',
  async (name) => {
    const { ports, root, write, read, list } = await knowledgeSpace({ [`inbox/${name}`]: bees })
    await ingest([join(root, 'inbox')], ports, { signal })
    await write(`inbox/${name}`, `${bees}\nNew words about wax.`)
    // In a new run, which reads the notes anew.
    expect((await ingest([join(root, 'inbox', name)], ports, { signal })).counts).toMatchObject({ success: 1 })
    expect(await list(literature)).toEqual(['all-about-bees.md'])
    expect(await read(`${literature}/all-about-bees.md`)).toContain('\nversions:')
  },
)

test('a file whose name is no UTF-8 is told as that', async () => {
  const { ports, root } = await knowledgeSpace({ 'inbox/a.md': bees })
  const name = Buffer.from([0x62, 0xff, 0x2e, 0x6d, 0x64])
  try {
    await writeFile(Buffer.concat([Buffer.from(join(root, 'inbox/')), name]), bees)
  } catch {
    // Some systems have no such names.
    return
  }
  const { results } = await ingest([join(root, 'inbox')], ports, { signal })
  const failed = results.find(({ status }) => status === 'failed')
  expect(failed?.error?.message).toContain('its name is no UTF-8')
})

test('the second name of a note, left by a kill as it was made, goes with the next run, which writes nothing', async () => {
  const { ports, root } = await knowledgeSpace({ 'inbox/a.md': bees })
  await ingest([join(root, 'inbox')], ports, { signal })
  const [note, left] = ['all-about-bees.md', '.all-about-bees.md.0b6f5ad8-6d3c-4c55-9a0e-2f1a34f0c111.tmp']
  await link(join(root, literature, note), join(root, literature, left))
  expect((await ingest([join(root, 'inbox')], ports, { signal })).counts).toMatchObject({ unchanged: 1 })
  expect(await readdir(join(root, literature))).toEqual([note])
})

test('what was taken back can be ingested again', async () => {
  const { ports, root, write, read } = await knowledgeSpace({ 'inbox/a.md': bees })
  await ingest([join(root, 'inbox')], ports, { signal })
  const writes = createWritesBroker({ root, grants: ['0-personal/**'] })
  const changed = `${bees}\nNew words about wax.`
  await write('inbox/a.md', changed)
  await ingest([join(root, 'inbox')], { ...ports, writes }, { signal })
  await undoWrites(writes.run, { root })
  const again = await ingest([join(root, 'inbox')], ports, { signal })
  expect(again.counts).toMatchObject({ success: 1 })
  expect(await read(`${literature}/all-about-bees.md`)).toContain(`\ncontent_hash: ${sha256(changed)}\n`)
})

test('notes that were deleted are made again whole, whatever the index still knows', async () => {
  const { ports, root, list, read } = await knowledgeSpace({ 'inbox/tides.md': tides })
  const first = await ingest([join(root, 'inbox')], ports, { signal })
  const indexed = await Promise.all(first.outputs.map(async (path) => [path, await read(path)] as const))
  await rm(join(root, '0-personal'), { recursive: true })
  const search: SearchPort = (_, { limit }) => Promise.resolve(indexed.slice(0, limit).map(hitOf))
  const again = await ingest([join(root, 'inbox')], { ...ports, search }, { signal })
  expect(again.outputs).toEqual(first.outputs)
  const links = (await read(`${literature}/spring-tides.md`)).matchAll(/\[\[([^|\]]+)/g)
  const zettels = (await list('0-personal/3-knowledge/zettel')).map((name) => name.replace(/\.md$/, ''))
  expect(zettels).toHaveLength(3)
  expect([...links].map(([, path = '']) => path.split('/').at(-1))).toEqual(expect.arrayContaining(zettels))
})

test('the same content that two processes ingest at once is one note', async () => {
  const { ports, root, list } = await knowledgeSpace({ 'one/a.md': bees, 'two/b.md': bees, 'three/c.md': bees })
  const reports = await Promise.all(
    ['one', 'two', 'three'].map(async (folder) => await ingest([join(root, folder)], ports, { signal })),
  )
  const statuses = reports.flatMap(({ results }) => results.map(({ status }) => status))
  expect(statuses.toSorted()).toEqual(['duplicate', 'duplicate', 'success'])
  expect(await list(literature)).toEqual(['all-about-bees.md'])
})

test('a note that was deleted is made again', async () => {
  const { ports, root, list } = await knowledgeSpace({ 'inbox/a.md': bees })
  await ingest([join(root, 'inbox')], ports, { signal })
  await rm(join(root, literature, 'all-about-bees.md'))
  const again = await ingest([join(root, 'inbox')], ports, { signal })
  expect(again.counts).toMatchObject({ success: 1 })
  expect(await list(literature)).toEqual(['all-about-bees.md'])
})

function hitOf([path, text]: readonly [string, string]): SearchHit {
  return { id: path, path, title: 'Tides', type: 'note', score: 0.9, hop: 0, snippet: text, origin: 'local' }
}

test('a note of the space that is named makes no second note, and says why', async () => {
  const { ports, root, write, list } = await knowledgeSpace({ 'inbox/a.md': bees })
  const { outputs } = await ingest([join(root, 'inbox')], ports, { signal })
  await write('0-personal/3-knowledge/zettel/wax.md', 'Wax is what bees build with, and people make candles of it.')
  const [moved = ''] = outputs
  await write('0-personal/shelf/moved.md', await readFile(join(root, moved), 'utf8'))
  const before = await list(literature)
  const named = [...outputs, '0-personal/3-knowledge/zettel/wax.md', '0-personal/shelf/moved.md']
  const report = await ingest([...named.map((path) => join(root, path)), join(root, 'inbox/a.md')], ports, { signal })
  expect(report.results.map(({ status, error }) => error?.code ?? status)).toEqual([
    ...named.map(() => 'KNOWLEDGE_INPUT_IS_NOTE'),
    'unchanged',
  ])
  expect(report.counts).toMatchObject({ skipped: named.length })
  expect(await list(literature)).toEqual(before)
})

test('a note that was made for another space is not told to be one of this space', async () => {
  const other = await knowledgeSpace({ 'inbox/a.md': bees })
  const { outputs } = await ingest([join(other.root, 'inbox')], other.ports, { signal })
  const { ports } = await knowledgeSpace({})
  const { results } = await ingest([join(other.root, outputs[0] ?? '')], ports, { signal })
  expect(results).toMatchObject([{ status: 'skipped', error: { code: 'KNOWLEDGE_INPUT_IS_NOTE' } }])
  expect(results[0]?.error?.message).toMatch(/ is a note or a companion already, so no note was made about it\.$/)
})
