import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { noteSpace, writeNote } from '../index/__fixtures__/note-space.ts'
import { coldScan } from './cold-scan.ts'
import { queryWords } from '../search/query-words.ts'

test('finds notes by words without an index, best first, with lines and fields', async () => {
  const paths = await noteSpace({
    '0-personal/notes/tides.md':
      '---\ntitle: Tides\ntags: [sea]\n---\n\nIntro.\n\n## Springs\n\nNothing here.\nSpring tides follow the full moon.\nNor here.\n',
    'moon.md': '# Moon\n\nThe moon, the moon, the moon.\n',
    'other.md': '# Other\n\nCats.\n',
    'file.txt': 'spring tides',
  })
  const scan = await coldScan(paths, 'When do the spring tides follow the moon?')
  expect(scan).toMatchObject({ scanned: 3, complete: true, skipped: [] })
  expect(scan.hits.map(({ note }) => note.path)).toEqual(['0-personal/notes/tides.md', 'moon.md'])
  expect(scan.hits[0]).toMatchObject({
    note: { title: 'Tides', space: '0-personal', tags: ['sea'] },
    words: ['spring', 'tides', 'follow', 'moon'],
    snippet: 'Nothing here.\nSpring tides follow the full moon.\nNor here.',
    startLine: 10,
    endLine: 12,
  })
  for (const { score } of scan.hits) expect(score > 0 && score <= 1).toBe(true)
})

test('finds words by their forms, by the file name, in any script, and never inside other words', async () => {
  const paths = await noteSpace({
    'a.md': 'We were testing things.',
    'b.md': 'The contest was fun.',
    'grüße/ñandú.md': 'Приве́т, мир. 日本語 here.',
    'walrus.md': 'Nothing to see.',
    'task.org': '* TODO Call the dentist\n',
  })
  const find = async (query: string): Promise<readonly string[]> =>
    (await coldScan(paths, query)).hits.map(({ note }) => note.path)
  expect(await find('tests')).toEqual(['a.md'])
  expect(await find('мир')).toEqual(['grüße/ñandú.md'])
  expect(await find('ÑANDÚ')).toEqual(['grüße/ñandú.md'])
  expect(await find('walrus')).toEqual(['walrus.md'])
  expect(await find('dentist')).toEqual(['task.org'])
  expect(await find('')).toEqual([])
  expect(await find('.* [a-z]+ $(x) \\')).toEqual([])
})

test('filters, limits and passes over what is indexed', async () => {
  const paths = await noteSpace({
    '0-personal/a.md': '---\ntype: zettel\ndate: 2026-03-01\ntags: [x, y]\n---\nwalrus',
    '0-personal/b.md': '---\ntags: [x]\n---\nwalrus',
    '1-acme/c.md': 'walrus walrus walrus',
  })
  const find = async (options: Parameters<typeof coldScan>[2]): Promise<readonly string[]> =>
    (await coldScan(paths, 'walrus', options)).hits.map(({ note }) => note.path).toSorted()
  expect(await find({ limit: 1 })).toEqual(['1-acme/c.md'])
  expect(await find({ filter: { tags: ['x'] } })).toEqual(['0-personal/a.md', '0-personal/b.md'])
  expect(await find({ filter: { tags: ['x', 'y'] } })).toEqual(['0-personal/a.md'])
  expect(await find({ filter: { types: ['zettel'] } })).toEqual(['0-personal/a.md'])
  expect(await find({ filter: { spaces: ['1-acme'] } })).toEqual(['1-acme/c.md'])
  expect(await find({ filter: { from: '2026-03-01', to: '2026-03-01' } })).toEqual(['0-personal/a.md'])
  expect(await find({ filter: { to: '2026-02-28' } })).toEqual([])
  // A rare match behind better ones that the filter takes away is found also with a small limit.
  expect(await find({ filter: { types: ['zettel'] }, limit: 1 })).toEqual(['0-personal/a.md'])
  expect(await find({ isIndexed: (path) => path.startsWith('0-') })).toEqual(['1-acme/c.md'])
})

test('bad files are passed over with a reason, and broken ones searched as far as they go', async () => {
  const paths = await noteSpace({ 'good.md': 'walrus' })
  await writeFile(join(paths.root, 'bytes.md'), Buffer.from([0xff, 0xfe, 0x20, ...Buffer.from('walrus')]))
  await writeFile(join(paths.root, 'long.md'), `${'word '.repeat(300_000)}\nwalrus\n`)
  await writeFile(join(paths.root, 'huge.md'), 'walrus')
  await truncate(join(paths.root, 'huge.md'), 50_000_000)
  await symlink('nowhere', join(paths.root, 'dangling.md'))
  const scan = await coldScan(paths, 'walrus', { elapsed: () => 0 })
  expect(scan.complete).toBe(true)
  expect(scan.hits.map(({ note }) => note.path)).toEqual(expect.arrayContaining(['good.md', 'long.md']))
  expect(scan.skipped.map(({ path }) => path).toSorted()).toEqual(expect.arrayContaining(['dangling.md', 'huge.md']))
})

/** A clock that goes on by so many milliseconds each time that it is read. */
function ticking(stepMs: number): () => number {
  let now = 0
  return () => (now += stepMs)
}

test('ends in time with what it has, and at once when aborted', async () => {
  const paths = await noteSpace()
  await mkdir(join(paths.root, 'many'))
  for (let n = 0; n < 500; n += 1) await writeFile(join(paths.root, `many/n${n}.md`), `walrus ${n}`)
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  // Four milliseconds for each file: a second is over after 250 of them.
  const scan = await coldScan(paths, 'walrus', { elapsed: ticking(4) })
  expect(scan.complete).toBe(false)
  expect(scan.scanned).toBeGreaterThan(200)
  expect(scan.scanned).toBeLessThanOrEqual(250)
  expect(scan.hits).not.toEqual([])
  const signal = AbortSignal.abort(new Error('stop'))
  await expect(coldScan(paths, 'walrus', { signal })).rejects.toThrow('stop')
})

test('a filter is told by the heads of the notes, and what is parsed for it ends in time too', async () => {
  const body = Array.from({ length: 60 }, (_, n) => `Paragraph ${n} about the walrus and [[Moon]].`).join('\n\n')
  const many = Array.from({ length: 400 }, (_, n) => [`many/n${n}.md`, `# Note ${n}\n\n${body} #seen\n`])
  const paths = await noteSpace({ ...Object.fromEntries(many), 'z.md': '---\ntype: zettel\n---\nA walrus.\n' })
  const typed = await coldScan(paths, 'walrus', { filter: { types: ['zettel'] }, elapsed: () => 0 })
  expect([typed.complete, typed.hits.map(({ note }) => note.path)]).toEqual([true, ['z.md']])
  // One that all texts have and no note is tagged with has to be parsed for.
  const tagged = await coldScan(paths, 'walrus', { filter: { tags: ['walrus'] }, budgetMs: 410, elapsed: ticking(1) })
  expect(tagged).toMatchObject({ scanned: 401, complete: false, hits: [] })
  expect((await coldScan(paths, 'walrus', { filter: { spaces: ['0-personal'] } })).scanned).toBe(0)
})

test('a note in UTF-16 is found, and a binary file passed over', async () => {
  const paths = await noteSpace()
  const text = Buffer.from('# Tides\n\nSpring tides come at new moon.\n', 'utf16le')
  await writeFile(join(paths.root, 'windows.md'), Buffer.concat([Buffer.from([0xff, 0xfe]), text]))
  await writeFile(join(paths.root, 'picture.md'), Buffer.concat([Buffer.alloc(100), Buffer.from('tides')]))
  const { hits, skipped } = await coldScan(paths, 'spring tides')
  expect(hits).toMatchObject([{ note: { path: 'windows.md' }, snippet: 'Spring tides come at new moon.' }])
  expect(skipped).toEqual([{ path: 'picture.md', reason: 'a binary file' }])
})

test('a space without notes or without a folder has no hits', async () => {
  const paths = await noteSpace()
  expect(await coldScan(paths, 'walrus')).toMatchObject({ hits: [], scanned: 0, complete: true })
  await rm(paths.root, { recursive: true })
  expect((await coldScan(paths, 'walrus')).skipped).toMatchObject([{ path: '' }])
})

test('an index is not needed for a note that was written a moment ago', async () => {
  const paths = await noteSpace()
  await writeNote(paths, 'now.md', 'walrus')
  expect((await coldScan(paths, 'walrus')).hits).toHaveLength(1)
})

test('words of a query', () => {
  expect(queryWords('How do the Cats cat?').map(({ word }) => word)).toEqual(['cat'])
  expect(queryWords('who is it').map(({ word }) => word)).toEqual(['who', 'is', 'it'])
  expect(queryWords('a'.repeat(10_000))).toHaveLength(1)
  expect(queryWords(Array.from({ length: 1000 }, (_, n) => `w${n}`).join(' '))).toHaveLength(32)
})

test('accents count the same as one character or two, and Windows line ends are no part of a snippet', async () => {
  const paths = await noteSpace({ 'a.md': 'The Cafe\u0301\r\nopens.\r\n', 'b.md': 'nothing' })
  for (const query of ['caf\u00e9', 'cafe\u0301'])
    expect((await coldScan(paths, query)).hits).toMatchObject([
      { note: { path: 'a.md' }, words: ['caf\u00e9'], snippet: 'The Cafe\u0301\nopens.' },
    ])
})

test('files that hold a quoted phrase come before those that say its words; if there is none it is told', async () => {
  const paths = await noteSpace({
    'a.md':
      '# Blue cluster restored\n\nThe blue cluster can be restored, the cluster can. Cluster blue, restored blue.\n',
    'b.md': `# Diary\n\n## One\n\n${'cluster blue restored. '.repeat(50)}\n\n## Two\n\n${'Wrote. '.repeat(90)}\nCluster **blue**\ncan restored.\n`,
    'c.md': 'It is what it is.',
  })
  const { hits, unheld } = await coldScan(paths, '"cluster blue can restored" blue cluster')
  expect(hits.map(({ note }) => note.path)).toEqual(['b.md', 'a.md'])
  expect([unheld, hits[0]?.headings.at(-1)]).toEqual([[], 'Two'])
  expect([hits[0]?.score ?? 0, hits[1]?.score ?? 1].map((score) => score > 0.5)).toEqual([true, false])
  expect((await coldScan(paths, '"what it is" walrus')).hits.map(({ note }) => note.path)).toEqual(['c.md'])
  expect(await coldScan(paths, '"can blue" cluster')).toMatchObject({ unheld: ['can blue'], hits: [{}, {}] })
})

test.each(['🚀', '=>'])('%s, which has no words, is found where it stands', async (query) => {
  const paths = await noteSpace({
    'launch.md': '# Launch 🚀\n\nFriday => Monday.\n',
    'other.md': 'Monday = Friday.\n',
  })
  const { hits } = await coldScan(paths, query)
  expect(hits.map(({ note, score }) => [note.path, score])).toEqual([['launch.md', 0.5]])
})
