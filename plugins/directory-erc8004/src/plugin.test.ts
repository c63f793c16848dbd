import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type DirectoryPlace, startPlugin, testDirectoryPlugin, testManifest } from '@datacortex/testkit'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  keccak256,
  numberToHex,
  toHex,
  zeroAddress,
} from 'viem'
import { expect, test } from 'vitest'
import { identityAbi, reputationAbi } from './open-registry.ts'
import { plugin } from './plugin.ts'
import { registryAddress } from './registry-address.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()
const identity = '0x8004a818bfb912233c491871b3d84c89a494bd9e'
const owner = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' as const

/** An RPC of a chain with one identity a block; `files` by agent id. */
type Chain = {
  readonly files: (string | undefined)[]
  /** The most blocks of a range that it answers. */
  readonly widest?: number
  /** Identities that were burned, each in a block after all that were registered. */
  readonly burned?: number[]
  /** Changes with a reorganisation. */
  fork?: string
  readonly isRubbish?: boolean
}

type Rpc = DirectoryPlace & { readonly url: string; readonly ranges: number[]; readonly read: string[] }

async function rpc(chain: Chain): Promise<Rpc> {
  const ranges: number[] = []
  const read: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (chain.isRubbish === true) return response.end('<p>Hello</p>')
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as Call | readonly Call[]
      const answers = [asked]
        .flat()
        .map((one) => ({ jsonrpc: '2.0', id: one.id, ...answerOf(chain, one, { ranges, read }) }))
      return response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${place}/`,
    ranges,
    read,
    settings: { registries: [`http://${place}/`] },
    network: [place],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(() => resolve(undefined)))
    },
  }
}

type Call = { readonly id: number; readonly method: string; readonly params?: readonly never[] }

function answerOf(chain: Chain, { method, params = [] }: Call, { ranges, read }: Pick<Rpc, 'ranges' | 'read'>): object {
  const { files, burned = [] } = chain
  const last = files.length + burned.length
  const block = (number: bigint) => ({
    number: numberToHex(number),
    hash: keccak256(toHex(`${chain.fork ?? ''}${number}`)),
  })
  if (method === 'eth_chainId') return { result: numberToHex(31_337) }
  if (method === 'eth_blockNumber') return { result: numberToHex(last) }
  if (method === 'eth_getBlockByNumber')
    return { result: { ...block(BigInt(params[0] ?? 0)), transactions: [], timestamp: '0x1' } }
  if (method === 'eth_getLogs') {
    const { fromBlock, toBlock } = params[0] as unknown as { fromBlock: string; toBlock: string }
    const [from, to] = [Number(fromBlock), Number(toBlock)]
    if (to - from + 1 > (chain.widest ?? Infinity))
      return { error: { code: -32_005, message: 'block range is too wide' } }
    ranges.push(to - from + 1)
    const logs = [
      ...files.map((file, id) => (file === undefined ? undefined : log(id, file))),
      ...burned.map((id, place) => ({ ...log(files.length + place, ''), ...burn(id) })),
    ]
    return { result: logs.filter((one, place) => one !== undefined && place + 1 >= from && place + 1 <= to) }
  }
  const { data } = params[0] as unknown as { data: `0x${string}` }
  const abi = [...identityAbi, ...reputationAbi]
  const { functionName, args } = decodeFunctionData({ abi, data })
  if (functionName === 'tokenURI') read.push(String(args?.[0]))
  const file = burned.includes(Number(args?.[0])) ? undefined : files[Number(args?.[0])]
  if (file === undefined) return { error: { code: 3, message: 'execution reverted: ERC721NonexistentToken' } }
  const stars = [[owner], [1n], [80n], [0], ['starred'], [''], [false]] as const
  const result = functionName === 'ownerOf' ? owner : functionName === 'tokenURI' ? file : stars
  return { result: encodeFunctionResult({ abi, functionName, result }) }
}

function log(id: number, uri: string): object {
  const event = { abi: identityAbi, eventName: 'Registered', args: { agentId: BigInt(id), owner } } as const
  return {
    address: identity,
    topics: encodeEventTopics(event),
    data: encodeAbiParameters([{ type: 'string' }], [uri]),
    blockNumber: numberToHex(id + 1),
    blockHash: keccak256(toHex(id)),
    transactionHash: keccak256(toHex(`t${id}`)),
    transactionIndex: '0x0',
    logIndex: '0x0',
    removed: false,
  }
}

function burn(id: number): object {
  const args = { from: owner, to: zeroAddress, tokenId: BigInt(id) }
  return { topics: encodeEventTopics({ abi: identityAbi, eventName: 'Transfer', args }), data: '0x' }
}

function file(name: string, id: number, more: object = {}): string {
  const registrations = [{ agentId: id, agentRegistry: `eip155:31337:${identity}` }]
  const services = [
    {
      name: 'A2A',
      endpoint: `http://127.0.0.1:9/${name}/.well-known/agent-card.json`,
      version: '1.0',
      a2aSkills: ['tides'],
    },
  ]
  const json = JSON.stringify({ name, description: `${name} knows the tides.`, services, registrations, ...more })
  return `data:application/json;base64,${Buffer.from(json).toString('base64')}`
}

const many = (count: number): string[] => Array.from({ length: count }, (_, id) => file(`agent${id}`, id))

testManifest(directory)
testDirectoryPlugin(plugin, {
  directory,
  start: async () => await rpc({ files: many(5) }),
  broken: async () => await rpc({ files: [], isRubbish: true }),
  query: 'Who knows the tides?',
  unknown: () => `eip155:31337:${identity}:99`,
})

test('an identity comes with its proofs, its links and who rated it', async () => {
  await using place = await rpc({ files: [file('one', 0), file('liar', 0)] })
  await using started = await startPlugin(plugin, { directory, settings: place.settings, network: place.network })
  const { agents } = await started.list({ signal, limit: 10 })
  expect(agents).toMatchObject([
    {
      id: `eip155:31337:${identity}:0`,
      author: owner,
      url: 'http://127.0.0.1:9/one/.well-known/agent-card.json',
      skills: ['tides'],
      links: ['http://127.0.0.1:9/one/.well-known/agent-card.json'],
      proofs: [
        { kind: 'chain', holds: true },
        { kind: 'domain', holds: false },
      ],
      ratings: [{ by: owner, value: 80, scale: [0, 100] }],
    },
    // Its file names the identity of another.
    { id: `eip155:31337:${identity}:1`, proofs: [{ kind: 'chain', holds: false }, { kind: 'domain' }] },
  ])
})

test('an RPC that cuts ranges is asked for shorter ones, and a list goes on where it stopped', async () => {
  await using place = await rpc({ files: many(300), widest: 100 })
  await using started = await startPlugin(plugin, { directory, settings: place.settings, network: place.network })
  const first = await started.list({ signal, limit: 120 })
  expect([first.agents.length, first.more]).toEqual([120, true])
  expect([first.failures, first.notes?.map(({ code }) => code)]).toEqual([[], ['PROTOCOLS_RANGE_CUT']])
  await using later = await startPlugin(plugin, { directory, settings: place.settings, network: place.network })
  const ids = new Set(first.agents.map(({ id }) => id))
  let answer = first
  while (answer.more === true) {
    answer = await later.list({ signal, limit: 120, since: answer.cursor })
    for (const { id } of answer.agents) ids.add(id)
  }
  expect(ids.size).toBe(300)
  expect(Math.max(...place.ranges)).toBeLessThanOrEqual(100)
})

test('a chain that was reorganised is listed anew', async () => {
  const chain: Chain = { files: many(40) }
  await using place = await rpc(chain)
  await using started = await startPlugin(plugin, { directory, settings: place.settings, network: place.network })
  const first = await started.list({ signal, limit: 100 })
  const later = await started.list({ signal, limit: 100, since: first.cursor })
  expect([later.anew, later.agents.length]).toEqual([undefined, 12])
  chain.fork = 'other'
  chain.files.splice(20)
  chain.files.push(...many(40).slice(20, 39))
  const anew = await started.list({ signal, limit: 100, since: first.cursor })
  expect([anew.anew, anew.agents.length]).toEqual([true, 39])
  expect([later.notes, anew.notes?.map(({ code }) => code)]).toEqual([undefined, ['PROTOCOLS_CHAIN_REORGANISED']])
})

test('an identity that was burned is gone', async () => {
  const chain: Chain = { files: many(3), burned: [] }
  await using place = await rpc(chain)
  await using started = await startPlugin(plugin, { directory, settings: place.settings, network: place.network })
  const first = await started.list({ signal, limit: 100 })
  expect([first.agents.length, first.gone]).toEqual([3, undefined])
  chain.burned?.push(1)
  const later = await started.list({ signal, limit: 100, since: first.cursor })
  expect(later).toMatchObject({ failures: [], gone: [`eip155:31337:${identity}:1`] })
})

test('a question that is asked beside a first list reads no file again', async () => {
  await using place = await rpc({ files: many(20) })
  await using started = await startPlugin(plugin, { directory, settings: place.settings, network: place.network })
  const [listed, found] = await Promise.all([
    started.list({ signal, limit: 500 }),
    started.find('Who knows the tides?', { signal, limit: 500 }),
  ])
  expect([listed.agents.length, found.agents.length, place.read.length]).toEqual([20, 20, 20])
  expect((await started.find('tides', { signal, limit: 5 })).agents).toHaveLength(5)
})

test('a file that can not be read costs only itself, and a cursor of somebody else begins anew', async () => {
  const odd = [
    '',
    'data:text/html,x',
    'ipfs://bafy',
    'data:application/json,{',
    `data:application/json,{"name":"${'x'.repeat(300_000)}"}`,
  ]
  await using place = await rpc({ files: [...odd, file('good', 5)] })
  await using started = await startPlugin(plugin, { directory, settings: place.settings, network: place.network })
  const { agents, failures } = await started.list({ signal, limit: 10, since: '{"a":1}' })
  expect(agents.map(({ name }) => name)).toEqual(['good'])
  expect(failures.map(({ code }) => code)).toEqual(odd.map(() => 'PROTOCOLS_UNREADABLE'))
})

test.each([
  'ftp://x/',
  'https://rpc.example/#identity=7',
  'https://rpc.example/#key=0x1',
  'https://u:p@rpc.example/',
  'rpc',
])('%s is no address of a registry', (text) => {
  expect(registryAddress(text)).toBeUndefined()
})
