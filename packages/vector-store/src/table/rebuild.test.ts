import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { open, row, temporaryFolder } from '../__fixtures__/rows.ts'

const probe = Float32Array.of(1, 0, 0, 0)

test('a new collection is no rebuild, and neither is opening it again', async () => {
  const folder = await temporaryFolder()
  const first = await open(folder)
  await first.upsert([row('1', 'walrus')])
  const second = await open(folder)
  expect([first.rebuilt, second.rebuilt]).toEqual([undefined, undefined])
  expect(await second.count()).toBe(1)
})

test('another model drops all vectors, keeps texts, and refuses the process that has the old model', async () => {
  const folder = await temporaryFolder()
  const old = await open(folder)
  await old.upsert([
    row('1', 'walrus', { hash: 'x', fields: { agent: 'a', live: true, tags: ['t'] } }),
    row('2', 'horse'),
  ])
  const next = await open(folder, { modelId: 'm2', dimensions: 3 })
  expect(next.rebuilt).toEqual({ reason: 'model-changed', detail: 'm1 (4) to m2 (3)', keptRows: 2 })
  expect(await next.searchVector(Float32Array.of(1, 0, 0))).toEqual([])
  expect((await next.hashes()).size).toBe(0)
  expect(new Map(await next.pending())).toEqual(
    new Map([
      ['1', 'x'],
      ['2', 'h-horse'],
    ]),
  )
  expect(await next.searchText('walrus')).toMatchObject([{ id: '1', fields: { agent: 'a', live: true, tags: ['t'] } }])
  await expect(old.searchVector(probe)).rejects.toMatchObject({ code: 'VECTOR_STORE_COLLECTION_CHANGED' })
  await expect(old.upsert([row('3', 'mixture')])).rejects.toMatchObject({ code: 'VECTOR_STORE_COLLECTION_CHANGED' })
  expect((await open(folder, { modelId: 'm2', dimensions: 3 })).rebuilt).toBeUndefined()
})

test('other fields make an empty table', async () => {
  const folder = await temporaryFolder()
  await (await open(folder)).upsert([row('1', 'walrus')])
  const next = await open(folder, { fields: { agent: 'string' } })
  expect(next.rebuilt).toMatchObject({ reason: 'fields-changed', keptRows: 0 })
  expect(await next.count()).toBe(0)
})

test.each(['', '{', 'null', '{"format":1}'])('a meta file of %j is a rebuild', async (text) => {
  const folder = await temporaryFolder()
  await (await open(folder)).upsert([row('1', 'walrus')])
  await writeFile(join(folder, 'agents', 'meta.json'), text)
  const next = await open(folder)
  expect(next.rebuilt).toMatchObject({ reason: 'corrupt' })
  expect(await next.count()).toBe(0)
  await next.upsert([row('1', 'walrus')])
  expect(await next.searchText('walrus')).toHaveLength(1)
})

test('a folder in the place of the meta file is a rebuild', async () => {
  const folder = await temporaryFolder()
  await (await open(folder)).upsert([row('1', 'walrus')])
  const metaFile = join(folder, 'agents', 'meta.json')
  await rm(metaFile)
  await mkdir(join(metaFile, 'x'), { recursive: true })
  const next = await open(folder)
  expect(next.rebuilt).toMatchObject({ reason: 'corrupt' })
  expect((await open(folder)).rebuilt).toBeUndefined()
})

test('deleting the folder while it is in use makes an empty collection that says so', async () => {
  const folder = await temporaryFolder()
  const agents = await open(folder)
  await agents.upsert([row('1', 'walrus')])
  await rm(join(folder, 'agents'), { recursive: true })
  expect(await agents.searchText('walrus')).toEqual([])
  expect(agents.rebuilt).toMatchObject({ reason: 'corrupt' })
  await agents.upsert([row('1', 'walrus')])
  expect(await agents.searchText('walrus')).toHaveLength(1)
})

test('a broken index is made again without losing a row', async () => {
  const folder = await temporaryFolder()
  const agents = await open(folder)
  await agents.upsert([row('1', 'walrus'), row('2', 'horse')])
  await agents.optimize()
  for (const file of await filesIn(folder, /_indices/)) await truncate(file, 10)
  const next = await open(folder)
  expect((await next.searchText('walrus')).map((hit) => hit.id)).toEqual(['1'])
  expect(next.rebuilt).toMatchObject({ reason: 'index-broken', keptRows: 2 })
  expect(await next.count()).toBe(2)
})

// Every file in `pnpm test:long`; otherwise every twelfth one, others for each kind of damage.
const stride = process.env['LONG'] === undefined ? 12 : 1

test('any file truncated, emptied, deleted or filled with junk: an answer or a rebuild, and never a wrong row', async () => {
  const all = Array.from({ length: 40 }, (_, index) => row(String(index), `walrus number${index}`))
  const damage = {
    truncated: async (file: string) => await truncate(file, Math.floor((await stat(file)).size / 2)),
    emptied: async (file: string) => await truncate(file, 0),
    deleted: async (file: string) => await rm(file),
    junk: async (file: string) => await writeFile(file, Buffer.alloc((await readFile(file)).length, 'junk')),
  }
  const made = await temporaryFolder()
  const first = await open(made)
  await first.upsert(all.slice(0, 20))
  await first.optimize()
  await first.upsert(all.slice(20))
  await first.delete(['39'])
  for (const [kind, [name, harm]] of Object.entries(damage).entries()) {
    for (let choice = (3 * kind) % stride; choice < 40; choice += stride) {
      const folder = await temporaryFolder()
      await cp(made, folder, { recursive: true })
      const agents = await open(folder)
      expect(await agents.searchVector(probe, { limit: 100 })).toHaveLength(39)
      const file = (await filesIn(folder, /./))[choice]
      if (file === undefined) break
      await harm(file)
      for (const reader of [agents, await open(folder)]) {
        const label = `${name} ${file.slice(folder.length)}`
        const texts = await reader.searchText('walrus', { limit: 100 })
        const near = await reader.searchVector(probe, { limit: 100 })
        for (const hit of [...texts, ...near]) expect([label, hit.text]).toEqual([label, `walrus number${hit.id}`])
        const hashes = await reader.hashes()
        expect([label, hashes.size]).toEqual([label, near.length])
        // What an indexer does: write what is missing. Then everything is there.
        await reader.upsert(all.filter(({ id }) => !hashes.has(id)))
        expect([label, (await reader.searchText('walrus', { limit: 100 })).length]).toEqual([label, 40])
        expect([label, (await reader.searchVector(probe, { limit: 100 })).length]).toEqual([label, 40])
      }
    }
  }
})

async function filesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const entries = await readdir(join(folder, 'agents'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.filter((file) => pattern.test(file)).sort()
}
