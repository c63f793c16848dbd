import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { SubAgentInput } from '@datacortex/plugin'
import { testManifest, testSubAgentPlugin } from '@datacortex/testkit'
import { afterAll, beforeAll } from 'vitest'
import { articlePage, consentPage } from './__fixtures__/pages.ts'
import { addressInput } from './__fixtures__/start-fetcher.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const pages: Readonly<Record<string, string>> = { '/tides': articlePage(), '/wall': consentPage }
const server = createServer(({ url = '' }, response) => {
  const page = pages[url]
  response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page ?? '')
})
const served = (path: string) => (): SubAgentInput =>
  addressInput(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

testManifest(directory)
testSubAgentPlugin(plugin, {
  directory,
  settings: { retry_ms: 1 },
  inputs: [served('/tides')],
  refused: [{ contentType: 'text/html', name: 'a.html', bytes: new TextEncoder().encode('<p>a</p>') }],
  broken: [served('/wall'), served('/none'), addressInput('ftp://example.org/a')],
})
