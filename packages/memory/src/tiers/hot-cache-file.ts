import { join } from 'node:path'
import { type SpacePaths, parseJson, readTextFile, writeFileAtomically } from '@datacortex/platform'
import { attempt, ifCoded } from '@datacortex/errors'
import { z } from 'zod'
import type { SearchHit } from '../search/search-port.ts'
import type { Heat } from './heat.ts'

/** The results of a query, and by what it can be seen that they still hold. */
export type HotQuery = {
  readonly key: string
  readonly heat: Heat
  /** As many as were asked for. */
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
