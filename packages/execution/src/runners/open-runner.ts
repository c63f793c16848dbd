import { type Finding, ifCoded, thrownText, warningFinding } from '@datacortex/errors'
import type { Settings, SpacePaths } from '@datacortex/platform'
import type { Runner } from '@datacortex/plugin'
import { type LoadPluginOptions, loadPlugin, openSubAgents, subAgentSettings } from '@datacortex/modules'
import { executionError } from '../errors.ts'
import type { ChosenRunner } from './choose-runner.ts'
import { type CodeRunnerOptions, codeRunner } from './code-runner.ts'
import { cutLine } from '../run/answer/cut-line.ts'

export type OpenRunnerOptions = Pick<LoadPluginOptions, 'log' | 'now' | 'userDirectory' | 'conditions' | 'signal'> & {
  readonly paths: SpacePaths
  readonly settings: Pick<Settings, 'ingest' | 'plugins'>
  /** Why the agent may not be shown a path of the space; undefined if it may. */
  readonly whyHidden: CodeRunnerOptions['whyHidden']
}

export type OpenRunner = Runner & AsyncDisposable

/** Starts the code of a runner, with the hosts and secrets that the settings grant it. */
export async function openRunner(chosen: ChosenRunner, options: OpenRunnerOptions): Promise<OpenRunner> {
  if (chosen.kind === 'builtin') {
    const { runner } = chosen
    return { run: (task, how) => runner.run(task, how), [Symbol.asyncDispose]: () => Promise.resolve() }
  }
  if (chosen.kind === 'code') return openCode(chosen, options)
  const { settings, settingsAt, network, secrets } = chosen
  const plugin = await loadPlugin(chosen.module, { ...options, settings, settingsAt, network, secrets })
  const dispose = (): Promise<void> => Promise.resolve(plugin[Symbol.asyncDispose]())
  if (plugin.kind === 'runner') {
    const { started } = plugin
    return { run: (task, runOptions) => started.run(task, runOptions), [Symbol.asyncDispose]: dispose }
  }
  await dispose()
  const reason = `the module ${plugin.name} is of the kind ${plugin.kind}`
  throw executionError('RUNNER_UNAVAILABLE', { name: chosen.name, reason })
}

function openCode(
  { module, accepts }: Extract<ChosenRunner, { kind: 'code' }>,
  { paths, settings, userDirectory, conditions, whyHidden }: OpenRunnerOptions,
): OpenRunner {
  // The run has a limit of its own, whose signal ends the process.
  const limits = { ...subAgentSettings(settings), timeoutMs: 2 ** 31 - 1, processes: 1 }
  const subAgents = openSubAgents({ paths, modules: [module], userDirectory, conditions, ...limits })
  const { run } = codeRunner(
    async (input, { signal }) => {
      return await subAgents
        .extract(input, { signal })
        .then((found) => found.extraction, ifCoded(undefined, 'SUBAGENT_MISSING'))
    },
    { accepts, whyHidden },
  )
  return { run, [Symbol.asyncDispose]: async () => await subAgents[Symbol.asyncDispose]() }
}

/** A runner that can't be stopped takes nothing from the answer that it gave: that is a finding. */
export function withReportedEnd(
  runner: OpenRunner,
  { name, tell }: { name: string; tell: (finding: Finding) => void },
): OpenRunner {
  return {
    run: (task, options) => runner.run(task, options),
    [Symbol.asyncDispose]: async () => {
      try {
        await runner[Symbol.asyncDispose]()
      } catch (error) {
        tell(
          warningFinding('EXECUTION_RUNNER_NOT_STOPPED', name, {
            message: `The runner ${name} could not be stopped: ${cutLine(thrownText(error), 200)}`,
            hint: 'What it started may still run; look at the processes of this machine.',
          }),
        )
      }
    },
  }
}
