import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { type TestSpecification, BaseSequencer } from 'vitest/node'

// Given as a share vitest takes no more than one worker a core, so these are numbers.
const cores = availableParallelism()
// Campaigns of `pnpm test:long` are hours of work in one test.
const limit = process.env['LONG'] === undefined ? 1_200_000 : 6 * 3_600_000

// Half of the time they wait for the disk, which has to keep what they write: Linux has a folder in memory for them.
const memory = '/dev/shm'
if (process.env['TMPDIR'] === undefined && hasRoom(memory)) {
  process.env['TMPDIR'] = `${memory}/datacortex-tests-${process.getuid?.()}`
  mkdirSync(process.env['TMPDIR'], { recursive: true })
  // As any such folder: some tests go on as another user.
  chmodSync(process.env['TMPDIR'], 0o1777)
}

// What starts processes or servers, or opens a store or a space, takes its time; the other files are the project `fast`.
const besideSource = ['{packages,plugins,apps}/*/src/**/*.test.ts', '{contracts,apps/cli}/tools/**/*.test.ts']
const costly =
  /child_process|node:(?:http|net)|[sS]erver\b|[sS]pawn|[cC]hild\b|runScript|startNode|[fF]orge|anvil|[lL]ance|open(?:Index|Collection|Embedder)|-space\.ts'|testkit'/
const root = fileURLToPath(new URL('.', import.meta.url))
const files = globSync(besideSource, { cwd: root, exclude: ['**/node_modules/**', 'packages/vector-store/**'] })
const fast = files.filter((file) => !costly.test(readFileSync(new URL(file, import.meta.url), 'utf8')))

// What takes a quarter of a minute or more. Without times of an earlier run vitest starts with the largest files, and
// one of these as the last would run alone.
const longest = /e2e.(?:demo|doors|ingest|installed|mcp-watch|module-check|readme|research|research-agents)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications)
    return [true, false].flatMap((isLong) => sorted.filter(({ moduleId }) => longest.test(moduleId) === isLong))
  }
}

export default defineConfig({
  resolve: { conditions: ['@datacortex/source'] },
  ssr: { resolve: { conditions: ['@datacortex/source'], externalConditions: ['@datacortex/source'] } },
  test: {
    // They only end what hangs: on a busy machine everything takes many times as long.
    testTimeout: limit,
    hookTimeout: limit,
    expect: { poll: { timeout: 1_000_000, interval: 10 } },
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    setupFiles: [fileURLToPath(new URL('test/leaves-nothing.ts', import.meta.url))],
    unstubEnvs: true,
    env: {
      // Processes that tests start run the source too: to read its types away again in each takes half of their time.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/datacortex-tests', import.meta.url)),
      // No default time limit of the program ends what only the machine makes slow (`patientLimit` of platform).
      DATACORTEX_PATIENCE: '20',
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: fast,
          isolate: false,
          maxWorkers: cores,
          sequence: { groupOrder: 0 },
        },
      },
      // The others wait half of their time, for locks, processes and servers, and run together: the many short files of
      // `units` fill the end of the run.
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          // A process that runs commands goes on with those of the next file (`one-process.ts`).
          isolate: false,
          globalSetup: ['test/e2e/global-setup.ts'],
          maxWorkers: cores + 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'units',
          include: [...besideSource, 'test/repo/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...fast],
          // They keep nothing in modules that another file could see, and to load these anew for each takes minutes.
          isolate: false,
          maxWorkers: cores + 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

/** Whether programs may lie there, and as much as all tests together write. */
function hasRoom(folder: string): boolean {
  if (!existsSync(folder) || !existsSync('/proc/mounts')) return false
  const options =
    new RegExp(`^\\S+ ${folder} \\S+ (\\S+)`, 'm').exec(readFileSync('/proc/mounts', 'utf8'))?.[1] ?? 'noexec'
  const { bavail, bsize } = statfsSync(folder)
  return !options.split(',').includes('noexec') && bavail * bsize > 8e9
}
