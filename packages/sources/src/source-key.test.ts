import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { approve, readSecret, secretApproval } from '@datacortex/platform'
import { expect, test, vi } from 'vitest'
import { approveMcpSource, isMcpApproved, revokeMcpSource } from './__fixtures__/mcp-approvals.ts'
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
  { approved = false, keyFile = false, allowed = '' } = {},
): Promise<{ readonly skipped: readonly string[]; readonly code: string; readonly sent: readonly string[] }> {
  const paths = await sourcesSpace(yaml)
  if (keyFile) {
    await mkdir(paths.envDirectory, { recursive: true })
    await writeFile(join(paths.envDirectory, 'WIKI_KEY'), 'of the space')
  }
  const userDirectory = join(paths.root, 'user')
  if (allowed !== '') await approve(await secretApproval(paths, { name: 'WIKI_KEY', to: allowed }), { userDirectory })
  const sent: string[] = []
  const ports: Partial<SourcePorts> = {
    secret: async (name, { sentTo }) => await readSecret(paths, name, { sentTo, userDirectory }),
    fetch: (url, init) => {
      sent.push(`${url} ${new Headers(init?.headers).get('x-key') ?? ''}`)
      return Promise.resolve(Response.json({ items: [] }))
    },
  }
  vi.stubEnv('WIKI_KEY', 'of the shell')
  const sources = await openTestSources(paths, {}, ports)
  const [source] = sources.all
  if (source === undefined) throw new Error('no source')
  if (approved) await approveMcpSource(source, { paths, userDirectory })
  const { skipped } = await sources.eligible('search')
  const answer = await sources.ask(source, 'tides', { signal: new AbortController().signal })
  return { skipped: skipped.map(({ reason }) => reason), code: answer.ok ? '' : answer.code, sent }
}

const declared = (url: string): string =>
  wiki(`request: { url: '${url}', headers: { x-key: '{api_key}' } }\n    ${response}`)

test.each([
  ['https://wiki.example:8443', 'wiki.example:8443'],
  ['http://127.0.0.1:8080', '127.0.0.1:8080'],
])('a key goes where an entry of the space sends it after a yes only: %s', async (origin, to) => {
  const yaml = declared(`${origin}/s?q={query}`)
  const waiting = {
    skipped: [`its key waits for your word. If ${to} may have it: datacortex trust allow secrets.WIKI_KEY@${to}`],
    code: 'PLATFORM_SECRET_WITHHELD',
    sent: [],
  }
  expect(await asked(yaml)).toEqual(waiting)
  expect(await asked(yaml, { keyFile: true })).toEqual(waiting)
  expect(await asked(yaml, { allowed: 'other.example' })).toEqual(waiting)
  const url = `${origin}/s?q=tides`
  expect(await asked(yaml, { allowed: to })).toMatchObject({ skipped: [], sent: [`${url} of the shell`] })
  expect(await asked(yaml, { allowed: to, keyFile: true })).toMatchObject({ sent: [`${url} of the space`] })
})

test('nor to a server of MCP over HTTP', async () => {
  const { skipped, code, sent } = await asked(wiki("mcp: { url: 'https://wiki.example/mcp' }"))
  expect([skipped, code, sent]).toEqual([
    ['its key waits for your word. If wiki.example may have it: datacortex trust allow secrets.WIKI_KEY@wiki.example'],
    'PLATFORM_SECRET_WITHHELD',
    [],
  ])
})

test('a command gets the key that it was approved with', async () => {
  const yaml = wiki("mcp: { command: no-such-program, env: { TOKEN: '{api_key}' } }")
  expect(await asked(yaml, { approved: true })).toMatchObject({ skipped: [], code: 'SOURCE_MCP_FAILED' })
  expect(await asked(yaml)).toMatchObject({ code: 'SOURCE_MCP_NOT_APPROVED' })
})

test('another name of a key is another question; a revoked command is asked about again', async () => {
  const paths = await sourcesSpace(wiki("mcp: { command: no-such-program, env: { TOKEN: '{api_key}' } }"))
  const userDirectory = join(paths.root, 'user')
  const sources = await openTestSources(paths, {}, { secret: () => Promise.resolve('k3y') })
  const [source] = sources.all
  if (source === undefined) throw new Error('no source')
  const other: RegisteredSource = { ...source, api_key: 'OTHER_KEY' }
  await approveMcpSource(other, { paths, userDirectory })
  expect(await isMcpApproved(source, { paths, userDirectory })).toBe(false)
  expect(await revokeMcpSource(source, { paths, userDirectory })).toBe(true)
  expect(await revokeMcpSource(source, { paths, userDirectory })).toBe(false)
})
