import type { RunnersSettings } from '@datacortex/platform'
import type { DiscoveredModule } from '@datacortex/modules'
import { type Finding, warningFinding } from '@datacortex/errors'
import { codeName } from './choose-runner.ts'

/**
 * What is wrong with the runners of the settings: modules that are not there, names that are none. Runs no code.
 * @example examineRunners(settings.runners, { modules: catalogue.modules.modules })
 */
export function examineRunners(
  runners: RunnersSettings,
  { modules }: { modules: readonly DiscoveredModule[] },
): readonly Finding[] {
  const missing = Object.entries(runners.named)
    .filter(([, { plugin }]) => !modules.some(({ name }) => name === plugin))
    .map(([name, { plugin }]) =>
      warningFinding('EXECUTION_RUNNER_UNAVAILABLE', name, {
        message: `The runner ${name} needs the module ${plugin}, which is not there.`,
        hint: `Install it, or correct runners.${name}.plugin in .datacore/settings.yaml.`,
      }),
    )
  const names = new Map(Object.entries(runners.agents).map(([agent, name]) => [`runners.agents.${agent}`, name]))
  if (runners.default !== undefined) names.set('runners.default', runners.default)
  const unknown = [...names]
    .filter(([, name]) => name !== codeName && !Object.hasOwn(runners.named, name))
    .map(([place, name]) =>
      warningFinding('EXECUTION_RUNNER_UNKNOWN', name, {
        message: `${place} names the runner ${JSON.stringify(name)}, and there is none.`,
        hint: 'Name one of those under `runners` in .datacore/settings.yaml.',
      }),
    )
  return [...missing, ...unknown]
}
