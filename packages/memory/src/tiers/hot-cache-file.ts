import { join } from 'node:path'
import { type SpacePaths, parseJson, readTextFile, writeFileAtomically } from '@datacortex/platform'
import { attempt, ifCoded } from '@datacortex/errors'
import { z } from 'zod'
import type { SearchHit } from '../search/search-port.ts'

export type HotQuery = {
  readonly key: string
  readonly heat: Heat
  readonly limit: number
  readonly hits: readonly SearchHit[]
  /** Of the index when it answered. */
  readonly indexVersion: string
  /** Of the notes in the hits then: path to version. */
  readonly notes: Readonly<Record<string, string>>
}

export type HotContent = { readonly queries: readonly HotQuery[] }

const heat = z.object({ points: z.number().nonnegative(), at: z.number() })
const hit: z.ZodType<SearchHit> = z.object({
  id: z.string(),
  path: z.string().optional(),
  title: z.string(),
  type: z.string(),
  score: z.number(),
  hop: z.number(),
  via: z.array(z.string()).readonly().optional(),
  earlier: z.literal(true).optional(),
  state: z.enum(['changed', 'missing']).optional(),
  snippet: z.string(),
  origin: z.string(),
  space: z.string().optional(),
  tags: z.array(z.string()).readonly().optional(),
  date: z.string().optional(),
  start: z.number().optional(),
  end: z.number().optional(),
})
const Content: z.ZodType<HotContent> = z.object({
  queries: z.array(
    z.object({
      key: z.string(),
      heat,
      limit: z.number(),
      hits: z.array(hit).readonly(),
      indexVersion: z.string(),
      notes: z.record(z.string(), z.string()),
    }),
  ),
})

const mostBytes = 8_000_000

/** Reads what earlier processes kept. A missing or damaged file is an empty one: it is a cache. */
export async function readHotContent(paths: SpacePaths): Promise<HotContent> {
  const file = await readTextFile(hotFile(paths), { maxBytes: mostBytes })
  if (!file.ok) return { queries: [] }
  return attempt(
    () => parseJson(file.text, Content, { origin: hotFile(paths) }),
    ifCoded({ queries: [] }, 'PLATFORM_JSON_INVALID'),
  )
}

/** Keeps the content for later processes; of two that write at once one wins, both would be right. */
export async function writeHotContent(paths: SpacePaths, content: HotContent): Promise<void> {
  await writeFileAtomically(hotFile(paths), `${JSON.stringify(content)}\n`, { isRebuildable: true })
}

function hotFile(paths: SpacePaths): string {
  // Not in the folder of the index, whose time tells whether the index changed.
  return join(paths.cacheDirectory, 'hot-results.json')
}

/** How much something was used lately: one point a use, halved with each half-life. */
type Heat = {
  readonly points: number
  /** When it had that many points, milliseconds since 1970. */
  readonly at: number
}

/** One day: yesterday's use counts half as much as today's. */
export const heatHalfLifeMs = 86_400_000

/** Heat at a time, frequency and recency in one number (LRFU, Lee et al. 2001); a clock set back counts as no time. */
export function heatAt({ points, at }: Heat, now: number): number {
  return points * 2 ** (-Math.max(0, now - at) / heatHalfLifeMs)
}

/** Heat after one more use. `heat`: as stored; absent for the first use. `now`: milliseconds since 1970. */
export function heated(heat: Heat | undefined, now: number): Heat {
  return { points: (heat === undefined ? 0 : heatAt(heat, now)) + 1, at: now }
}
