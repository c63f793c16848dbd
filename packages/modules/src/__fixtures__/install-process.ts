import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TemporarySpace } from './temporary-space.ts'

/** What a process of its own said. `result` is what the script printed, parsed. */
export type ProcessOutcome = {
  readonly signal: NodeJS.Signals | null
  readonly result: unknown
  readonly stderr: string
}

/** Runs a script in a process of its own, from source, where module loading is Node's and not the test runner's. */
export async function runScript(
  script: string,
  {
    space,
    environment = {},
  }: { readonly space: TemporarySpace; readonly environment?: Readonly<Record<string, string>> },
): Promise<ProcessOutcome> {
  const child = spawn(process.execPath, ['--conditions=@datacortex/source', '--input-type=module', '-e', script], {
    env: { ...process.env, ...environment, DATACORTEX_CONFIG_DIR: space.userDirectory, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_code, signal) => resolve(signal)))
  const [stdout, stderr, signal] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { signal, stderr, result: stdout === '' ? undefined : (JSON.parse(stdout) as unknown) }
}

const installs = `
  import { cpSync } from 'node:fs'
  import { planModuleInstall } from ${url('install/plan-module-install.ts')}
  import { installModule } from ${url('install/install-module.ts')}
  import { spacePaths } from '${import.meta.resolve('@datacortex/platform')}'
  async function install({ root, specs }, onProgress = () => {}) {
    const paths = spacePaths(root)
    const results = []
    for (const spec of specs) {
      try {
        await using plan = await planModuleInstall(paths, spec)
        const { hookReports, ...result } = await installModule(paths, plan, { onProgress })
        const reports = hookReports.map(({ module, ok, error }) => ({ module, ok, code: error?.code, message: error?.message }))
        results.push({ ...result, origin: plan.origin, reports })
      } catch (error) {
        results.push({ code: error.code, message: error.message })
      }
    }
    return results
  }`

/** Plans and installs in a process of its own. */
export async function installInProcess(space: TemporarySpace, specs: readonly string[]): Promise<ProcessOutcome> {
  const script = `${installs}
    console.log(JSON.stringify(await install(${JSON.stringify({ root: space.paths.root, specs })})))
    // Like the command line: what a module left running does not keep the program alive.
    process.exit(0)`
  return await runScript(script, { space })
}

/**
 * Installs in a process of its own that kills itself before the last of these steps. A kill changes no file: at the
 * others the folder of the space and its user is copied as it is then, since most of the time goes into the process.
 *
 * @returns How the process ended, and the folder of each step's copy.
 */
export async function killedInstalls(
  space: TemporarySpace,
  spec: string,
  steps: readonly string[],
): Promise<ProcessOutcome & { readonly leftAt: (step: string) => string }> {
  const base = dirname(space.paths.root)
  const leftAt = (step: string): string => `${base} ${step}`
  const script = `${installs}
    const left = new Map(${JSON.stringify(steps.map((step) => [step, leftAt(step)]))})
    await install(${JSON.stringify({ root: space.paths.root, specs: [spec] })}, ({ subject }) => {
      if (left.has(subject)) cpSync(${JSON.stringify(base)}, left.get(subject), { recursive: true })
      left.delete(subject)
      if (left.size === 0) process.kill(process.pid, 'SIGKILL')
    })`
  return { ...(await runScript(script, { space })), leftAt }
}

/** A process that installs in one space after another. Dispose it. */
export type Installer = AsyncDisposable & {
  /** What `installInProcess` gives as its result. */
  readonly install: (space: TemporarySpace, specs: readonly string[]) => Promise<unknown>
}

/** Starts such a process. */
export function startInstaller(): Installer {
  const script = `${installs}
    process.on('message', async ({ userDirectory, ...task }) => {
      process.env.DATACORTEX_CONFIG_DIR = userDirectory
      process.send({ result: await install(task) })
    })`
  const child = spawn(process.execPath, ['--conditions=@datacortex/source', '--input-type=module', '-e', script], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  return {
    async install({ paths, userDirectory }, specs) {
      const answered = once(child, 'message')
      child.send({ root: paths.root, userDirectory, specs })
      const [answer] = (await Promise.race([answered, ended])) as [{ readonly result: unknown }]
      return answer.result
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The address of a file of this folder's parent, as a string of code. */
export function url(file: string): string {
  return JSON.stringify(new URL(`../${file}`, import.meta.url).href)
}
