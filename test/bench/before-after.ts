import { existsSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Bench, type Benchmark, type Check, type Report, type Table, dataAbsent } from './measure/benchmark.ts'
import { labelledQueries } from './data/labelled-queries.ts'
import { median } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'
import { runProgram } from './measure/run-process.ts'

const here = fileURLToPath(new URL('../../', import.meta.url))
const rounds = 11
const agent = 'api-designer'

/**
 * Whole commands of another checkout, which is built, beside those of this one: `DATACORTEX_BEFORE=DIR pnpm bench
 * before-after`. Each has a space of its own with the same agents and notes, made by itself.
 */
export const beforeAfter: Benchmark = {
  name: 'before-after',
  async run(bench) {
    const { dataFolder } = bench
    const before = process.env['DATACORTEX_BEFORE']
    if (before === undefined) return { skipped: 'set DATACORTEX_BEFORE to another checkout, which is built' }
    if (dataFolder === undefined) return dataAbsent
    const unbuilt = [before, here].find((folder) => !existsSync(join(folder, 'apps/cli/bundle/main.js')))
    if (unbuilt !== undefined) return { skipped: `${unbuilt} is not built; run pnpm build there` }
    return await measure({ ...bench, dataFolder }, resolve(before))
  },
}

async function measure(bench: Bench & { readonly dataFolder: string }, before: string): Promise<Report> {
  const sides = { before: await furnished(bench, before), after: await furnished(bench, here) }
  const rows: { readonly name: string; readonly times: Readonly<Record<keyof typeof sides, readonly number[]>> }[] = []
  for (const [name, args] of Object.entries(commands)) {
    bench.tell(name)
    const subjects = {
      before: async () => await sides.before(args),
      after: async () => await sides.after(args),
    }
    rows.push({ name, times: await interleaved(subjects, { rounds, warmUp: 1 }) })
  }
  const ratio = ({ times }: (typeof rows)[number]): number => median(times.after) / median(times.before)
  const table: Table = {
    title: `Commands before and after, ${rounds} processes each, milliseconds (p50)`,
    columns: ['', 'before', 'after', 'after to before'],
    rows: rows.map((row) => [
      row.name,
      median(row.times.before).toFixed(0),
      median(row.times.after).toFixed(0),
      ratio(row).toFixed(2),
    ]),
  }
  // A tenth is what two runs of the same program differ by on a busy machine.
  const checks = rows.map((row): Check => ({
    what: `${row.name}, after to before`,
    value: ratio(row),
    target: { atMost: 1.1 },
    unit: '×',
  }))
  return { tables: [table], checks }
}

/** Arguments; `QUERIES` is a file with 200 questions. */
const commands: Readonly<Record<string, readonly string[]>> = {
  'agent list': ['agent', 'list', '--json'],
  'agent show': ['agent', 'show', agent, '--json'],
  'agent find': ['agent', 'find', 'my pod keeps crash looping after the rollout', '--json'],
  'agent find, 200 queries': ['agent', 'find', '--queries', 'QUERIES', '--json'],
  route: ['route', 'my pod keeps crash looping after the rollout', '--json'],
  'agent context': ['agent', 'context', agent, 'Design an API for orders', '--json'],
  search: ['search', 'how are notes linked', '--json'],
  'search, 200 queries': ['search', '--queries', 'QUERIES', '--json'],
  'note recent': ['note', 'recent', '--json'],
  'log list': ['log', 'list', '--json'],
  doctor: ['doctor', '--json'],
}

type Ask = (args: readonly string[]) => Promise<unknown>

async function furnished(bench: Bench & { readonly dataFolder: string }, checkout: string): Promise<Ask> {
  const { dataFolder } = bench
  const root = await bench.makeFolder()
  const file = join(root, 'queries.txt')
  const queries = (await labelledQueries(dataFolder, 'voltagent')).map(({ query }) => query)
  const many = Array.from({ length: 200 }, (_, index) => `${queries[index % queries.length] ?? ''} ${index}`)
  await writeFile(file, many.join('\n'))
  const program = join(checkout, 'apps/cli/bin/datacortex.js')
  const ask: Ask = async (args) =>
    await runProgram([program, ...args.map((one) => (one === 'QUERIES' ? file : one)), '--root', root], {
      probed: false,
    })
  bench.tell(`furnishing a space of ${checkout}`)
  await runProgram([program, 'init', root], { probed: false })
  await cp(join(dataFolder, 'bench', 'vault-dendron', 'notes'), join(root, 'notes'), { recursive: true })
  await ask(['agent', 'import', join(dataFolder, 'agents', 'voltagent')])
  await ask(['index'])
  return ask
}
