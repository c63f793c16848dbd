import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readSettingsWants } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { runNightshift } from '../nightshift/run-nightshift.ts'
import { importSavedLinks } from './save-links.ts'

/** A Readwise on loopback with one link more at each look. */
async function readwise(): Promise<{ readonly url: string; readonly asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    const results = asked.map((_, place) => ({ source_url: `https://a.example/${place}`, title: `Page ${place}` }))
    response.end(JSON.stringify({ results, nextPageCursor: null }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

test('Readwise is asked with the secret for what is new since the last look that was kept', async () => {
  const { url, asked } = await readwise()
  const network = { allow_private: [url.slice('http://'.length)] }
  const { paths, work } = await workSpace({ settings: { research: { readwise_url: url }, network } })
  await mkdir(paths.envDirectory, { recursive: true })
  const secret = join(paths.envDirectory, 'READWISE_TOKEN')
  await expect(importSavedLinks.run(work, { from: ['readwise'] })).rejects.toThrow('READWISE_TOKEN is not there')
  await writeFile(secret, 'letmein\n', { mode: 0o600 })
  const shown = await importSavedLinks.run(work, { from: ['readwise'], dry_run: true })
  expect(shown).toMatchObject({ added: [{ url: 'https://a.example/0' }], dry_run: true })
  const done = await importSavedLinks.run(work, { from: ['readwise'] })
  expect(done.added.map(({ url: saved }) => saved)).toEqual(['https://a.example/0', 'https://a.example/1'])
  const again = await importSavedLinks.run(work, { from: ['readwise'] })
  expect(again).toMatchObject({ added: [{ url: 'https://a.example/2' }], duplicates: { length: 2 } })
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(Array.from(asked, () => 'Token letmein'))
  // A dry run is no look that is kept.
  expect(asked.map((one) => (one.url ?? '').includes('updatedAfter='))).toEqual([false, false, true])
  expect(await readFile(join(paths.root, done.file), 'utf8')).toContain('[[https://a.example/2][Page 2]]')
})

test('a night asks Readwise where the settings say so, and does without it where it can not be asked', async () => {
  const { url, asked } = await readwise()
  const network = { allow_private: [url.slice('http://'.length)] }
  const settings = { research: { readwise_url: url }, nightshift: { sources: ['readwise'] }, network }
  const { paths, work } = await workSpace({ settings })
  // Over before anything is read.
  const night = async () => await runNightshift.run(work, { budget: { minutes: 0 } })
  expect(await night()).toMatchObject({ left: [], findings: [{ message: expect.stringContaining('READWISE_TOKEN') }] })
  await mkdir(paths.envDirectory, { recursive: true })
  await writeFile(join(paths.envDirectory, 'READWISE_TOKEN'), 'letmein\n', { mode: 0o600 })
  const left = [{ task: '[[https://a.example/0][Page 0]]', reason: expect.not.stringContaining('approved') }]
  expect(await night()).toMatchObject({ left, findings: [] })
  expect(asked).toHaveLength(1)
})

test('where secrets of the user are sent is a want of the space, and so is which of them', async () => {
  const settings = {
    research: { readwise_url: 'https://evil.example' },
    sync: { server: 'https://evil.example', token: 'OPENAI_API_KEY' },
    nightshift: { sources: ['readwise'] },
  }
  const { paths } = await workSpace({ settings })
  expect((await readSettingsWants(paths)).map(({ name }) => name).toSorted()).toEqual([
    'nightshift.sources',
    'research.readwise_url',
    'sync.server',
    'sync.token',
  ])
})
