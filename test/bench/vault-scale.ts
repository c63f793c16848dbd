import { fileURLToPath } from 'node:url'
import type { Benchmark, Report } from './measure/benchmark.ts'
import { runProgram } from './measure/run-process.ts'
import type { VaultFigures } from './programs/vault-child.ts'

/** A vault of 8,000 made-up notes in a process of its own: indexing, a change, search, and a rename with 500 backlinks. */
export const vaultScale: Benchmark = {
  name: 'vault-scale',
  async run(bench): Promise<Report> {
    bench.tell('a vault of 8,000 made-up notes')
    const program = fileURLToPath(new URL('programs/vault-child.ts', import.meta.url))
    // As `datacortex index` begins; see bin/datacortex.js.
    const args = ['--max-semi-space-size=2', program, await bench.makeFolder(), '8000']
    const { stdout, probe } = await runProgram(args, { probed: true, env: { MALLOC_ARENA_MAX: '2' } })
    const found = JSON.parse(stdout) as VaultFigures
    const memory = probe?.peakRssMb ?? Number.NaN
    const rows = [
      ['notes', String(found.notes)],
      ['found by words after, s', (found.firstWords / 1000).toFixed(1)],
      ['complete without the time of a model, s', (found.whole / 1000).toFixed(1)],
      ['a change of one note in the index, ms', found.change.toFixed(0)],
      ['search beyond embedding, p50 / p95, ms', `${found.searchP50.toFixed(1)} / ${found.searchP95.toFixed(1)}`],
      ['a note with 500 backlinks renamed, ms', found.rename.toFixed(0)],
      ['and taken back, ms', found.undo.toFixed(0)],
      ['peak memory of the first index without a model, MB', found.indexMb.toFixed(0)],
      ['and with changes, searches and the rename in the same process, MB', memory.toFixed(0)],
    ]
    return {
      tables: [{ title: 'A vault of 8,000 made-up notes', columns: ['', 'figure'], rows }],
      checks: [
        { what: 'first words', value: found.firstWords / 1000, target: { atMost: 10 }, unit: ' s' },
        { what: 'a change of one note', value: found.change, target: { atMost: 300 }, unit: ' ms' },
        { what: 'search p95', value: found.searchP95, target: { atMost: 20 }, unit: ' ms' },
        { what: 'peak memory of the first index', value: found.indexMb, target: { atMost: 500 }, unit: ' MB' },
        { what: 'renaming with 500 backlinks', value: found.rename / 1000, target: { atMost: 2 }, unit: ' s' },
        {
          what: 'undone byte for byte',
          value: Number(found.isSame && found.rewritten === 500),
          target: { atLeast: 1 },
        },
      ],
    }
  },
}
