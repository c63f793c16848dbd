import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHashEmbedder } from '@datacortex/testkit'
import { onTestFinished } from 'vitest'
import { sharedFinder } from '../parts/shared-finder.ts'
import { sharedPublished } from '../parts/shared-published.ts'
import type { Work } from '../work.ts'
import { workSpace } from './work-space.ts'

/** A site of the running test that answers with these documents, by path. */
export async function site(documents: Record<string, unknown>): Promise<string> {
  const server = createServer((request, response) => {
    const found = documents[request.url ?? '']
    response.writeHead(found === undefined ? 404 : 200).end(JSON.stringify(found))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => await new Promise((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A card with the fields that every card has. */
export const card = (name: string, description: string, more: object = {}): object => ({
  name,
  description,
  version: '1.0.0',
  supportedInterfaces: [{ url: 'https://tides.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: {},
  skills: [],
  ...more,
})

/** A space with a baker and a model that needs no files. */
export async function desk(): Promise<Work> {
  const { paths, work } = await workSpace({
    agents: { baker: { name: 'Baker', description: 'Bakes bread and cakes.' } },
  })
  const openModel = async () => await Promise.resolve(createHashEmbedder())
  const { bundledDirectory } = work
  return {
    ...work,
    openModel,
    openFinder: sharedFinder(paths, { openModel, bundledDirectory, idleMs: 0 }).open,
    openPublished: sharedPublished(paths, { openModel, idleMs: 0 }).open,
  }
}
