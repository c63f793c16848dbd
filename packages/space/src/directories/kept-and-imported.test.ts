import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { card, desk, site } from '../__fixtures__/directory-desk.ts'
import { findWanted } from '../agents/find-agents.ts'
import { importAgents } from '../agents/import-agents.ts'
import { addDirectory, refreshDirectories, removeDirectory } from './change-directories.ts'
import { updateAgents } from './update-agents.ts'

test('an agent whose address had a key is imported without it, and followed while the settings have it', async () => {
  const documents: Record<string, unknown> = { '/a.json?token=hunter2': card('Tide Watcher', 'Watches the tides.') }
  const origin = await site(documents)
  const address = `${origin}/a.json?token=hunter2`
  const work = await desk()
  await addDirectory.run(work, { directory: 'catalog', address: `${origin}/others.json` })
  const bring = async () => await importAgents.run(work, { from: [address] })
  expect(await bring()).toMatchObject({ imported: [{ id: 'tide-watcher', origin: address.replace('hunter2', '***') }] })
  expect(await bring()).toMatchObject({ imported: [], unchanged: [{ id: 'tide-watcher' }] })
  expect(await readFile(work.paths.agentsFile, 'utf8')).not.toContain('hunter2')
  expect(await updateAgents.run(work, {})).toMatchObject({ results: [{ state: 'not reached' }] })
  await addDirectory.run(work, { directory: 'catalog', address })
  await refreshDirectories.run(work, {})
  expect(await updateAgents.run(work, {})).toMatchObject({ results: [{ state: 'unchanged' }] })
  const kept = await readFile(join(work.paths.cacheDirectory, 'directory', 'agents.sqlite'), 'latin1')
  expect([kept.includes('token=***'), kept.includes('hunter2')]).toEqual([true, false])
})

test('agents of files and of addresses are imported at once', async () => {
  const address = `${await site({ '/a.json': card('Tide Watcher', 'Watches the tides.') })}/a.json`
  const work = await desk()
  await addDirectory.run(work, { directory: 'catalog', address })
  const file = join(work.paths.root, 'cook.md')
  await writeFile(file, '---\nname: cook\ndescription: Cooks soup.\n---\nCook soup.\n')
  const bring = async (one: string) => await importAgents.run(work, { from: [one, address] })
  await expect(bring(file.replace('cook', 'nobody'))).resolves.toMatchObject({
    imported: [{ id: 'tide-watcher', origin: address }],
    empty: [{}],
  })
  expect(await bring(file)).toMatchObject({
    seen: 2,
    counts: { seen: 2, imported: 1, unchanged: 1 },
    imported: [{ id: 'cook' }],
    unchanged: [{ id: 'tide-watcher' }],
    disabled: true,
  })
})

test('two addresses of the settings that are none are taken out one after the other', async () => {
  const work = await desk()
  await writeFile(
    work.paths.settingsLocalFile,
    JSON.stringify({ plugins: { 'directory-catalog': { addresses: ['ftp://a.example', 'ftp://b.example'] } } }),
  )
  const remove = async (address: string) => await removeDirectory.run(work, { directory: 'catalog', address })
  expect(await remove('ftp://a.example')).toMatchObject({ addresses: ['ftp://b.example'], changed: true })
  expect(await remove('ftp://b.example')).toMatchObject({ addresses: [], changed: true })
})

test('what fits here is told before a directory answers, and what is kept is marked as stale once that is away', async () => {
  let answer = (): void => {}
  const said = new Promise<void>((resolve) => (answer = resolve))
  const server = createServer((_, response) => {
    void said.then(() => response.end(JSON.stringify(card('Tide Watcher', 'Watches the tides.'))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const work = await desk()
  await writeFile(work.paths.settingsFile, JSON.stringify({ directories: { max_age_hours: 0 } }))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.json`
  await addDirectory.run(work, { directory: 'catalog', address })
  const notes: string[] = []
  const onNote = (note: string): void => {
    notes.push(note)
    answer()
  }
  const ask = async () => {
    const asked = { task: 'Bakes bread', directories: ['all'], min_score: 0, top: 50 }
    const found = await findWanted({ ...work, onNote }, asked)
    if (!('directories' in found)) throw new Error('no directory was asked')
    const there = found.results.find(({ name }) => name === 'Tide Watcher')?.origin
    return { first: found.results[0]?.id, there, directories: found.directories }
  }
  expect(await ask()).toMatchObject({ first: 'baker', there: { directory: 'catalog' }, directories: [{ found: 1 }] })
  expect(notes).toEqual([expect.stringMatching(/^here fit baker\b.*; asking catalog$/)])
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect(await ask()).toMatchObject({
    first: 'baker',
    there: { directory: 'catalog', stale: true, seen_at: expect.any(String) as string },
    directories: [{ found: 1, stale: true, error: { code: expect.any(String) as string } }],
  })
})
