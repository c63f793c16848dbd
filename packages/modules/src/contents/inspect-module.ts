import { readTextFile, resolveInside } from '@datacortex/platform'
import type { CheckedManifest } from '@datacortex/plugin'
import { moduleError } from '../errors.ts'
import { utf8Text } from '@datacortex/text'
import { type ModuleCode, describeCode } from './describe-code.ts'
import { type ManifestAgents, type PromptReader, readManifestAgents } from './read-manifest-agents.ts'
import type { ModuleFiles } from './module-files.ts'
import { type ModulePackage, entryConditions, packageEntry, parsePackage } from './module-package.ts'
import { parseManifest } from './parse-manifest.ts'
import { findRedFlags } from './red-flags.ts'
import { parseYaml } from '@datacortex/platform/yaml'

export type InspectedModule = CheckedManifest & {
  readonly agents: ManifestAgents['agents']
  /** What of it this program would run; absent if nothing. */
  readonly code?: ModuleCode | undefined
  readonly redFlags: readonly string[]
}

/** Checks the manifest, the agents and the package of a module that is in memory. */
export async function inspectModule(
  files: ModuleFiles,
  { origin }: { readonly origin: string },
): Promise<InspectedModule> {
  const text = textOf(files, 'module.yaml')
  if (text === undefined)
    throw moduleError('MODULE_CONTENT_REFUSED', { origin, problems: ['it has no module.yaml in its top folder'] })
  const checked = parseManifest(text, { file: 'module.yaml' })
  const prefix = `.datacore/modules/${checked.manifest.name}/`
  const { agents, problems, warnings } = await readManifestAgents(checked.manifest, {
    prefix,
    read: (path) => Promise.resolve(textOf(files, path)),
  })
  const packageText = textOf(files, 'package.json')
  const packageFile = packageText === undefined ? undefined : parsePackage(packageText, { file: 'package.json' })
  const entry = entryOf(packageFile, { files, hooks: checked.manifest.provides.hooks })
  // Of a module that is refused nothing is left out alone.
  const all = [...problems.map((problem) => problem.replace(/; it is left out$/, '')), ...entry.problems]
  if (all.length > 0) throw moduleError('MODULE_CONTENT_REFUSED', { origin, problems: all })
  return {
    manifest: checked.manifest,
    warnings: [...checked.warnings, ...warnings, ...packageWarnings(packageFile, checked.manifest.version)],
    agents,
    code: entry.path === undefined ? undefined : describeCode(checked.manifest, { entry: entry.path, files }),
    redFlags: findRedFlags({ files, manifest: parseYaml(text).document.toJS() as unknown, packageFile }),
  }
}

/** Reads the prompts of a module that lies on disk. */
export function promptsOf(directory: string, { prefix }: { readonly prefix: string }): PromptReader {
  return {
    prefix,
    async read(path) {
      const read = await readTextFile(await resolveInside(directory, path))
      return read.ok ? read.text : undefined
    },
  }
}

function entryOf(
  packageFile: ModulePackage | undefined,
  { files, hooks }: { readonly files: ModuleFiles; readonly hooks: readonly string[] },
): { readonly path?: string | undefined; readonly problems: readonly string[] } {
  let path: string | undefined
  try {
    path = packageEntry(packageFile ?? {}, entryConditions)
  } catch (error) {
    return { problems: [`the entry of package.json: ${error instanceof Error ? error.message : String(error)}`] }
  }
  if (path !== undefined && !files.has(path))
    return { problems: [`the entry ${path} that package.json names is missing; it may have to be built first`] }
  if (path === undefined && hooks.length > 0)
    return { problems: ['it provides hooks, but package.json names no entry under exports["."]'] }
  return { path, problems: [] }
}

function packageWarnings(packageFile: ModulePackage | undefined, version: string): readonly string[] {
  if (packageFile === undefined) return []
  const known = new Set(['@datacortex/plugin', '@datacortex/errors', 'zod'])
  const needed = Object.keys(packageFile.dependencies ?? {}).filter((name) => !known.has(name))
  const differs = typeof packageFile.version === 'string' && packageFile.version !== version
  return [
    ...(differs ? [`package.json says version ${packageFile.version}, module.yaml ${version}`] : []),
    ...(needed.length > 0 && packageFile.bundleDependencies === undefined
      ? [`its code may need ${needed.join(', ')}, which are not installed with it`]
      : []),
  ]
}

function textOf(files: ModuleFiles, path: string): string | undefined {
  const bytes = files.get(path)
  return bytes === undefined || bytes.includes(0) ? undefined : utf8Text(bytes)
}
