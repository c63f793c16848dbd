import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { agentCard, createSigningKey, exportCards, publishedJson, publishedPaths } from '@datacortex/export'
import { spacePaths } from '@datacortex/platform'
import type { Bench, Benchmark } from './benchmark.ts'
import { median } from './distribution.ts'
import { interleaved } from './interleaved.ts'
import { syntheticRegistry } from './synthetic-agents.ts'

const count = 10_000
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
      await exportCards(spacePaths(out), { url, out, catalogue: { registry }, ...options })
    }
    const kept = await bench.makeFolder()
    await run(kept)
    bench.tell(`exporting ${count.toLocaleString('en')} cards in turn`)
    const seconds = await interleaved(
      {
        bare: async () => await bareWrite(bench, cards),
        exported: async () => await run(await bench.makeFolder()),
        unchanged: async () => await run(kept),
        signed: async () => await run(await bench.makeFolder(), { sign: [key] }),
      },
      { rounds: 3, warmUp: 1 },
    )
    const row = (title: string, name: keyof typeof seconds): readonly string[] => [
      title,
      (median(seconds[name]) / 1000).toFixed(2),
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
          value: median(seconds.exported) / 1000,
          target: { atMost: 3 },
          unit: 's',
        },
      ],
      notes: [
        'exportCards checks each card as a strict reader would and writes each file as a whole, synced to the disk.',
      ],
    }
  },
}

type Card = { readonly path: string; readonly card: unknown }

async function bareWrite(bench: Bench, cards: readonly Card[]): Promise<void> {
  const out = await bench.makeFolder()
  for (const { path, card } of cards) {
    const file = join(out, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, publishedJson(card))
  }
}
