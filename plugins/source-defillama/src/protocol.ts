import { type FoundDocument, plainText } from '@datacortex/plugin'
import { z } from 'zod'
import type { Matching } from './match-words.ts'

const number = z.number().nullish().catch(undefined)
const text = z.string().nullish().catch(undefined)

export type Protocol = z.infer<typeof Protocol>

export const Protocol = z.object({
  name: z.string().transform(plainText).pipe(z.string().min(1)),
  /** The name in addresses; others may have the same name. */
  slug: z.string().regex(/^[\w.!()~-]{1,200}$/),
  symbol: text,
  category: text,
  description: text,
  chains: z.array(z.string()).nullish().catch(undefined),
  tvl: number,
  change_1d: number,
  change_7d: number,
  mcap: number,
})

export const ofProtocols: Matching<Protocol> = {
  textsOf: ({ name, slug, symbol, category, chains }) => [
    [name, 1],
    [slug, 1],
    [symbol, 1],
    [category, 0.8],
    [(chains ?? []).join(' '), 0.6],
  ],
  size: ({ tvl }) => tvl ?? 0,
  documentOf: foundProtocol,
}

function foundProtocol(protocol: Protocol, score: number): FoundDocument {
  const { name, slug, category, chains } = protocol
  return {
    id: `defillama:${slug}`,
    title: plainText(category ?? '') === '' ? name : `${name} (${plainText(category ?? '')})`,
    url: `https://defillama.com/protocol/${slug}`,
    snippet: plainText(protocol.description ?? '') || undefined,
    score,
    data: [
      {
        protocol: name,
        category: category ?? null,
        chains: (chains ?? []).slice(0, 10).join(', '),
        tvl_usd: protocol.tvl ?? null,
        tvl_change_1d_percent: protocol.change_1d ?? null,
        tvl_change_7d_percent: protocol.change_7d ?? null,
        market_cap_usd: protocol.mcap ?? null,
      },
    ],
  }
}
