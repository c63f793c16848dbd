import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { repairModel, verifyModel } from '@datacortex/embeddings'
import { userPaths } from '@datacortex/platform'
import { type Benchmark, type Check, type Table, dataAbsent } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'
import { type Program, runProgram } from './measure/run-process.ts'

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const datacortex = fileOf('../../apps/cli/bin/datacortex.js')
const query = 'my pod keeps crash looping after the rollout'

/** `datacortex` as a process, beside the least that Node needs for the same. */
export const findCold: Benchmark = {
  name: 'find-cold',
  async run(bench) {
    if (bench.dataFolder === undefined) return dataAbsent
    if (!existsSync(fileOf('../../apps/cli/dist/main.js'))) return { skipped: 'apps/cli is not built; run pnpm build' }
    const { paths } = await bench.space('voltagent')
    const exact = { cacheDir: userPaths().cache, model: { dtype: 'fp32' } } as const
    await repairModel(exact)
    const { folder } = await verifyModel(exact)
    const find: Program = [datacortex, 'agent', 'find', query, '--root', paths.root]
    const bare: Program = [fileOf('baselines/bare-embed.mjs'), folder, query]
    // The first run brings the index in step with the program's own modules.
    await runProgram(find, { probed: false })
    bench.tell('starting processes')
    const cold = await processTimes({ bare, find }, 15)
    const help = await processTimes({ bare: ['-e', '0'], help: [datacortex, '--help'] }, 25)
    const found = (await runProgram(find, { probed: true })).probe
    const embedded = (await runProgram(bare, { probed: true })).probe
    const helped = (await runProgram([datacortex, '--help'], { probed: true })).probe
    if (found === undefined || embedded === undefined || helped === undefined) throw new Error('A probe is missing.')
    const heavy = (files: readonly string[]): number =>
      files.filter((file) => /lancedb|onnxruntime|transformers|apache-arrow/.test(file)).length
    const table: Table = {
      title: 'Processes from start to end, milliseconds',
      columns: ['', 'p50', 'least', 'most', 'p50 to the line above', 'peak memory in MB'],
      rows: [
        row('bare script: the library loads fp32 and embeds one query', cold.bare, { peakRssMb: embedded.peakRssMb }),
        row('datacortex agent find', cold.find, { to: cold.bare, peakRssMb: found.peakRssMb }),
        row('node -e 0', help.bare, {}),
        row('datacortex --help', help.help, { to: help.bare, peakRssMb: helped.peakRssMb }),
      ],
    }
    const checks: readonly Check[] = [
      ratioCheck('cold agent find to the bare script', cold.find, { to: cold.bare, atMost: 0.85 }),
      ratioCheck('--help to node -e 0', help.help, { to: help.bare, atMost: 3 }),
      { what: 'memory of agent find', value: found.peakRssMb, target: { atMost: 450 }, unit: ' MB' },
      {
        what: 'files of model and database that agent find loads',
        value: heavy(found.loadedFiles),
        target: { atLeast: 1 },
      },
      {
        what: 'files of model and database that --help loads',
        value: heavy(helped.loadedFiles),
        target: { atMost: 0 },
      },
    ]
    return { tables: [table], checks }
  },
}

async function processTimes<Name extends string>(
  programs: Readonly<Record<Name, Program>>,
  rounds: number,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const subjects = Object.fromEntries(
    Object.entries<Program>(programs).map(([name, program]) => [
      name,
      async () => await runProgram(program, { probed: false }),
    ]),
  ) as Record<Name, () => Promise<unknown>>
  return await interleaved(subjects, { rounds, warmUp: 2 })
}

function row(
  name: string,
  times: readonly number[],
  { to, peakRssMb }: { readonly to?: readonly number[] | undefined; readonly peakRssMb?: number | undefined },
): readonly string[] {
  return [
    name,
    median(times).toFixed(0),
    quantile(times, 0).toFixed(0),
    quantile(times, 1).toFixed(0),
    to === undefined ? '' : (median(times) / median(to)).toFixed(2),
    peakRssMb?.toFixed(0) ?? '',
  ]
}

function ratioCheck(
  what: string,
  times: readonly number[],
  { to, atMost }: { readonly to: readonly number[]; readonly atMost: number },
): Check {
  return { what, value: median(times) / median(to), target: { atMost }, unit: '×' }
}
