/** Answers as the two hosts give them. */
export function answerAsLlama(request: Request): Response {
  return request.url === 'https://yields.llama.fi/pools'
    ? Response.json({ status: 'success', data: pools })
    : Response.json(protocols)
}

/** Three protocols; the last has hardly anything. */
export const protocols: readonly unknown[] = [
  {
    id: '1',
    name: 'Tides Lend',
    slug: 'tides-lend',
    symbol: 'TIDE',
    category: 'Lending',
    description: 'Lends by the\ntide.',
    chains: ['Ethereum', 'Base'],
    tvl: 1_500_000.5,
    change_1d: -1.25,
    change_7d: 3,
    mcap: null,
    url: 'https://tides.example',
  },
  { id: '2', name: 'Tides Swap', slug: 'tides-swap', symbol: '-', category: 'Dexs', chains: ['Base'], tvl: 9_000_000 },
  { id: '3', name: 'Ebb', slug: 'ebb', tvl: null, change_1d: 'n/a' },
]

const pools: readonly unknown[] = [
  {
    pool: 'p-1',
    project: 'tides-lend',
    symbol: 'USDC',
    chain: 'Base',
    tvlUsd: 100,
    apy: 4.5,
    apyBase: 4,
    apyReward: 0.5,
  },
  { pool: 'p-2', project: 'other', symbol: 'WETH', chain: 'Base', tvlUsd: 900, apy: 2, apyBase: null },
]
