import { redact } from '@datacortex/errors'
import type { ApprovalOptions, SpacePaths } from '@datacortex/platform'
import type { Manifest, Permissions } from '@datacortex/plugin'
import type { AgentEntry } from '@datacortex/registry'
import { isModuleApproved } from '../trust/approvals.ts'
import { type DiscoverOptions, discoverModules } from '../discover/discover-modules.ts'
import { type FetchModuleOptions, fetchModule } from '../fetch/fetch-module.ts'
import { refuseClashes } from '../discover/refuse-clashes.ts'
import { inspectModule, type ModuleCode } from '../contents/inspect-module.ts'
import { type ModuleFiles, moduleIntegrity, totalBytes } from '../contents/module-files.ts'
import { missingDependencies } from '../discover/discovered-module.ts'
import { type ModuleOrigin, parseModuleSpec } from '../fetch/module-spec.ts'
import { type LockedModule, readModulesLock } from './modules-lock.ts'
import { widenedPermissions } from '../trust/permissions.ts'
import { findIntegrity } from './verify-module.ts'

/** What installing a module would do: everything a person is asked about. */
export type ModulePlan = {
  readonly manifest: Manifest
  readonly warnings: readonly string[]
  readonly origin: ModuleOrigin
  /** SHA-512 over all paths and contents. */
  readonly integrity: string
  readonly agents: readonly { readonly id: string; readonly tags: readonly string[] }[]
  readonly components: readonly string[]
  readonly sources: readonly { readonly id: string; readonly type: string }[]
  readonly permissions: Permissions
  /** Secrets that its code is given beside those of `permissions.env`. */
  readonly secrets: Manifest['requires']['env_vars']
  /** The code that this program would run; absent if it brings none. */
  readonly code?: ModuleCode | undefined
  readonly files: number
  readonly bytes: number
  /** The version that is installed and would be replaced. */
  readonly upgradeFrom?: string | undefined
  /** Whether files of the installed one were changed since: what was changed is lost. */
  readonly replacesChanges?: boolean | undefined
  /** What it wants beyond what it was granted before; absent if nothing, or if it was not installed. */
  readonly widened?: Permissions | undefined
  /** Native code, and commands that are not run. */
  readonly redFlags: readonly string[]
  /** Whether exactly these files are installed. */
  readonly alreadyInstalled: boolean
  /** Whether this user said yes to exactly these files before. Without that their code does not run. */
  readonly approved: boolean
  /** The files themselves and the entries, for {@link installModule}. */
  readonly content: { readonly files: ModuleFiles; readonly entries: Readonly<Record<string, AgentEntry>> }
}

export type PlanModuleOptions = FetchModuleOptions &
  DiscoverOptions &
  ApprovalOptions & {
    /** What relative paths start from, except `.datacore/modules/<name>` of the space; the working directory if absent. */
    readonly directory?: string | undefined
  }

/**
 * Fetches a module, checks all of it and says what installing it would do. Changes nothing and runs no code of it.
 * @param spec - A folder, a tarball, a git URL (`…#branch` for a branch or tag) or the name of an npm package.
 * @throws `MODULE_SPEC_INVALID`, `MODULE_FETCH_FAILED`, `MODULE_CONTENT_REFUSED`,
 *   `MODULE_ID_CLASH`, `PLUGIN_MANIFEST_INVALID`.
 * @example await using plan = await planModuleInstall(paths, './datacore-campaigns')
 */
export async function planModuleInstall(
  paths: SpacePaths,
  spec: string,
  options: PlanModuleOptions = {},
): Promise<ModulePlan & AsyncDisposable> {
  const parsed = await parseModuleSpec(spec, { directory: options.directory ?? process.cwd(), root: paths.root })
  const { files, origin } = await fetchModule(parsed, options)
  options.signal?.throwIfAborted()
  options.onProgress?.({ stage: 'check', done: 0, subject: redact(spec) })
  const inspected = await inspectModule(files, { origin: spec })
  const { manifest } = inspected
  const discovery = await discoverModules(paths, options)
  await refuseClashes(paths, manifest, discovery.modules)
  const integrity = moduleIntegrity(files)
  const locked = (await readModulesLock(paths)).get(manifest.name)
  const present = new Set(discovery.modules.map(({ name }) => name))
  return {
    manifest,
    warnings: [
      ...inspected.warnings,
      ...missingDependencies(manifest, present).map(
        (name) => `it depends on the module ${name}, which is not installed`,
      ),
    ],
    origin,
    integrity,
    agents: Object.entries(inspected.agents).map(([id, entry]) => ({ id, tags: entry.triggers?.tags ?? [] })),
    components: Object.keys(manifest.provides.components),
    sources: Object.entries(manifest.provides.sources).map(([id, { type }]) => ({ id, type })),
    permissions: manifest.permissions,
    secrets: manifest.requires.env_vars,
    code: inspected.code,
    files: files.size,
    bytes: totalBytes(files),
    ...(await comparedWith(locked, { paths, manifest, integrity })),
    redFlags: inspected.redFlags,
    approved: await isModuleApproved(integrity, options),
    content: { files, entries: inspected.agents },
    // Temporary folders of git and npm are gone by now; the caller's `await using` stays right if that changes.
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

async function comparedWith(
  locked: LockedModule | undefined,
  { paths, manifest, integrity }: { paths: SpacePaths; manifest: Manifest; integrity: string },
): Promise<Pick<ModulePlan, 'upgradeFrom' | 'widened' | 'alreadyInstalled' | 'replacesChanges'>> {
  if (locked === undefined) return { alreadyInstalled: false }
  const found = await findIntegrity(paths, manifest.name)
  const alreadyInstalled = locked.integrity === integrity && found === integrity
  return {
    alreadyInstalled,
    replacesChanges: found !== undefined && found !== locked.integrity && found !== integrity,
    upgradeFrom: alreadyInstalled ? undefined : locked.version,
    widened: widenedPermissions(manifest.permissions, locked.permissions),
  }
}
