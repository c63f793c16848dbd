import { type ApprovalOptions, type SpacePaths, readSettings } from '@datacortex/platform'
import { type Finding, CodedError, codedError, findingOf, infoFinding } from '@datacortex/errors'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { checkModuleTrust } from '../trust/check-module-trust.ts'
import type { GivenSettings } from './trial-protocol.ts'
import { type TryModuleOptions, tryModule } from './try-module.ts'

/** How a module is examined. */
export type ExamineModuleOptions = Omit<TryModuleOptions, 'given'> & ApprovalOptions

/**
 * Tries the code of a module that the space has, in a process of its own; code that may not run is not run, and told.
 *
 * @returns What its manifest has that is odd, and what is wrong with its code.
 * @example const findings = await examineModule(paths, module)
 */
export async function examineModule(
  paths: SpacePaths,
  module: DiscoveredModule,
  options: ExamineModuleOptions = {},
): Promise<readonly Finding[]> {
  const { name, warnings } = module
  const odd = warnings.map((message) => infoFinding('MODULE_ODD', name, { message }))
  try {
    await checkModuleTrust(module, { ...options, paths })
  } catch (error) {
    return [...odd, findingOf(codedError(error), name)]
  }
  return [...odd, ...(await tryInSpace(paths, module, options))]
}

/** Tries code that may run, with what the settings of the space say to it. */
export async function tryInSpace(
  paths: SpacePaths,
  module: DiscoveredModule,
  options: Omit<TryModuleOptions, 'given'> = {},
): Promise<readonly Finding[]> {
  return await tryModule(module, { ...options, given: await givenSettings(paths, module.name) })
}

/** Undefined if the settings say nothing to the module, or can't be read, which is told elsewhere. */
async function givenSettings(paths: SpacePaths, name: string): Promise<GivenSettings | undefined> {
  try {
    const { plugins, runners } = await readSettings(paths)
    const own = plugins[name]
    if (own !== undefined) return { at: `plugins.${name}`, settings: own }
    const [found] = Object.entries(runners.named).filter(([, { plugin }]) => plugin === name)
    if (found === undefined) return undefined
    const [runner, { plugin: _p, timeout_ms: _t, max_attempts: _m, backoff_ms: _b, network: _n, ...settings }] = found
    return { at: `runners.${runner}`, settings }
  } catch (error) {
    if (!CodedError.is(error)) throw error
    return undefined
  }
}
