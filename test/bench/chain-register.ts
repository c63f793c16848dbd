import { writeFile } from 'node:fs/promises'
import { type LocalChain, registerAgents, startLocalChain } from '@datacortex/export'
import { type SpacePaths, createSpace, ownPaths } from '@datacortex/platform'
import type { Hex } from 'viem'
import { createPublicClient, createTestClient, createWalletClient, defineChain, http, parseAbi, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Bench, Benchmark } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'

const agents = 100
const url = 'https://agents.example.org/'
const ids: readonly string[] = Array.from({ length: agents }, (_, index) => `agent-${index}`)

/** Registering agents on a local chain, journaled and read back, beside the same transactions sent by hand. */
export const chainRegister: Benchmark = {
  name: 'chain-register',
  async run(bench) {
    await using chain = await startLocalChain()
    bench.tell(`registering ${agents} agents in turn`)
    const secondRuns: { readonly ms: number; readonly sent: number }[] = []
    const times = await interleaved(
      {
        bare: async () => await bareLoop(chain, await newAccount(chain)),
        ours: async () => {
          const key = await newAccount(chain)
          const paths = await spaceOfAgents(bench)
          await register(paths, { chain, key })
          return { key, paths }
        },
      },
      { rounds: 5, warmUp: 1 },
    )
    bench.tell('registering them a second time')
    for (let round = 0; round < 5; round += 1) {
      const key = await newAccount(chain)
      const paths = await spaceOfAgents(bench)
      await register(paths, { chain, key })
      const before = await sentBy(chain, key)
      const startedAt = performance.now()
      await register(paths, { chain, key })
      secondRuns.push({ ms: performance.now() - startedAt, sent: (await sentBy(chain, key)) - before })
    }
    const row = (title: string, ms: readonly number[]): readonly string[] => [
      title,
      (median(ms) / 1000).toFixed(2),
      (quantile(ms, 0.95) / 1000).toFixed(2),
      (median(ms) / median(times.bare)).toFixed(2),
    ]
    return {
      tables: [
        {
          title: `registering ${agents} agents, seconds`,
          columns: ['how', 'p50', 'p95', 'p50 to bare'],
          rows: [
            row('bare viem loop, receipts one by one', times.bare),
            row('`registerAgents`, journaled and read back', times.ours),
            row(
              'the same a second time',
              secondRuns.map(({ ms }) => ms),
            ),
          ],
        },
      ],
      checks: [
        {
          what: `${agents} agents registered against a bare loop, p50`,
          value: median(times.ours) / median(times.bare),
          target: { atMost: 1.15 },
          unit: '×',
        },
        {
          what: 'transactions of the second run',
          value: Math.max(...secondRuns.map(({ sent }) => sent)),
          target: { atMost: 0 },
        },
      ],
    }
  },
}

async function spaceOfAgents(bench: Bench): Promise<SpacePaths> {
  const paths = ownPaths((await createSpace(await bench.makeFolder())).paths)
  const entries = ids.map(
    (id) => `  ${id}:
    name: Agent ${id}
    description: Writes short and plain texts for people who have little time, named ${id}.
    version: 1.0.0
    skills: [{id: write, name: Writing, description: Writes texts, tags: [text]}]
`,
  )
  await writeFile(paths.agentsFile, `version: 1.0.0\nagents:\n${entries.join('')}`)
  return paths
}

async function register(
  paths: SpacePaths,
  { chain, key }: { readonly chain: LocalChain; readonly key: Hex },
): Promise<void> {
  process.env['DATACORTEX_PRIVATE_KEY'] = key
  const { resume } = await registerAgents(paths, { ids, url, rpc: chain.rpc, allowEnvKey: true, confirm: true })
  if (resume.length > 0) throw new Error(`${resume.length} agents were not registered`)
}

/** What anybody would write first: each transaction by itself, with all that viem looks up for it. */
async function bareLoop({ rpc, identity, chain_id: id }: LocalChain, key: Hex): Promise<void> {
  const account = privateKeyToAccount(key)
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = defineChain({ id, name: 'local', nativeCurrency, rpcUrls: { default: { http: [rpc] } } })
  const wallet = createWalletClient({ account, chain, transport: http(rpc) })
  const client = createPublicClient({ chain, transport: http(rpc), pollingInterval: 20 })
  const abi = parseAbi(['function register(string agentURI) returns (uint256)'])
  for (const one of ids) {
    const args = [`${url}agents/${one}/agent-registration.json`] as const
    const hash = await wallet.writeContract({ address: identity, abi, functionName: 'register', args })
    const { status } = await client.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error(`${one} was not registered`)
  }
}

async function newAccount({ rpc }: LocalChain): Promise<Hex> {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await createTestClient({ mode: 'anvil', transport: http(rpc) }).setBalance({ address, value: parseEther('100') })
  return key
}

async function sentBy({ rpc }: LocalChain, key: Hex): Promise<number> {
  const { address } = privateKeyToAccount(key)
  return await createPublicClient({ transport: http(rpc) }).getTransactionCount({ address })
}
