import type { SpacePaths } from '@datacortex/platform'
import type { Runner } from '@datacortex/plugin'
import type { LoadPluginOptions } from '@datacortex/registry'
import { loadPlugin } from '@datacortex/registry'
import { RunnerUnavailableError } from '../errors.ts'
import type { ChosenRunner } from './choose-runner.ts'
import type { CodeRunnerOptions } from './code-runner.ts'
import { codeRunner } from './code-runner.ts'

/** What a runner is started with. */
export type OpenRunnerOptions = Pick<LoadPluginOptions, 'log' | 'now' | 'userDirectory' | 'conditions' | 'signal'> & {
  readonly paths: SpacePaths
  /** Why the agent may not be shown a path of the space; undefined if it may. */
  readonly closed: CodeRunnerOptions['closed']
}

/** A runner that was started. Dispose it. */
export type OpenRunner = Runner & AsyncDisposable

/**
 * Starts the code of a runner, with the hosts and secrets that the settings grant it.
 *
 * @param chosen - From {@link chooseRunner}.
 * @param options - The space, log, abort signal.
 * @throws {@link RunnerUnavailableError} if the module is of another kind.
 * @throws ModuleNotApprovedError, ModuleCommandNotApprovedError, ModuleSettingsInvalidError, ModuleIntegrityChangedError,
 *   ModuleCodeFailedError, PluginInvalidError.
 * @example await using runner = await openRunner(chosen, { paths, closed: () => undefined })
 */
export async function openRunner(chosen: ChosenRunner, options: OpenRunnerOptions): Promise<OpenRunner> {
  if (chosen.kind === 'builtin') {
    const { runner } = chosen
    const { closed } = options
    return {
      run: (task, runOptions) => runner.run(task, { ...runOptions, closed }),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }
  }
  const { settings, settingsAt, network, secrets } = chosen.kind === 'plugin' ? chosen : nothingGranted
  const plugin = await loadPlugin(chosen.module, { ...options, settings, settingsAt, network, secrets })
  const dispose = (): Promise<void> => Promise.resolve(plugin[Symbol.asyncDispose]())
  if (chosen.kind === 'plugin' && plugin.kind === 'runner') {
    const { started } = plugin
    return { run: (task, runOptions) => started.run(task, runOptions), [Symbol.asyncDispose]: dispose }
  }
  if (chosen.kind === 'code' && plugin.kind === 'sub-agent') {
    const { run } = codeRunner(plugin.started, { accepts: chosen.accepts, closed: options.closed })
    return { run, [Symbol.asyncDispose]: dispose }
  }
  await dispose()
  const reason = `the module ${plugin.name} is of the kind ${plugin.kind}`
  throw new RunnerUnavailableError({ name: chosen.name, reason })
}

const nothingGranted = { settings: undefined, settingsAt: undefined, network: [], secrets: [] }
