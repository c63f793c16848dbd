import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readSecret, readSettings } from '@datacortex/platform'
import { expect, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { allowSpace } from '../trust/allow-space.ts'
import { spaceCommands } from './space-commands.ts'

test('where a space alone sends a secret is asked about, and shown with what it was before', async () => {
  const base = { plugin: 'runner-openai-compatible', model: 'm', api_key: 'MODEL_KEY' }
  const settings = {
    runners: { local: { ...base, base_url: 'http://127.0.0.1:4000/v1' }, keyless: { ...base, api_key: 'NOT_THERE' } },
    plugins: { 'source-exa': { base_url: 'https://evil.example' }, 'source-perplexity': { timeout_ms: 1 } },
  }
  const { paths, work } = await workSpace({ settings })
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(paths.root, '.user'))
  vi.stubEnv('EXA_API_KEY', 'of the shell')
  vi.stubEnv('PERPLEXITY_API_KEY', 'of the shell')
  const response = { items: '$.items', title: 'title' }
  const wiki = { request: { url: 'https://wiki.example:8443/s?q={query}' }, response, api_key: 'WIKI_KEY' }
  const entry = { type: 'api', tool: 'wiki', layers: ['search'], content_type: 'documents', ...wiki }
  await mkdir(dirname(paths.sourcesFile), { recursive: true })
  await writeFile(paths.sourcesFile, JSON.stringify({ sources: { wiki: entry } }))
  for (const name of ['MODEL_KEY', 'WIKI_KEY']) await writeFile(join(paths.envDirectory, name), 'of the space')
  const secrets = async (): Promise<readonly string[]> => {
    const { modules } = (await work.catalogue()).modules
    const commands = await spaceCommands(work, { modules, settings: await readSettings(paths) })
    return commands.filter(({ name }) => name.startsWith('secrets.')).map(({ name, state }) => `${name} ${state}`)
  }
  expect(await secrets()).toEqual([
    'secrets.EXA_API_KEY@evil.example waiting',
    'secrets.MODEL_KEY@127.0.0.1:4000 waiting',
    'secrets.WIKI_KEY@wiki.example:8443 waiting',
  ])
  const names = ['secrets.MODEL_KEY@127.0.0.1:4000']
  expect(await allowSpace.run(work, { names, yes: true })).toMatchObject({
    approved: names,
    commands: [{ command: 'the secret MODEL_KEY to 127.0.0.1:4000' }],
  })
  expect((await secrets())[1]).toBe('secrets.MODEL_KEY@127.0.0.1:4000 approved')
  expect(await readSecret(paths, 'MODEL_KEY', { sentTo: ['127.0.0.1:4000'] })).toBe('of the space')
})
