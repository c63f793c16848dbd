import { execFile, spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Bench, type Benchmark, type Check, type Report, type Table } from './measure/benchmark.ts'
import { median } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'
import { runProgram } from './measure/run-process.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const query = ['find', 'my pod keeps crash looping', '--root']

/** What an installation costs, beside its two largest parts alone and a bare installation of the checkout. Needs the registry. */
export const install: Benchmark = {
  name: 'install',
  async run(bench) {
    if (spawnSync('npm', ['ping']).status !== 0) return { skipped: 'the npm registry is out of reach' }
    return await measure(bench)
  },
}

async function measure(bench: Bench): Promise<Report> {
  const folder = await bench.makeFolder()
  bench.tell('packing')
  await run([process.execPath, 'apps/cli/tools/pack.ts', join(folder, 'packed'), `${process.platform}-${process.arch}`])
  const tarballs = globSync(join(folder, 'packed/*.tgz'))
  const installed = {
    datacortex: await installedBy(bench, { folder: join(folder, 'datacortex'), packages: tarballs }),
    lancedb: await installedBy(bench, { folder: join(folder, 'lancedb'), packages: ['@lancedb/lancedb@0.39.0'] }),
    library: await installedBy(bench, {
      folder: join(folder, 'library'),
      packages: ['@huggingface/transformers@4.3.1'],
    }),
  }
  const bin = join(folder, 'datacortex/node_modules/datacortex/bin/datacortex.js')
  const ofCheckout = join(repository, 'apps/cli/bin/datacortex.js')
  const unchanged = join(repository, 'apps/cli/tools/checkout.js')
  const desk = join(folder, 'desk')
  await runProgram([bin, 'init', desk, '--sample'], { probed: false })
  const starts = await startTimes({
    'node -e 0': ['-e', '0'],
    'installed: --help': [bin, '--help'],
    'installed: find': [bin, ...query, desk],
    'checkout: find': [ofCheckout, ...query, desk],
    'checkout: find through `pnpm datacortex`, without the start of pnpm': [unchanged, ...query, desk],
  })
  const [bare, help, find, findThere, checked] = Object.values(starts)
  // In turns, the quicker of two each: the network decides more than anything else.
  const [one, other] = [await inFreshClone(bench, 'install'), await inFreshClone(bench, 'demo')]
  const again = [await inFreshClone(bench, 'install'), await inFreshClone(bench, 'demo')]
  const fresh = { install: Math.min(one, again[0] ?? one), demo: Math.min(other, again[1] ?? other) }
  const { datacortex } = installed
  const ratio = (what: string, times: readonly number[] = [], to: readonly number[] = [], atMost: number): Check => ({
    what,
    value: median(times) / median(to),
    target: { atMost },
    unit: '×',
  })
  return {
    tables: [installations(installed), processes(starts), clones(fresh)],
    checks: [
      { what: 'packages of an installation', value: datacortex.packages, target: { atMost: 80 } },
      { what: 'size of an installation', value: datacortex.sizeMb, target: { atMost: 350 }, unit: ' MB' },
      ratio('--help to node -e 0, installed', help, bare, 1.5),
      ratio('find, installed to that of the checkout', find, findThere, 1.1),
      ratio('`pnpm datacortex` where nothing was changed, without the start of pnpm', checked, findThere, 1.2),
    ],
  }
}

type Installed = { readonly packages: number; readonly sizeMb: number; readonly seconds: number }

/** Installs packages with npm where its cache is empty, without their scripts: one of them looks for files elsewhere in vain. */
async function installedBy(
  bench: Bench,
  { folder, packages }: { readonly folder: string; readonly packages: readonly string[] },
): Promise<Installed> {
  bench.tell(`npm install in ${folder}`)
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{}')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--cache', `${folder}-cache`, ...packages]
  const seconds = await run(['npm', ...args], { cwd: folder })
  const manifests = globSync('**/node_modules/{*,@*/*}/package.json', { cwd: folder })
  const files = globSync('node_modules/**/*', { cwd: folder }).map((path) => statSync(join(folder, path)).size)
  return { packages: manifests.length, sizeMb: files.reduce((sum, size) => sum + size, 0) / 1e6, seconds }
}

/** Seconds that a script of pnpm takes in a fresh clone with an empty store and an empty home. */
async function inFreshClone(bench: Bench, script: string): Promise<number> {
  bench.tell(`pnpm ${script} in a fresh clone`)
  const home = await bench.makeFolder()
  const clone = join(home, 'clone')
  await run(['git', 'clone', '--quiet', repository, clone])
  const pnpm = process.env['npm_execpath'] ?? 'pnpm'
  const command = /\.[cm]?js$/.test(pnpm) ? [process.execPath, pnpm] : [pnpm]
  const env = { HOME: home, DATACORTEX_CACHE_DIR: '', XDG_DATA_HOME: join(home, 'data'), CI: 'true' }
  return await run([...command, script], { cwd: clone, env })
}

async function run(
  [file = '', ...args]: readonly string[],
  { cwd = repository, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<number> {
  const startedAt = performance.now()
  await promisify(execFile)(file, args, { cwd, env: { ...process.env, ...env }, maxBuffer: 1e8 })
  return (performance.now() - startedAt) / 1000
}

async function startTimes(programs: Readonly<Record<string, readonly string[]>>) {
  const subjects = Object.entries(programs).map(
    ([name, program]) => [name, async () => await runProgram(program, { probed: false })] as const,
  )
  return await interleaved(Object.fromEntries(subjects), { rounds: 15, warmUp: 2 })
}

function installations(installed: Readonly<Record<string, Installed>>): Table {
  return {
    title: 'npm install with an empty cache',
    columns: ['', 'packages', 'MB', 'seconds'],
    rows: Object.entries(installed).map(([name, { packages, sizeMb, seconds }]) => [
      name,
      String(packages),
      sizeMb.toFixed(0),
      seconds.toFixed(1),
    ]),
  }
}

function processes(starts: Readonly<Record<string, readonly number[]>>): Table {
  const rows = Object.entries(starts).map(([name, times]) => [name, median(times).toFixed(0)])
  return { title: 'Processes from start to end, milliseconds (p50)', columns: ['', 'p50'], rows }
}

function clones({ install: bare, demo }: { readonly install: number; readonly demo: number }): Table {
  return {
    title: 'pnpm in a fresh clone with an empty store, seconds',
    columns: ['', 'seconds', 'ratio'],
    rows: [
      ['pnpm install', bare.toFixed(0), ''],
      ['pnpm demo', demo.toFixed(0), (demo / bare).toFixed(2)],
    ],
  }
}
