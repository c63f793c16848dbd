import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { lanceFromBundle, lanceInOne } from './lance-in-one.ts'

const store = join(import.meta.dirname, '../../../packages/vector-store')

test('LanceDB in one file, wherever that lies, works with the native part of its package', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lance-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { code, moduleIds } = await lanceInOne(store)
  await writeFile(join(folder, 'lance.cjs'), code)
  const installed = createRequire(createRequire(join(store, 'package.json')).resolve('@lancedb/lancedb'))
  const { lancedb, arrow } = createRequire(join(folder, 'any.js'))('./lance.cjs')(installed)
  const database = await lancedb.connect(join(folder, 'database'))
  const table = await database.createTable('notes', [{ vector: [1, 0], words: 'tide' }])
  expect(await table.schema()).toBeInstanceOf(arrow.Schema)
  expect(await table.vectorSearch([1, 0]).toArray()).toMatchObject([{ words: 'tide', _distance: 0 }])
  database.close()
  for (const name of ['@lancedb/lancedb', 'apache-arrow'])
    expect(moduleIds.some((id) => id.includes(`/node_modules/${name}/`))).toBe(true)
  // It is published: no place on the machine that built it stands in it.
  expect(code).not.toContain(join(store, '../..'))
})

test('what loads it from the bundle does so once, however many tables are opened', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lance-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { load } = lanceFromBundle(store)
  const code: unknown = typeof load === 'function' && Reflect.apply(load, undefined, ['\0lance-loader'])
  const there = JSON.stringify(join(store, 'package.json'))
  await writeFile(join(folder, 'loader.mjs'), String(code).replace(/import\.meta\.resolve\([^)]*\)/, there))
  await writeFile(join(folder, 'lance.cjs'), 'module.exports = (require) => ({ require })')
  const { requireLance } = (await import(pathToFileURL(join(folder, 'loader.mjs')).href)) as {
    requireLance: () => unknown
  }
  expect(requireLance()).toBe(requireLance())
})
