import { join } from 'node:path'
import { inTemporaryFolder, readSettings, writeFileAtomically } from '@datacortex/platform'
import type { ApprovalOptions, SpacePaths } from '@datacortex/platform'
import { type Finding, codedError, findingOf, infoFinding, ifCoded } from '@datacortex/errors'
import type { Manifest } from '@datacortex/plugin'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { checkModuleTrust } from '../trust/check-module-trust.ts'
import type { GivenSettings } from './trial-protocol.ts'
import { type TryModuleOptions, tryModule } from './try-module.ts'
import { moduleError } from '../errors.ts'
import type { ModulePlan } from '../install/plan-module-install.ts'

export type ExamineModuleOptions = Omit<TryModuleOptions, 'given'> & ApprovalOptions

/**
 * Tries the code of a module that the space has, in a process of its own; code that may not run is not run, and reported.
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
  const refused = await checkModuleTrust(module, { ...options, paths }).then(() => undefined, codedError)
  return [...odd, ...(refused ? [findingOf(refused, name)] : await tryInSpace(paths, module, options))]
}

/** Tries code that may run, with what the settings of the space say to it. */
export async function tryInSpace(
  paths: SpacePaths,
  module: DiscoveredModule,
  options: Omit<TryModuleOptions, 'given'> = {},
): Promise<readonly Finding[]> {
  return await tryModule(module, { ...options, given: await givenSettings(paths, module.name) })
}

/** Undefined if the settings say nothing to the module, or can't be read, which is reported elsewhere. */
async function givenSettings(paths: SpacePaths, name: string): Promise<GivenSettings | undefined> {
  const { plugins, runners } = (await readSettings(paths).catch(ifCoded(undefined))) ?? {}
  const own = plugins?.[name]
  if (own !== undefined) return { at: `plugins.${name}`, settings: own }
  const found = Object.entries(runners?.named ?? {}).find(([, { plugin }]) => plugin === name)
  if (found === undefined) return undefined
  const [runner, { plugin: _p, timeout_ms: _t, max_attempts: _m, backoff_ms: _b, network: _n, ...settings }] = found
  return { at: `runners.${runner}`, settings }
}

/**
 * Tries the code of a module that is not installed, in a process of its own and in a copy that is deleted afterwards: exactly
 * what would be installed. Calling it means that the user said yes to the code.
 * @returns What is wrong with its code; nothing for a module without any.
 * @example const findings = await examinePlan(paths, plan)
 */
export async function examinePlan(
  paths: SpacePaths,
  plan: ModulePlan,
  options: Omit<TryModuleOptions, 'given'> = {},
): Promise<readonly Finding[]> {
  const { manifest, content, warnings } = plan
  const { name, version, provides } = manifest
  if (plan.code === undefined && Object.keys(provides.subagents).length === 0) return []
  return await inTemporaryFolder('trial', async (directory) => {
    for (const [path, bytes] of content.files)
      await writeFileAtomically(join(directory, path), bytes, { isRebuildable: true, below: directory })
    const module = { name, version, directory, origin: 'installed', manifest, warnings } as const
    return await tryInSpace(paths, module, options)
  })
}

/**
 * Refuses a module whose code can't be used.
 * @throws `MODULE_CODE_REFUSED` with the first error among them.
 * @example refuseBrokenCode(await examinePlan(paths, plan))
 */
export function refuseBrokenCode(findings: readonly Finding[]): void {
  const error = findings.find(({ severity }) => severity === 'error')
  if (error !== undefined) throw moduleError('MODULE_CODE_REFUSED', error)
}

/**
 * Whether the code of a module is ever asked for something: for what its manifest provides, or, where that is nothing, as
 * a runner or a writer that settings name. Modules of agents may bring a package of their own that is no plugin.
 * @example if (isCodeAsked(plan.manifest)) refuseBrokenCode(await examinePlan(paths, plan))
 */
export function isCodeAsked({ provides }: Manifest): boolean {
  const { agents, sources, subagents, hooks } = provides
  const types = Object.values(sources).map(({ type }) => type)
  if (hooks.length + Object.keys(subagents).length > 0 || types.some((type) => type !== 'mcp')) return true
  return Object.keys(agents).length + types.length === 0
}
