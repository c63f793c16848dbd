import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { samplePayloads, testHooksPlugin, testManifest } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { journalLine } from './journal-line.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))

testManifest(directory)
testHooksPlugin(plugin, { directory })

test('appends one line for each installation', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'install-journal-'))
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const fetch = (): Promise<Response> => Promise.reject(new Error('no network'))
  const secret = (): Promise<undefined> => Promise.resolve(undefined)
  const hooks = await plugin.setup({
    config: undefined,
    dataDir,
    fetch,
    socket: () => Promise.reject(new Error('no network')),
    secret,
    log,
    now: () => 0,
  })
  const { signal } = new AbortController()
  await hooks.module_installed?.(samplePayloads.module_installed, { signal })
  await hooks.module_installed?.(
    { ...samplePayloads.module_installed, module: 'other', agents: [], sources: [] },
    { signal },
  )
  expect(await readFile(join(dataDir, 'journal.md'), 'utf8')).toMatchInlineSnapshot(`
    "- 2026-01-02T03:04:05.000Z datacore-campaigns 1.2.0: 2 agents (campaign-planner, campaign-reporter); 1 source (mailing-stats)
    - 2026-01-02T03:04:05.000Z other 1.2.0: nothing to register
    "
  `)
  await rm(dataDir, { recursive: true })
})

test('counts one thing in the singular', () => {
  const line = journalLine({ ...samplePayloads.module_installed, agents: ['writer'], sources: [] })
  expect(line).toBe('- 2026-01-02T03:04:05.000Z datacore-campaigns 1.2.0: 1 agent (writer)\n')
})
