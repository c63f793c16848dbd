import {
  codedError,
  errorFinding,
  findingOf,
  ifCoded,
  infoFinding,
  warningFinding,
  type Finding,
} from '@datacortex/errors'
import { type SpacePaths, readSecret } from '@datacortex/platform'
import type { Registry } from '@datacortex/registry'
import { moduleError } from '../errors.ts'
import { type DiscoveredModule, type Discovery, missingDependencies } from '../discover/discovered-module.ts'
import { findEntry } from '../contents/module-package.ts'
import { readModulesLock } from '../install/modules-lock.ts'
import { widenedPermissions } from '../trust/permissions.ts'
import { syntaxProblem } from '../contents/syntax-problem.ts'
import { readSourceOwners } from '../install/sources-file.ts'
import { verifyModules } from '../install/verify-module.ts'

/** Modules that can't be used, changed, want more than was granted or lack something. None of their code is run. */
export async function checkModules(
  paths: SpacePaths,
  discovery: Discovery,
  options: { readonly registry?: Registry | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly Finding[]> {
  const findings: Finding[] = discovery.broken.map(({ path, error }) => findingOf(error, path))
  try {
    const altered = await verifyModules(paths)
    findings.push(...altered.map(({ path, error }) => findingOf(error, path)))
    const locked = await readModulesLock(paths)
    const sources = await readSourceOwners(paths).then((owners) => new Set(owners.keys()), ifCoded(undefined))
    for (const module of discovery.modules) {
      const { name, manifest, origin, warnings } = module
      for (const message of warnings) findings.push(infoFinding('MODULE_ODD', name, { message }))
      const granted = locked.get(name)?.permissions
      const widened = granted === undefined ? undefined : widenedPermissions(manifest.permissions, granted)
      if (widened !== undefined) findings.push(wider(name, Object.entries(widened)))
      if (origin !== 'installed') continue
      if (granted === undefined) findings.push(unregistered(name))
      // Files that somebody changed are not taken over before a person looked at them.
      else if (!altered.some(({ path }) => path === module.directory))
        findings.push(...lostParts(module, { registry: options.registry, sources }))
    }
  } catch (error) {
    findings.push(findingOf(codedError(error), paths.modulesLockFile))
  }
  const present = new Set(discovery.modules.map(({ name }) => name))
  for (const module of discovery.modules) {
    options.signal?.throwIfAborted()
    findings.push(...dependencyFindings(module, present))
    // The modules of the program are checked when it is made, and a source without its key is simply not asked.
    if (module.origin === 'bundled') continue
    findings.push(...(await codeFindings(module, options)), ...(await secretFindings(module, paths)))
  }
  return findings
}

async function codeFindings(module: DiscoveredModule, options: { readonly signal?: AbortSignal | undefined }) {
  const { name, manifest, directory } = module
  try {
    const entry = await findEntry(module)
    const hasHooks = manifest.provides.hooks.length > 0
    const noEntry = hasHooks ? 'it provides hooks, but package.json names no entry under exports["."]' : undefined
    const reason = entry === undefined ? noEntry : await syntaxProblem(entry, { ...options, directory })
    return reason === undefined ? [] : [findingOf(moduleError('MODULE_CODE_FAILED', { name, reason }), name)]
  } catch (error) {
    return [findingOf(codedError(error), name)]
  }
}

function dependencyFindings({ name, manifest }: DiscoveredModule, present: ReadonlySet<string>): readonly Finding[] {
  return missingDependencies(manifest, present).map((missing) => {
    const message = `it depends on the module ${missing}, which is not there`
    const hint = 'Install it: datacortex module install SPEC'
    return warningFinding('MODULE_DEPENDENCY_MISSING', name, { message, hint })
  })
}

async function secretFindings({ name, manifest }: DiscoveredModule, paths: SpacePaths): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const secret of manifest.requires.env_vars.required) {
    const found = readSecret(paths, secret).catch(ifCoded(undefined, 'PLATFORM_FILE_UNREADABLE'))
    if ((await found.catch(ifCoded(undefined, 'PLATFORM_SECRET_MISPLACED'))) !== undefined) continue
    const message = `it needs ${secret}, which is neither in .datacore/env nor set`
    const hint = `Write it to .datacore/env/${secret}, readable by you alone, or set the variable ${secret}.`
    findings.push(warningFinding('MODULE_SECRET_MISSING', name, { message, hint }))
  }
  return findings
}

function wider(subject: string, permissions: readonly (readonly [string, readonly string[]])[]): Finding {
  const wants = permissions
    .filter(([, values]) => values.length > 0)
    .map(([kind, values]) => `${kind} ${values.join(' ')}`)
  const message = `its manifest asks for more than it was granted: ${wants.join(', ')}`
  const hint = 'Look at what changed, then install it again to grant it.'
  return errorFinding('PERMISSIONS_WIDER', subject, { message, hint })
}

function unregistered(subject: string): Finding {
  const message = 'its folder is there but was never installed'
  return warningFinding('MODULE_UNREGISTERED', subject, { message, hint: 'datacortex module sync' })
}

/** Agents of an installed module that nobody finds or runs, and sources that nobody asks: their file was replaced, or an entry of it deleted. */
function lostParts(
  { name, manifest }: DiscoveredModule,
  { registry, sources }: { registry: Registry | undefined; sources: ReadonlySet<string> | undefined },
): readonly Finding[] {
  const { provides } = manifest
  const agents = registry && Object.keys(provides.agents).filter((id) => registry.agents.get(id)?.module !== name)
  const unasked = sources && Object.keys(provides.sources).filter((id) => !sources.has(id))
  const kinds = [
    ['agent', agents],
    ['source', unasked],
  ] as const
  return kinds.flatMap(([kind, lost = []]) => {
    if (lost.length === 0) return []
    const message = `it is installed, and ${kind}s.yaml lacks its ${kind}${lost.length === 1 ? '' : 's'} ${lost.join(', ')}`
    const code = kind === 'agent' ? 'MODULE_AGENTS_UNREGISTERED' : 'MODULE_SOURCES_UNREGISTERED'
    return [warningFinding(code, name, { message, hint: 'datacortex module sync' })]
  })
}

/** Modules of `ingest.readers` that are never asked, since nothing has a media type that they take. */
export function checkReaders(readers: readonly string[], modules: readonly DiscoveredModule[]): readonly Finding[] {
  return readers.flatMap((name) => {
    const module = modules.find((one) => one.name === name)
    const accepts = Object.values(module?.manifest.provides.subagents ?? {}).flatMap((entry) => entry.accepts)
    if (module === undefined || accepts.some(canCome)) return []
    const message =
      accepts.length === 0
        ? 'ingest.readers names it, and its module.yaml has no provides.subagents'
        : `ingest.readers names it, and no input has a media type that it takes: ${accepts.join(', ')}`
    return [warningFinding('INGEST_READER_IDLE', name, { message, hint: comingTypes })]
  })
}

/** Other binary kinds are told by their first bytes, by a library that knows hundreds. */
function canCome(pattern: string): boolean {
  return pattern === 'text/*' || !pattern.startsWith('text/') || texts.has(pattern)
}

/** Of texts the kinds that `@datacortex/content` tells apart; whatever else is a text is plain. */
const texts: ReadonlySet<string> = new Set(
  ['plain', 'markdown', 'html', 'csv', 'tab-separated-values', 'org', 'vtt', 'calendar', 'uri-list'].map(
    (kind) => `text/${kind}`,
  ),
)

const comingTypes = `Texts are ${[...texts].join(', ')}; one of an unknown ending is text/plain: look at its name in accepts().`
