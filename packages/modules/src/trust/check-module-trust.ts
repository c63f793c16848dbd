import type { ApprovalOptions, SpacePaths } from '@datacortex/platform'
import type { Permissions } from '@datacortex/plugin'
import { moduleError } from '../errors.ts'
import { isModuleApproved } from './approvals.ts'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { packageCode } from '../contents/package-code.ts'
import { commonPermissions } from './permissions.ts'
import { verifyModule } from '../install/verify-module.ts'

/** What code that may run is granted. */
export type ModuleTrust = {
  readonly permissions: Permissions
  /** Of its files, where a yes to them was needed. */
  readonly integrity?: string | undefined
}

/**
 * Refuses code of a module that may not run: what was installed must be as `modules.lock.yaml` says, and this user must have
 * said yes to it, or to the files of a package in `node_modules`. Nothing is run.
 *
 * @param options - The space, `userDirectory`; abort signal, for the wait while another process changes modules.
 * @throws `MODULE_INTEGRITY_CHANGED`, `MODULE_CONTENT_REFUSED`, `MODULE_NOT_APPROVED`.
 * @example const { permissions } = await checkModuleTrust(module, { paths })
 */
export async function checkModuleTrust(
  module: DiscoveredModule,
  options: ApprovalOptions & { readonly paths: SpacePaths; readonly signal?: AbortSignal | undefined },
): Promise<ModuleTrust> {
  const { name, origin, manifest } = module
  if (origin === 'npm') {
    const integrity = (await packageCode(module))?.integrity
    if (integrity !== undefined && !(await isModuleApproved(integrity, options)))
      throw moduleError('MODULE_NOT_APPROVED', { name, integrity, next: `datacortex trust allow modules.${name}` })
    return { permissions: manifest.permissions, integrity }
  }
  if (origin === 'bundled') return { permissions: manifest.permissions }
  const { integrity, permissions } = await verifyModule(options.paths, name, options)
  if (!(await isModuleApproved(integrity, options)))
    throw moduleError('MODULE_NOT_APPROVED', {
      name,
      integrity,
      next: `datacortex module install .datacore/modules/${name}`,
    })
  // The lock file lies in the space, so it can take from what the approved files ask for, but not add to it.
  return { permissions: commonPermissions(manifest.permissions, permissions), integrity }
}
