import { fileURLToPath } from 'node:url'
import { startSource, testManifest, testSourcePlugin } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { answerAsLlama, protocols } from './__fixtures__/llama.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()

testManifest(directory)
testSourcePlugin(plugin, {
  directory,
  server: { ok: answerAsLlama, empty: () => Response.json([]), filters: true },
})

async function idsOf(query: string): Promise<readonly (readonly [string, number | undefined])[]> {
  await using source = await startSource(plugin, { directory, serve: answerAsLlama })
  const answer = await source.search?.(query, { signal, limit: 10 })
  return (answer?.documents ?? []).map(({ id, score }) => [id, score])
}

test('metrics are rows', async () => {
  await using source = await startSource(plugin, { directory, serve: answerAsLlama })
  const answer = await source.search?.('TVL of Tides Lend', { signal, limit: 1 })
  expect(answer?.documents).toEqual([
    {
      id: 'defillama:tides-lend',
      title: 'Tides Lend (Lending)',
      url: 'https://defillama.com/protocol/tides-lend',
      snippet: 'Lends by the tide.',
      score: 1,
      data: [
        {
          protocol: 'Tides Lend',
          category: 'Lending',
          chains: 'Ethereum, Base',
          tvl_usd: 1_500_000.5,
          tvl_change_1d_percent: -1.25,
          tvl_change_7d_percent: 3,
          market_cap_usd: null,
        },
      ],
    },
  ])
  expect(source.requests.map(({ url }) => url)).toEqual(['https://api.llama.fi/protocols'])
})

test.each([
  [
    'tides',
    [
      ['defillama:tides-swap', 1],
      ['defillama:tides-lend', 1],
    ],
  ],
  [
    'lending on Base',
    [
      ['defillama:tides-lend', 0.7],
      ['defillama:tides-swap', 0.3],
    ],
  ],
  [
    'total value locked in DeFi',
    [
      ['defillama:tides-swap', 0.5],
      ['defillama:tides-lend', 0.5],
      ['defillama:ebb', 0.5],
    ],
  ],
  ['dosing protocols for longevity', []],
  ['USDC yields', [['defillama:pool:p-1', 1]]],
  [
    'weth apy on base',
    [
      ['defillama:pool:p-2', 0.8],
      ['defillama:tides-swap', 0.3],
      ['defillama:tides-lend', 0.3],
      ['defillama:pool:p-1', 0.3],
    ],
  ],
])('%j finds', async (query, expected) => {
  expect(await idsOf(query)).toEqual(expected)
})

test('yields are rows, from their own host', async () => {
  await using source = await startSource(plugin, { directory, serve: answerAsLlama })
  const answer = await source.search?.('tides USDC pool', { signal, limit: 1 })
  expect(answer?.documents).toMatchObject([
    {
      title: 'tides-lend USDC on Base',
      url: 'https://defillama.com/yields/pool/p-1',
      data: [{ tvl_usd: 100, apy_percent: 4.5, apy_base_percent: 4, apy_reward_percent: 0.5 }],
    },
  ])
  expect(source.requests.map(({ url }) => url)).toEqual([
    'https://api.llama.fi/protocols',
    'https://yields.llama.fi/pools',
  ])
})

test('a slug that could lead elsewhere costs only its protocol', async () => {
  const odd = [...protocols, { name: 'Tides Odd', slug: '../x?y', tvl: 1 }]
  await using source = await startSource(plugin, { directory, serve: () => Response.json(odd) })
  expect((await source.search?.('tides', { signal, limit: 10 }))?.documents).toHaveLength(2)
  expect(source.logged.join()).toContain('"dropped":1')
})
