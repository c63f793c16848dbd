import { expect, test, vi } from 'vitest'
import { open, row, temporaryFolder } from '../__fixtures__/rows.ts'
import { placeOf } from '../collection-place.ts'
import type { Filter } from '../filter/filter.ts'
import { loadLance } from '../load-lance.ts'
import { rowIdCache } from '../rows/row-ids.ts'
import { readMeta } from '../table/collection-meta.ts'
import { NewestVersion } from '../table/open-table.ts'
import { tableDirectory, tableName } from '../table/rebuild-table.ts'
import { searchText } from './search-rows.ts'
import { snapshotCache } from './snapshot.ts'
import { wordsIn } from './words-in-snapshot.ts'

const lance = loadLance()
const subjects = [
  'Deploying',
  'deployed clusters',
  'café',
  'Straßenbahn',
  '刹车片',
  'the and of',
  'x'.repeat(60),
  'APIs',
]

/** A collection of rows that differ in length, asked from the disk and with a snapshot in memory. */
async function world() {
  const directory = await temporaryFolder()
  const writer = await open(directory)
  const text = (place: number): string =>
    Array.from({ length: 1 + ((place * 7) % 23) }, (_, word) => subjects[(place * 3 + word * word) % 8]).join(' ')
  const rows = Array.from({ length: 250 }, (_, place) =>
    row(String(place), `${text(place)} no${place}`, {
      vector: place % 2 === 0 ? Float32Array.of(1, 0, 0, 0) : undefined,
      fields: { size: place, tags: [`t${place % 3}`] },
    }),
  )
  await writer.upsert(rows)
  await writer.optimize()
  const place = placeOf(directory, 'agents')
  const look = async () => {
    const found = readMeta(place.metaFile)
    if (found.state !== 'good') throw new Error('There is no table.')
    const { meta } = found
    const table = await (await lance.lancedb.connect(place.directory)).openTable(tableName(meta.epoch))
    const newest = new NewestVersion(table, tableDirectory(place, meta.epoch))
    await newest.checkOut(0)
    return { table, meta, stamp: undefined, newest }
  }
  const asker = async (mostRows: number) => {
    const [now, snapshots] = [await look(), snapshotCache({ lance, mostRows })]
    const asked = { lance, snapshots, rowIds: rowIdCache({ lance, wholeRows: 20_000 }), select: undefined }
    const ask = async (words: string, { limit = 100, filter = [] }: { limit?: number; filter?: Filter } = {}) =>
      await searchText(now, { ...asked, text: words, limit, filter })
    const found = [{ ...row('what was asked first counts', ''), score: 1, rank: 1 }]
    const learned = async (): Promise<void> => {
      const snapshot = snapshots.present(now)
      if (snapshot !== undefined) await wordsIn(snapshot, now.table).learn('deploy', { limit: 1, filter: [], found })
    }
    return { ask, learned, query: vi.spyOn(now.table, 'query'), tokenize: vi.spyOn(now.table, 'tokenize') }
  }
  return { writer, asker }
}

test('words in memory find what the index on disk finds, with the same scores, and ask it for nothing', async () => {
  const { asker } = await world()
  const [disk, memory] = [await asker(0), await asker(20_000)]
  for (const words of ['nowhere', 'nowhere', 'deploy']) await memory.ask(words)
  await memory.learned()
  memory.query.mockClear()
  for (const words of [
    'deploy',
    'cafe STRASSENBAHN deployments',
    '刹车',
    'api api cluster no7',
    'the',
    'x'.repeat(60),
    'nowhere',
  ])
    for (const options of [
      { limit: 250 },
      { filter: [{ field: 'tags', contains: 't1' }] },
      {
        filter: [
          { field: 'size', from: 20, to: 120 },
          { field: 'tags', contains: 't2' },
        ],
      },
    ] as const) {
      const [wanted, found] = [await disk.ask(words, options), await memory.ask(words, options)]
      const scores = new Map(wanted.map(({ id, score }) => [id, score]))
      expect(found.map(({ id }) => id).toSorted()).toEqual([...scores.keys()].toSorted())
      for (const { id, score } of found) expect(score / (scores.get(id) ?? 0)).toBeCloseTo(1, 5)
      expect(found.map(({ rank }) => rank)).toEqual(found.map((_, place) => place + 1))
      expect(found).toEqual(found.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)))
    }
  const few = await memory.ask('deploy api', { limit: 7 })
  expect(few).toEqual((await memory.ask('deploy api', { limit: 250 })).slice(0, 7))
  expect(memory.query).not.toHaveBeenCalled()
  memory.tokenize.mockClear()
  await memory.ask('deploy cafe nowhere')
  expect(memory.tokenize).not.toHaveBeenCalled()
})

test('an index that is not up to date, and so reckons otherwise, is asked itself', async () => {
  const { writer, asker } = await world()
  await writer.delete(Array.from({ length: 60 }, (_, place) => String(place * 3)))
  const [disk, memory] = [await asker(0), await asker(20_000)]
  for (let round = 0; round < 4; round += 1) {
    expect(await memory.ask('deploy api')).toEqual(await disk.ask('deploy api'))
    await memory.learned()
  }
  expect(memory.tokenize).toHaveBeenCalled()
})
