import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import type { Finding } from '@datacortex/errors'
import type { Discovery } from '../modules/discovered-module.ts'
import { readModulesLock } from '../modules/modules-lock.ts'
import { widenedPermissions } from '../modules/permissions.ts'
import { verifyModules } from '../modules/verify-module.ts'

/**
 * Modules that can't be used, whose files changed since they were installed, or that want more than they were granted.
 *
 * @param paths - Of the space.
 * @param discovery - What was found in it.
 * @example await checkModules(paths, await discoverModules(paths))
 */
export async function checkModules(paths: SpacePaths, discovery: Discovery): Promise<readonly Finding[]> {
  const findings: Finding[] = discovery.broken.map(({ path, error }) => broken(path, error))
  try {
    findings.push(...(await verifyModules(paths)).map(({ path, error }) => broken(path, error)))
    const locked = await readModulesLock(paths)
    for (const { name, manifest, origin, warnings } of discovery.modules) {
      for (const message of warnings) findings.push({ code: 'MODULE_ODD', severity: 'info', subject: name, message })
      const granted = locked.get(name)?.permissions
      const widened = granted === undefined ? undefined : widenedPermissions(manifest.permissions, granted)
      if (widened !== undefined) findings.push(wider(name, Object.entries(widened)))
      if (origin === 'installed' && granted === undefined) findings.push(unregistered(name))
    }
  } catch (error) {
    if (!CodedError.is(error)) throw error
    findings.push(broken(paths.modulesLockFile, error))
  }
  return findings
}

function broken(subject: string, { code, message, hint }: CodedError): Finding {
  return { code, severity: 'error', subject, message, hint }
}

function wider(subject: string, permissions: readonly (readonly [string, readonly string[]])[]): Finding {
  const wants = permissions
    .filter(([, values]) => values.length > 0)
    .map(([kind, values]) => `${kind} ${values.join(' ')}`)
  const message = `its manifest asks for more than it was granted: ${wants.join(', ')}`
  const hint = 'Look at what changed, then install it again to grant it.'
  return { code: 'PERMISSIONS_WIDER', severity: 'error', subject, message, hint }
}

function unregistered(subject: string): Finding {
  const message = 'its folder is there but was never installed'
  return { code: 'MODULE_UNREGISTERED', severity: 'warning', subject, message, hint: 'datacortex module sync' }
}
