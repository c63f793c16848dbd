import { type Benchmark, dataAbsent } from './measure/benchmark.ts'
import { corpora, importAndIndex } from './data/corpus-space.ts'

/** How much of an import is anything but the model's work, and what a second import costs. */
export const importSpeed: Benchmark = {
  name: 'import-speed',
  async run(bench) {
    if (bench.dataFolder === undefined) return dataAbsent
    const { paths, source, times: first } = await bench.space('voltagent')
    const options = { source, format: corpora.voltagent, embedder: bench.embedder }
    const total = (times: typeof first): number => times.importMs + times.indexMs
    const again = []
    for (let round = 0; round < 5; round += 1) again.push(await importAndIndex(paths, options))
    const second = again.sort((a, b) => total(a) - total(b))[2] ?? first
    const agents = first.report.imported.length
    const row = (name: string, times: typeof first): readonly string[] => [
      name,
      `${times.embeddedTexts}`,
      `${Math.round(times.embedMs)}`,
      `${Math.round(times.importMs)}`,
      `${Math.round(times.indexMs - times.embedMs)}`,
      `${Math.round(total(times))}`,
      `${((100 * times.embedMs) / total(times)).toFixed(1)} %`,
    ]
    return {
      tables: [
        {
          title: `Import of ${agents} agents, milliseconds`,
          columns: [
            '',
            'texts embedded',
            'embedding',
            'reading and writing',
            'indexing',
            'total',
            'share of embedding',
          ],
          rows: [row('first import', first), row('again, nothing changed (median of 5)', second)],
        },
      ],
      checks: [
        { what: 'second import, nothing changed', value: total(second), target: { atMost: 1000 }, unit: ' ms' },
        {
          what: 'texts embedded by it',
          value: Math.max(...again.map((times) => times.embeddedTexts)),
          target: { atMost: 0 },
        },
      ],
    }
  },
}
