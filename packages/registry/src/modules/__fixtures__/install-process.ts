import { spawn } from 'node:child_process'
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

/** Plans and installs in a process of its own; with `killAt` it kills itself before that step. */
export async function installInProcess(
  space: TemporarySpace,
  specs: readonly string[],
  options: { readonly killAt?: string; readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<ProcessOutcome> {
  const script = `
    import { planModuleInstall } from ${url('install/plan-module-install.ts')}
    import { installModule } from ${url('install/install-module.ts')}
    import { spacePaths } from '${import.meta.resolve('@datacortex/platform')}'
    const paths = spacePaths(${JSON.stringify(space.paths.root)})
    const killAt = ${JSON.stringify(options.killAt ?? '')}
    const onProgress = ({ subject }) => { if (killAt !== '' && subject === killAt) process.kill(process.pid, 'SIGKILL') }
    const results = []
    for (const spec of ${JSON.stringify(specs)}) {
      try {
        await using plan = await planModuleInstall(paths, spec)
        const { hookReports, ...result } = await installModule(paths, plan, { onProgress })
        const reports = hookReports.map(({ module, ok, error }) => ({ module, ok, code: error?.code, message: error?.message }))
        results.push({ ...result, origin: plan.origin, reports })
      } catch (error) {
        results.push({ code: error.code, message: error.message })
      }
    }
    console.log(JSON.stringify(results))
    // Like the command line: what a module left running does not keep the program alive.
    process.exit(0)`
  return runScript(script, { space, environment: options.environment ?? {} })
}

/** The address of a file of this folder's parent, as a string of code. */
export function url(file: string): string {
  return JSON.stringify(new URL(`../${file}`, import.meta.url).href)
}
