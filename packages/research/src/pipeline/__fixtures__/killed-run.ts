import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type SpacePaths, createSpace, ownPaths, spacePaths } from '@datacortex/platform'
import { onTestFinished } from 'vitest'
import type { ResearchConfig } from '../research-options.ts'
import type { ResearchResult } from '../research-result.ts'
import { resumeResearch, runResearch } from '../run-research.ts'
import { loopbackPorts } from './loopback-ports.ts'
import { tideRegistry } from './tide-server.ts'

/** A new space whose sources are on loopback, removed after the test, or where `onEnd` says. */
export async function loopbackSpace(
  origin: string,
  onEnd: (end: () => Promise<void>) => void = onTestFinished,
): Promise<SpacePaths> {
  const root = await temporaryRoot(onEnd)
  await createSpace(root)
  const paths = ownPaths(spacePaths(root))
  await mkdir(dirname(paths.sourcesFile), { recursive: true })
  await writeFile(paths.sourcesFile, tideRegistry(origin))
  return paths
}

async function temporaryRoot(onEnd: (end: () => Promise<void>) => void): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'datacortex-kill-'))
  onEnd(async () => await rm(root, { recursive: true, force: true }))
  return root
}

/** What was done in a run. */
export type ObservedRun = {
  /** All that happened, in order. */
  readonly moments: readonly string[]
  /** Absent if the process was killed. */
  readonly result?: ResearchResult | undefined
}

/** Which run is worked on. */
export type RunOptions = {
  readonly paths: SpacePaths
  readonly origin: string
  /** Goes on with it; without one a run is begun with `config`. */
  readonly run?: string | undefined
  readonly config?: ResearchConfig | undefined
}

/** Something that happens in a run, for the `count`-th time. */
export type RunMoment = { readonly label: string; readonly count: number }

/** What a kill at a moment leaves: the space, and what was done until then. */
export type Killed = ObservedRun & { readonly paths: SpacePaths; readonly moment: RunMoment }

/** What room a child has. */
export type ChildOptions = Required<Pick<RunOptions, 'paths' | 'origin' | 'config'>> & {
  /** No file may grow beyond so many blocks of 512 bytes, as on a disk without room. */
  readonly mostBlocks?: number | undefined
}

/** Works on a run in this process, which is much faster than in one that has to be started. */
export async function runHere({ paths, origin, run, config }: RunOptions): Promise<ObservedRun> {
  const moments: string[] = []
  const { signal } = new AbortController()
  const moment = (label: string): void => void moments.push(label)
  await using ports = await loopbackPorts(paths, { origin, host: new URL(origin).host, moment })
  if (run !== undefined) return { moments, result: await resumeResearch(run, ports, { signal }) }
  if (config === undefined) throw new Error('A run is begun with a configuration.')
  return { moments, result: await runResearch(config, ports, { signal }) }
}

/**
 * Begins a run in a process of its own that is killed with SIGKILL at the last of these moments. A kill changes no file:
 * at the others the process stands still while its space is copied, as starting one for each is most of the time.
 *
 * @param moments - In the order of the run.
 * @param onStop - Called at each of them.
 */
export async function killedRuns(
  options: ChildOptions,
  { moments, onStop }: { readonly moments: readonly RunMoment[]; readonly onStop: () => void },
): Promise<readonly Killed[]> {
  const killed: Killed[] = []
  const pipe = join(await temporaryRoot(onTestFinished), 'pipe')
  execFileSync('mkfifo', [pipe])
  await runInChild(options, {
    pipe,
    moments,
    onStop: async (until, child) => {
      const moment = moments[killed.length]
      if (moment === undefined) throw new Error('It stopped where nobody told it to.')
      onStop()
      const isLast = killed.length === moments.length - 1
      const paths = isLast ? options.paths : ownPaths(spacePaths(await temporaryRoot(onTestFinished)))
      if (!isLast) await cp(options.paths.root, paths.root, { recursive: true })
      killed.push({ paths, moment, moments: [...until] })
      if (isLast) child.kill('SIGKILL')
      else await writeFile(pipe, '')
    },
  })
  return killed
}

type Stops = {
  readonly pipe: string
  readonly moments: readonly RunMoment[]
  readonly onStop: (until: readonly string[], child: ChildProcess) => Promise<void>
}

/** Begins a run in a process of its own. */
export async function runInChild(
  { paths, origin, config, mostBlocks }: ChildOptions,
  stops?: Stops,
): Promise<ObservedRun> {
  const file = fileURLToPath(new URL('research-in-child.ts', import.meta.url))
  const { pipe = '', moments: stopsAt = [] } = stops ?? {}
  const node = [process.execPath, '--conditions=@datacortex/source', '--disable-warning=ExperimentalWarning']
  const program = [...node, file, paths.root, origin, JSON.stringify(config), pipe]
  program.push(...stopsAt.flatMap(({ label, count }) => [String(count), label]))
  const limit = mostBlocks === undefined ? '' : `ulimit -f ${mostBlocks}; `
  const child = spawn('sh', ['-c', `${limit}exec "$@"`, 'sh', ...program], {
    // What fails for want of room says so at length.
    stdio: ['ignore', 'pipe', mostBlocks === undefined ? 'inherit' : 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = new Promise((resolve) => child.on('exit', resolve))
  const moments: string[] = []
  let result: ResearchResult | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'stops') await stops?.onStop(moments, child)
    else if (line.startsWith('result ')) result = JSON.parse(line.slice(7)) as ResearchResult
    else moments.push(line)
  }
  await exited
  return { moments, result }
}

/** Every file of the folder of outputs by its path, with the id of the run and links to its tools left out. */
export async function outputsOf(paths: SpacePaths, run: string): Promise<Readonly<Record<string, string>>> {
  const folder = join(paths.root, '0-personal')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name)
        return [file.slice(paths.root.length + 1), (await readFile(file, 'utf8')).replaceAll(run, 'r-x')] as const
      }),
  )
  return Object.fromEntries(texts.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
