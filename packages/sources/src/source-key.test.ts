import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSecret } from '@datacortex/platform'
import { expect, test, vi } from 'vitest'
import { approveMcpSource, revokeMcpSource } from './__fixtures__/mcp-approvals.ts'
import { openTestSources, sourcesSpace } from './__fixtures__/sources-space.ts'
import type { RegisteredSource } from './read-sources.ts'
import type { SourcePorts } from './source-ports.ts'

const wiki = (lines: string): string => `sources:
  wiki:
    type: api
    tool: wiki
    layers: [search]
    content_type: documents
    api_key: WIKI_KEY
    ${lines}
`
const response = "response: { items: '$.items', title: title }"

/** What became of the key of a source, and which requests were made. */
async function asked(
  yaml: string,
  { approve = false, keyFile = false } = {},
): Promise<{ readonly skipped: readonly string[]; readonly code: string; readonly sent: readonly string[] }> {
  const paths = await sourcesSpace(yaml)
  if (keyFile) {
    await mkdir(paths.envDirectory, { recursive: true })
    await writeFile(join(paths.envDirectory, 'WIKI_KEY'), 'of the space')
  }
  const sent: string[] = []
  const ports: Partial<SourcePorts> = {
    secret: async (name, { sentTo }) => await readSecret(paths, name, { sentTo }),
    fetch: (url, init) => {
      sent.push(`${url} ${new Headers(init?.headers).get('x-key') ?? ''}`)
      return Promise.resolve(Response.json({ items: [] }))
    },
  }
  vi.stubEnv('WIKI_KEY', 'of the shell')
  const sources = await openTestSources(paths, {}, ports)
  const [source] = sources.all
  if (source === undefined) throw new Error('no source')
  if (approve) await approveMcpSource(source, { paths, userDirectory: join(paths.root, 'user') })
  const { skipped } = await sources.eligible('search')
  const answer = await sources.ask(source, 'tides', { signal: new AbortController().signal })
  return { skipped: skipped.map(({ reason }) => reason), code: answer.ok ? '' : answer.code, sent }
}

const declared = (url: string): string =>
  wiki(`request: { url: '${url}', headers: { x-key: '{api_key}' } }\n    ${response}`)

test('a key of the environment does not go where an entry of the space sends it', async () => {
  const hint = 'put it into .datacore/env/WIKI_KEY (0600): this space sends it to wiki.example:8443'
  expect(await asked(declared('https://wiki.example:8443/s?q={query}'))).toEqual({
    skipped: [`its key is missing: ${hint}`],
    code: 'PLATFORM_SECRET_WITHHELD',
    sent: [],
  })
  const url = 'https://wiki.example:8443/s?q=tides'
  expect(await asked(declared('https://wiki.example:8443/s?q={query}'), { keyFile: true })).toMatchObject({
    skipped: [],
    sent: [`${url} of the space`],
  })
  expect(await asked(declared('http://127.0.0.1:8080/s?q={query}'))).toMatchObject({
    code: 'PLATFORM_SECRET_WITHHELD',
    sent: [],
  })
})

test('nor to a server of MCP over HTTP', async () => {
  const { skipped, code, sent } = await asked(wiki("mcp: { url: 'https://wiki.example/mcp' }"))
  expect([skipped, code, sent]).toEqual([
    ['its key is missing: put it into .datacore/env/WIKI_KEY (0600): this space sends it to wiki.example'],
    'PLATFORM_SECRET_WITHHELD',
    [],
  ])
})

test('a command gets the key that it was approved with', async () => {
  const yaml = wiki("mcp: { command: no-such-program, env: { TOKEN: '{api_key}' } }")
  expect((await asked(yaml, { approve: true })).skipped).toEqual([])
  expect((await asked(yaml)).skipped).toEqual([
    'its key is missing: put it into .datacore/env/WIKI_KEY (0600): this space sends it to the command of the source wiki',
  ])
})

test('another name of a key is another question; a revoked command is asked about again', async () => {
  const paths = await sourcesSpace(wiki("mcp: { command: no-such-program, env: { TOKEN: '{api_key}' } }"))
  const userDirectory = join(paths.root, 'user')
  const targets: (readonly string[])[] = []
  const secret: SourcePorts['secret'] = (_, { sentTo }) => (targets.push(sentTo), Promise.resolve('k3y'))
  const sources = await openTestSources(paths, {}, { secret })
  const [source] = sources.all
  if (source === undefined) throw new Error('no source')
  const other: RegisteredSource = { ...source, api_key: 'OTHER_KEY' }
  await approveMcpSource(other, { paths, userDirectory })
  await sources.eligible('search')
  expect(targets).toEqual([['the command of the source wiki']])
  expect(await revokeMcpSource(source, { paths, userDirectory })).toBe(true)
  expect(await revokeMcpSource(source, { paths, userDirectory })).toBe(false)
})
