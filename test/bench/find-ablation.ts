import { fileURLToPath } from 'node:url'
import { type Bench, type Benchmark, type Report, dataAbsent } from './measure/benchmark.ts'
import { runProgram } from './measure/run-process.ts'

/** What each rule of the ranking gives on each set: the figures with all of them, and what changes without each. */
export const findAblation: Benchmark = {
  name: 'find-ablation',
  async run(bench: Bench) {
    if (bench.dataFolder === undefined) return dataAbsent
    bench.tell('asking all sets once for each rule: some minutes')
    // From the source, where the rules can be switched off.
    const child = fileURLToPath(new URL('programs/find-ablation-child.ts', import.meta.url))
    const { stdout } = await runProgram(['--conditions=@datacortex/source', child], { probed: false })
    return reportOf(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Switched),
    )
  },
}

type Switched = { readonly off: string | null; readonly figures: Readonly<Record<string, number>> }

function reportOf([all, ...others]: readonly Switched[]): Report {
  const sets = Object.keys(all?.figures ?? {})
  const shown = (set: string, value: number): string => {
    const change = value - (all?.figures[set] ?? 0)
    return Math.abs(change) < 0.0005 ? '·' : `${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(3)}`
  }
  return {
    tables: [
      {
        title: 'Right first with all rules, and what changes without each of them',
        columns: ['', ...sets],
        rows: [
          ['with all', ...sets.map((set) => (all?.figures[set] ?? 0).toFixed(3))],
          ...others.map(({ off, figures }) => [`without: ${off}`, ...sets.map((set) => shown(set, figures[set] ?? 0))]),
        ],
      },
    ],
    checks: [],
    notes: [
      'One request is 0.018 of voltagent, 0.024 of wshobson, 0.029 of datacore, 0.036 of LiveMCP, 0.0025 of CLINC150.',
    ],
  }
}
