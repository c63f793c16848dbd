import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { approveMcpSource } from '../__fixtures__/mcp-approvals.ts'
import { openTestSources, sourcesSpace } from '../__fixtures__/sources-space.ts'
import type { RegisteredSource } from '../read-sources.ts'
import type { McpConfig } from '../source-config.ts'

const mcp: McpConfig = {
  command: process.execPath,
  args: ['serve.mjs'],
  env: { STAGE: 'test' },
  headers: {},
  arguments: {},
}

/** A space whose server leaves a mark, if it ever starts. */
async function space(): Promise<{ paths: SpacePaths; source: RegisteredSource; userDirectory: string }> {
  const entry = { type: 'mcp', tool: 'find', layers: ['search'], content_type: 'documents', api_key: 'TIDES_KEY', mcp }
  const paths = await sourcesSpace(JSON.stringify({ sources: { tides: entry } }))
  await writeFile(join(paths.root, 'serve.mjs'), marking)
  const [source] = (await openTestSources(paths, {})).all
  if (source === undefined) throw new Error('No source.')
  return { paths, source, userDirectory: join(paths.root, 'user') }
}

const marking = "import { writeFileSync } from 'node:fs'; writeFileSync('started', '')"

async function asked(paths: SpacePaths, source: RegisteredSource): Promise<unknown> {
  const sources = await openTestSources(paths, {}, { secret: () => Promise.resolve('k3y') })
  return await sources.ask(source, 'spring tides', { signal: new AbortController().signal })
}

test('a server whose script, variable or key changed waits again, and says what changed', async () => {
  const { paths, source, userDirectory } = await space()
  const refused = (reason: string): object => ({
    code: 'SOURCE_MCP_NOT_APPROVED',
    reason: expect.stringContaining(`it is not what you approved: ${reason}`) as unknown,
  })
  await approveMcpSource(source, { paths, userDirectory })
  const other = { ...source, mcp: { ...mcp, env: { STAGE: 'live' } } }
  expect(await asked(paths, other)).toMatchObject(refused('variable STAGE was test'))
  expect(await asked(paths, { ...source, api_key: 'OTHER_KEY' })).toMatchObject(refused('secret TIDES_KEY is gone'))
  await writeFile(join(paths.root, 'serve.mjs'), `${marking} //`)
  expect(await asked(paths, source)).toMatchObject(refused('file serve.mjs changed'))
  expect(existsSync(join(paths.root, 'started'))).toBe(false)
  await writeFile(join(paths.root, 'serve.mjs'), marking)
  await asked(paths, source)
  expect(existsSync(join(paths.root, 'started')), 'as it was approved').toBe(true)
})

test.each([
  ['a variable that loads code', { NODE_OPTIONS: '--require=./evil.js' }, 'the variable NODE_OPTIONS'],
  ['a PATH of the space', { PATH: './bin:/usr/bin' }, 'PATH has the relative entry'],
])('%s is never given to a server, also after a yes', async (_, env, reason) => {
  const { paths, source, userDirectory } = await space()
  const changed = { ...source, mcp: { ...mcp, env } }
  const refused = { code: 'SOURCE_MISCONFIGURED', message: expect.stringContaining(reason) as unknown }
  await expect(approveMcpSource(changed, { paths, userDirectory })).rejects.toMatchObject(refused)
  expect(await asked(paths, changed)).toMatchObject({ ok: false, code: refused.code })
  expect(existsSync(join(paths.root, 'started'))).toBe(false)
})
