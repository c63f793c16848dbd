import { type FoundDocument, plainText } from '@datacortex/plugin'
import { z } from 'zod'
import type { Matching } from './match-words.ts'

const number = z.number().nullish().catch(undefined)
const line = z.string().transform(plainText).pipe(z.string().min(1))

export type Pool = z.infer<typeof Pool>

export const Pool = z.object({
  pool: z.string().regex(/^[\w-]{1,200}$/),
  project: line,
  symbol: line,
  chain: line,
  tvlUsd: number,
  apy: number,
  apyBase: number,
  apyReward: number,
})

/** All pools; each is checked for itself. */
export const PoolList = z.object({ data: z.array(z.unknown()) })

export const ofPools: Matching<Pool> = {
  textsOf: ({ project, symbol, chain }) => [
    [project, 1],
    [symbol, 1],
    [chain, 0.6],
  ],
  size: ({ tvlUsd }) => tvlUsd ?? 0,
  documentOf: foundPool,
}

function foundPool(pool: Pool, score: number): FoundDocument {
  return {
    id: `defillama:pool:${pool.pool}`,
    title: `${pool.project} ${pool.symbol} on ${pool.chain}`,
    url: `https://defillama.com/yields/pool/${pool.pool}`,
    score,
    data: [
      {
        project: pool.project,
        symbol: pool.symbol,
        chain: pool.chain,
        tvl_usd: pool.tvlUsd ?? null,
        apy_percent: pool.apy ?? null,
        apy_base_percent: pool.apyBase ?? null,
        apy_reward_percent: pool.apyReward ?? null,
      },
    ],
  }
}
