import { realpath } from 'node:fs/promises'
import type { ApprovalOptions, SpacePaths } from '@datacortex/platform'
import type { Permissions } from '@datacortex/plugin'
import { moduleError } from '../errors.ts'
import { isModuleApproved } from './approvals.ts'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { commonPermissions } from './permissions.ts'
import { verifyModule } from '../install/verify-module.ts'
import { findEntry } from '../contents/module-package.ts'
import { moduleIntegrity } from '../contents/module-files.ts'
import { readModuleFolder } from '../fetch/read-module-files.ts'

/** What code that may run is granted. */
export type ModuleTrust = {
  readonly permissions: Permissions
  /** Of its files, where a yes to them was needed. */
  readonly integrity?: string | undefined
}

/**
 * Refuses code of a module that may not run: what was installed must be as `modules.lock.yaml` says, and this user must have
 * said yes to it, or to the files of a package in `node_modules`. Nothing is run.
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

export type PackageCode = {
  /** The file that is imported first: an absolute path. */
  readonly entry: string
  /** Of all files of the package; not of other packages that it imports. */
  readonly integrity: string
}

/**
 * What a person says yes to before the code of a package runs: a space from somewhere else may bring its own
 * `node_modules`. Nothing of it is run.
 * @returns Undefined for modules of another origin, and for packages without code.
 * @throws `MODULE_CONTENT_REFUSED` for links, special files and what is too large; `PLUGIN_INVALID`.
 * @example (await packageCode(module))?.integrity // 'sha512-…'
 */
export async function packageCode(module: DiscoveredModule): Promise<PackageCode | undefined> {
  if (module.origin !== 'npm') return undefined
  const entry = await findEntry(module)
  if (entry === undefined) return undefined
  // pnpm keeps packages behind links; what they import lies in folders of its own.
  const files = await readModuleFolder(await realpath(module.directory), { ignore: ['node_modules'] })
  return { entry, integrity: moduleIntegrity(files) }
}
