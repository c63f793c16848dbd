import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { agentCard, createSigningKey, exportCards, publishedJson, publishedPaths } from '@datacortex/export'
import { ownPaths, spacePaths } from '@datacortex/platform'
import type { Bench, Benchmark } from './measure/benchmark.ts'
import { median } from './measure/distribution.ts'
import { syntheticRegistry } from './data/synthetic-agents.ts'

const count = 10_000
const rounds = 3
const url = 'https://agents.example.org/'

/** What writing the cards of many agents costs beside writing the same bytes with nothing around it. */
export const exportCardsSpeed: Benchmark = {
  name: 'export-cards',
  async run(bench) {
    const registry = syntheticRegistry(count)
    const cards = [...registry.agents.values()].map((agent) => ({
      path: publishedPaths(agent.id).card,
      card: agentCard(agent, { url }).card,
    }))
    const key = join(await bench.makeFolder(), 'cards.jwk')
    await createSigningKey(key)
    const run = async (out: string, options: { readonly sign?: readonly string[] } = {}): Promise<void> => {
      await exportCards(ownPaths(spacePaths(out)), { url, out, catalogue: { registry }, ...options })
    }
    const kept = await bench.makeFolder()
    await run(kept)
    const seconds = await timedInTurn(bench, {
      bare: async (out) => await bareWrite(out, cards),
      exported: async (out) => await run(out),
      unchanged: async () => await run(kept),
      signed: async (out) => await run(out, { sign: [key] }),
    })
    const row = (title: string, name: keyof typeof seconds): readonly string[] => [
      title,
      median(seconds[name]).toFixed(2),
      (median(seconds[name]) / median(seconds.bare)).toFixed(2),
    ]
    return {
      tables: [
        {
          title: `${count.toLocaleString('en')} cards, seconds`,
          columns: ['what', 'p50', 'to bare'],
          rows: [
            row('JSON.stringify and writeFile one after the other', 'bare'),
            row('exportCards into an empty folder', 'exported'),
            row('exportCards again, nothing changed', 'unchanged'),
            row('exportCards with signatures, empty folder', 'signed'),
          ],
        },
      ],
      checks: [
        {
          what: `${count.toLocaleString('en')} cards exported, with writing`,
          value: median(seconds.exported),
          target: { atMost: 3 },
          unit: 's',
        },
      ],
      notes: ['exportCards checks each card as a strict reader would and writes each file as a whole.'],
    }
  },
}

type Card = { readonly path: string; readonly card: unknown }

async function bareWrite(out: string, cards: readonly Card[]): Promise<void> {
  for (const { path, card } of cards) {
    const file = join(out, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, publishedJson(card))
  }
}

/**
 * Seconds of each subject, in turn, each in a folder of its own. Nothing is removed before the end: ext4 passes over
 * inodes that were freed within the last minutes, one by one, which makes the next round several times slower.
 */
async function timedInTurn<Name extends string>(
  bench: Bench,
  subjects: Readonly<Record<Name, (out: string) => Promise<void>>>,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const names = Object.keys(subjects) as Name[]
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of names) {
      bench.tell(`${count.toLocaleString('en')} cards, ${name}, round ${round} of ${rounds}`)
      const out = await bench.makeFolder()
      const startedAt = performance.now()
      await subjects[name](out)
      times[name].push((performance.now() - startedAt) / 1000)
    }
  }
  return times
}
