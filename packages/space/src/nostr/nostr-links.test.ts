import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { agentCard, publishedPaths, registrationFile, startLocalChain } from '@datacortex/export'
import { createHashEmbedder, startRelay } from '@datacortex/testkit'
import { createWalletClient, http, parseAbi } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { agents, fresh, publisher } from '../__fixtures__/nostr-publisher.ts'
import { findWanted } from '../agents/find-agents.ts'
import { verifyIdentities } from '../chain/look-at-identities.ts'
import { addDirectory } from '../directories/change-directories.ts'
import { sharedFinder } from '../parts/shared-finder.ts'
import { nostrFindings } from './nostr-links.ts'
import { publishOnNostr } from './publish-on-nostr.ts'

test('definition, card and identity name each other, which verify and doctor prove and the search merges', async () => {
  await using relay = await startRelay()
  await using chain = await startLocalChain()
  const documents: Record<string, unknown> = {}
  const server = createServer((request, response) => {
    const found = documents[request.url ?? '']
    response.writeHead(found === undefined ? 404 : 200).end(JSON.stringify(found))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => await new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`

  const { paths, work: first } = await publisher([relay.url])
  const erc8004 = { chainRegistrations: [{ chainId: '31337', identityRegistry: chain.identity, agentId: 0 }] }
  await writeFile(
    paths.agentsFile,
    JSON.stringify({ agents: { translator: { ...agents.translator, erc8004, skills: [] } } }),
  )
  const settings = { nostr: { relays: [relay.url] }, network: { allow_private: [`127.0.0.1:${port}`] } }
  await writeFile(`${paths.root}/.datacore/settings.yaml`, JSON.stringify(settings))
  const openModel = async () => await Promise.resolve(createHashEmbedder())
  const openFinder = sharedFinder(paths, { openModel, bundledDirectory: first.bundledDirectory, idleMs: 0 }).open
  const { bundledDirectory } = first
  const { readCatalogue } = await import('@datacortex/modules')
  const catalogue = async () => await readCatalogue(paths, { bundledDirectory })
  const work = { ...first, openModel, openFinder, catalogue }
  expect(await nostrFindings(work)).toEqual([])
  const sent = await publishOnNostr.run(work, { ids: ['translator'], url, confirm: true })
  expect(sent.results).toMatchObject([{ status: 'published' }])

  const agent = (await catalogue()).registry.agents.get('translator')
  if (agent === undefined) throw new Error('it is gone')
  const { 'x-nostr': address } = agent.entry
  expect(address).toMatch(/^naddr1/)
  const { card } = agentCard(agent, { url })
  const place = `/${publishedPaths('translator').card}`
  documents[place] = card
  const { file } = registrationFile(agent, { url })
  expect(file.services).toContainEqual({ name: 'nostr', endpoint: address })
  const client = createWalletClient({ transport: http(chain.rpc), account: chain.accounts[0] ?? '0x' })
  const register = async (text: string) =>
    await client.writeContract({
      address: chain.identity,
      abi: parseAbi(['function register(string) returns (uint256)']),
      functionName: 'register',
      args: [`data:application/json;base64,${Buffer.from(text).toString('base64')}`],
      chain: null,
    })
  await register(JSON.stringify(file))

  const verify = async () => {
    const asked = { ids: ['translator'], rpc: chain.rpc, identity: chain.identity, url }
    const { results } = await verifyIdentities.run({ ...work, ...fresh(paths) }, asked)
    return results[0]?.checks.filter(({ check }) => ['definition', 'card', 'identity'].includes(check))
  }
  expect(await verify()).toMatchObject([
    { check: 'definition', ok: true },
    { check: 'card', ok: true, detail: expect.stringContaining('name each other') as unknown },
    { check: 'identity', ok: true, detail: expect.stringContaining('name each other') as unknown },
  ])
  expect(await nostrFindings(work)).toEqual([])

  await addDirectory.run(work, { directory: 'catalog', address: `${url}${publishedPaths('translator').card}` })
  await addDirectory.run(work, { directory: 'erc8004', address: chain.rpc })
  const found = await findWanted(work, { task: 'Translates menus', directories: ['all'], min_score: 0, top: 9 })
  if (!('directories' in found)) throw new Error('no directory was asked')
  expect(found.directories.map(({ name, found: many, error }) => [name, many, error])).toEqual([
    ['catalog', 1, undefined],
    ['erc8004', 1, undefined],
    ['nostr', 1, undefined],
  ])
  const elsewhere = found.results.filter(({ origin }) => origin.directory !== 'local')
  expect(elsewhere).toHaveLength(1)
  expect(elsewhere[0]?.same).toHaveLength(2)

  // A card that names it no more, and one that is away.
  documents[place] = { ...card, capabilities: {} }
  expect(await verify()).toMatchObject([{ ok: true }, { check: 'card', ok: false }, { ok: true }])
  expect(await nostrFindings(work)).toMatchObject([{ code: 'NOSTR_LINK_WRONG', subject: 'translator' }])
  delete documents[place]
  expect(await nostrFindings(work)).toMatchObject([{ code: 'NOSTR_LINK_UNKNOWN', subject: 'translator' }])
  // The definition names an identity that the agent no longer has, and not the one that it has.
  const text = await readFile(paths.agentsFile, 'utf8')
  await writeFile(paths.agentsFile, text.replace('"agentId":0', '"agentId":1').replace('agentId: 0', 'agentId: 1'))
  expect((await nostrFindings(work)).map(({ code }) => code)).toEqual(['NOSTR_LINK_UNKNOWN', 'NOSTR_LINK_WRONG'])
  await writeFile(
    `${paths.root}/.datacore/settings.local.yaml`,
    JSON.stringify({ nostr: { relays: ['ws://127.0.0.1:1'] } }),
  )
  expect(await nostrFindings(work)).toMatchObject([{ code: 'NOSTR_LINK_UNKNOWN' }])
})
