import { join } from 'node:path'
import type { Finding } from '@datacortex/errors'
import { type SpacePaths, inTemporaryFolder, writeFileAtomically } from '@datacortex/platform'
import { moduleError } from '../errors.ts'
import type { ModulePlan } from '../install/plan-module-install.ts'
import { tryInSpace } from './examine-module.ts'
import type { TryModuleOptions } from './try-module.ts'

/**
 * Tries the code of a module that is not installed, in a process of its own and in a copy that is deleted afterwards: exactly
 * what would be installed. Calling it means that the user said yes to the code.
 *
 * @param paths - Of the space, for its settings.
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
 *
 * @throws `MODULE_CODE_REFUSED` with the first error among them.
 * @example refuseBrokenCode(await examinePlan(paths, plan))
 */
export function refuseBrokenCode(findings: readonly Finding[]): void {
  const error = findings.find(({ severity }) => severity === 'error')
  if (error !== undefined) throw moduleError('MODULE_CODE_REFUSED', error)
}
