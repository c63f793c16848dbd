import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CodedError } from '@datacortex/errors'
import { createSpace, ownPaths } from '@datacortex/platform'
import { definitionTags } from '@datacortex/protocols'
import { type Space, openSpace } from '@datacortex/space'
import { startRelay } from '@datacortex/testkit'
import { finalizeEvent } from 'nostr-tools/pure'
import { z } from 'zod'
import type { Bench, Benchmark, Report } from './measure/benchmark.ts'
import { jsonLines } from './data/json-lines.ts'

const Definition = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  use_criteria: z.string(),
  hashtags: z.array(z.string()),
})
const Request = z.object({ request: z.string(), wanted: z.string(), kind: z.enum(['shared words', 'other words']) })

/** 60 labelled requests for 30 definitions on a relay: by the rule of TENEX, and by our two rankings. */
export const directoryQuality: Benchmark = { name: 'directory-quality', run: measured }

const folder = fileURLToPath(new URL('data/directory', import.meta.url))

async function measured(bench: Bench): Promise<Report> {
  const definitions = (await jsonLines(join(folder, 'definitions.jsonl'))).map((value) => Definition.parse(value))
  const requests = (await jsonLines(join(folder, 'requests.jsonl'))).map((value) => Request.parse(value))
  await using relay = await startRelay()
  for (const [index, definition] of definitions.entries()) relay.plant(eventOf(definition, index))
  const root = await bench.makeFolder()
  const paths = ownPaths((await createSpace(root)).paths)
  const relays = [relay.url]
  await writeFile(
    paths.settingsFile,
    JSON.stringify({ nostr: { relays }, plugins: { 'directory-nostr': { relays } }, find: { min_score: 0 } }),
  )
  const shared = { ...bench.embedder, [Symbol.asyncDispose]: async () => await Promise.resolve() }
  await using space = await openSpace(root, {
    isTrusted: true,
    openModel: async () => await Promise.resolve(shared),
    bundledDirectory: fileURLToPath(new URL('../../plugins', import.meta.url)),
  })
  await space.directories.refresh({})
  const rankings = rankingsOf(space)
  const right = new Map<string, { readonly kind: string; readonly isFirst: boolean }[]>()
  for (const [index, { request, wanted, kind }] of requests.entries()) {
    bench.tell(`request ${index + 1} of ${requests.length}`)
    const name = definitions.find(({ id }) => id === wanted)?.name
    for (const [ranking, first] of Object.entries(rankings)) {
      const found = right.get(ranking) ?? []
      found.push({ kind, isFirst: (await first(request)) === name })
      right.set(ranking, found)
    }
  }
  const accuracy = (ranking: string, kind?: string): number => {
    const all = (right.get(ranking) ?? []).filter((one) => kind === undefined || one.kind === kind)
    return all.filter(({ isFirst }) => isFirst).length / all.length
  }
  return {
    tables: [
      {
        title: `accuracy@1 of ${requests.length} requests for ${definitions.length} definitions`,
        columns: ['', 'all', 'shared words', 'other words'],
        rows: Object.keys(rankings).map((ranking) => [
          ranking,
          accuracy(ranking).toFixed(3),
          accuracy(ranking, 'shared words').toFixed(3),
          accuracy(ranking, 'other words').toFixed(3),
        ]),
      },
    ],
    checks: [
      {
        what: 'accuracy@1 of ours beyond the rule of TENEX',
        value: accuracy('`agent find --directory nostr`') - accuracy('`find_agent`, rule of TENEX'),
        target: { above: 0 },
      },
    ],
  }
}

/** Whom each ranking puts first. */
function rankingsOf(space: Space): Readonly<Record<string, (request: string) => Promise<string | undefined>>> {
  const byScoring = (scoring: 'tenex' | 'meaning') => async (request: string) => {
    try {
      const { results } = await space.nostr.find({ keywords: request, scoring })
      return results[0]?.name
    } catch (error) {
      if (CodedError.is(error, 'NOSTR_NOTHING_FOUND')) return undefined
      throw error
    }
  }
  return {
    '`find_agent`, rule of TENEX': byScoring('tenex'),
    '`find_agent`, by meaning': byScoring('meaning'),
    '`agent find --directory nostr`': async (request) => {
      const { results } = await space.find({ task: request, directories: ['nostr'], top: 20 })
      return results.find(({ id }) => id.startsWith('naddr1'))?.name
    },
  }
}

function eventOf(definition: z.infer<typeof Definition>, index: number) {
  const { id, name, description, use_criteria: useCriteria, hashtags } = definition
  const rest = { role: '', instructions: '', tools: [], files: [], content: '', others: [] }
  const tags = definitionTags({ ...rest, title: name, d: id, version: 1, description, useCriteria, hashtags })
  const key = new Uint8Array(createHash('sha256').update(id).digest())
  return finalizeEvent({ kind: 4199, tags, content: '', created_at: 1_700_000_000 + index }, key)
}
