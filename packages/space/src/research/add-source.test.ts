import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { addSource } from './add-source.ts'
import { listSources } from './list-sources.ts'

test('servers are shown, added by a yes only, and wait for their command to be approved', async () => {
  const { paths, work } = await workSpace()
  const mcpServers = { wiki: { command: 'node', args: ['wiki.js'], env: { WIKI_KEY: 'abc' } } }
  await writeFile(join(paths.root, '.mcp.json'), JSON.stringify({ mcpServers }))
  const before = await readFile(paths.sourcesFile, 'utf8').catch(() => '')
  const asked = { from: '.mcp.json', tool: 'find' }
  const entries = { wiki: { tool: 'find', api_key: 'WIKI_KEY', mcp: { env: { WIKI_KEY: '{api_key}' } } } }
  expect(await addSource.run(work, { ...asked, dry_run: true })).toMatchObject({
    entries,
    changed: true,
    dry_run: true,
  })
  await expect(addSource.run(work, asked)).rejects.toMatchObject({ code: 'CLI_ANSWER_NEEDED' })
  const confirm = vi.fn<() => Promise<boolean>>(() => Promise.resolve(false))
  const ask = { confirm } as never
  expect(await addSource.run({ ...work, ask }, asked)).toMatchObject({ changed: false })
  expect(JSON.stringify(confirm.mock.calls)).toContain('WIKI_KEY')
  expect(await readFile(paths.sourcesFile, 'utf8').catch(() => '')).toBe(before)
  expect(await addSource.run(work, { ...asked, yes: true })).toMatchObject({ entries, changed: true })
  expect(await readFile(paths.sourcesFile, 'utf8')).not.toContain('abc')
  const { sources } = await listSources.run(work, {})
  expect(sources.find(({ id }) => id === 'wiki')?.skipped).toBeDefined()
  expect(await addSource.run(work, { ...asked, yes: true })).toMatchObject({
    entries: {},
    changed: false,
    left_out: [{ origin: 'wiki', reason: expect.stringContaining('already') }],
  })
  await expect(addSource.run(work, { from: 'absent.json' })).rejects.toMatchObject({ code: 'SPACE_SOURCE_FILE' })
  await expect(addSource.run(work, {})).rejects.toMatchObject({ code: 'CLI_USAGE' })
})

test('an API that a file describes is added by the name that it is given', async () => {
  const { paths, work } = await workSpace()
  const schema = { items: { properties: { title: {}, url: {} } } }
  const responses = { 200: { content: { 'application/json': { schema } } } }
  const description = {
    info: { title: 'Tide tables' },
    servers: [{ url: 'https://tides.example' }],
    paths: { '/find': { get: { parameters: [{ name: 'q', in: 'query' }], responses } } },
  }
  await writeFile(join(paths.root, 'api.json'), JSON.stringify(description))
  expect(await addSource.run(work, { openapi: 'api.json', as: 'Tides', yes: true })).toMatchObject({ changed: true })
  const { sources, findings } = await listSources.run(work, {})
  expect(findings).toEqual([])
  expect(sources.find(({ id }) => id === 'tides')).toMatchObject({ description: 'Tide tables', type: 'api' })
})
