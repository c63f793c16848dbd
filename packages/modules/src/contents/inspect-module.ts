import { attempt, thrownText } from '@datacortex/errors'
import { isRecord, recordOf } from '@datacortex/platform'
import type { Manifest, PluginKind } from '@datacortex/plugin'
import { utf8Text } from '@datacortex/text'
import { parseYaml } from '@datacortex/platform/yaml'
import { moduleError } from '../errors.ts'
import { type PromptReader, readManifestAgents } from './read-manifest-agents.ts'
import { readManifestComponents } from './read-manifest-components.ts'
import type { ModuleFiles } from './module-files.ts'
import { type ModulePackage, entryConditions, packageEntry, parsePackage } from './module-package.ts'
import { parseManifest } from './parse-manifest.ts'

/** Checks the manifest, the agents and the package of a module that is in memory. */
export async function inspectModule(files: ModuleFiles, { origin }: { origin: string }) {
  const text = textOf(files, 'module.yaml')
  if (text === undefined)
    throw moduleError('MODULE_CONTENT_REFUSED', { origin, problems: ['it has no module.yaml in its top folder'] })
  const checked = parseManifest(text, { file: 'module.yaml' })
  const prefix = `.datacore/modules/${checked.manifest.name}/`
  const prompts: PromptReader = { prefix, read: (path) => Promise.resolve(textOf(files, path)) }
  const { agents, problems, warnings } = await readManifestAgents(checked.manifest, prompts)
  const components = await readManifestComponents(checked.manifest, prompts)
  const packageText = textOf(files, 'package.json')
  const packageFile = packageText === undefined ? undefined : parsePackage(packageText, { file: 'package.json' })
  const entry = entryOf(packageFile, { files, hooks: checked.manifest.provides.hooks })
  // Of a module that is refused nothing is left out alone.
  const own = [...problems, ...components.problems].map((problem) => problem.replace(/; it is left out\.?$/, ''))
  const all = [...own, ...entry.problems]
  if (all.length > 0) throw moduleError('MODULE_CONTENT_REFUSED', { origin, problems: all })
  return {
    manifest: checked.manifest,
    warnings: [
      ...checked.warnings,
      ...warnings,
      ...components.warnings,
      ...packageWarnings(packageFile, checked.manifest.version),
    ],
    agents,
    code: entry.path === undefined ? undefined : describeCode(checked.manifest, { entry: entry.path, files }),
    // Of the whole module.yaml: Datacore's own keys matter here.
    redFlags: findRedFlags(files, parseYaml(text).document.toJS(), packageFile),
  }
}

function entryOf(
  packageFile: ModulePackage | undefined,
  { files, hooks }: { readonly files: ModuleFiles; readonly hooks: readonly string[] },
): { readonly path?: string | undefined; readonly problems: readonly string[] } {
  const found = attempt(
    () => ({ path: packageEntry(packageFile ?? {}, entryConditions) }),
    (error) => ({ problems: [`the entry of package.json: ${thrownText(error)}`] }),
  )
  if ('problems' in found) return found
  const { path } = found
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

/** The code of a module that this program would run, inside itself and without a sandbox. */
export type ModuleCode = {
  /** The file that is imported first. */
  readonly entry: string
  /** Every file of code, the entry first. */
  readonly files: readonly string[]
  /** As far as the manifest tells; what else it is only the code itself says. */
  readonly kinds: readonly PluginKind[]
  /** The points of the program at which it is called. */
  readonly hooks: readonly string[]
}

const codeFile = /\.(?:[cm]?[jt]sx?|node|wasm)$/i

/** Says what code a module brings, by its manifest and the names of its files. */
function describeCode({ provides }: Manifest, { entry, files }: { entry: string; files: ModuleFiles }): ModuleCode {
  const provided = [
    ['source', Object.keys(provides.sources)],
    ['sub-agent', Object.keys(provides.subagents)],
    ['hooks', provides.hooks],
  ] as const
  const others = [...files.keys()].filter(
    (path) => path !== entry && codeFile.test(path) && !/\.d\.[cm]?ts$/.test(path),
  )
  return {
    entry,
    files: [entry, ...others.sort()],
    kinds: provided.filter(([, ids]) => ids.length > 0).map(([kind]) => kind),
    hooks: provides.hooks,
  }
}

const nativeFile = /\.(?:node|so|dylib|dll|exe|a|o)$|(?:^|\/)binding\.gyp$/i
const installScripts = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish']

/** What a person should see before saying yes: native code, and commands of other programs, none of which runs here. */
function findRedFlags(files: ModuleFiles, manifest: unknown, packageFile: ModulePackage | undefined) {
  const native = [...files.keys()].filter((path) => nativeFile.test(path)).map((path) => `native code: ${path}`)
  const scripts = installScripts
    .filter((name) => packageFile?.scripts?.[name] !== undefined)
    .map((name) => `install script (not run): ${name}: ${shown(packageFile?.scripts?.[name])}`)
  const postInstall = field(field(manifest, 'hooks'), 'post_install')
  const shell = postInstall === undefined ? [] : [`shell command (not run): post_install: ${shown(postInstall)}`]
  return [...native, ...scripts, ...shell, ...serverCommands(manifest)]
}

function serverCommands(manifest: unknown): readonly string[] {
  const servers = field(field(manifest, 'requires'), 'mcp_servers')
  return Object.entries(recordOf(servers)).map(([name, server]) => {
    const args = field(server, 'args')
    const words = [field(server, 'command'), ...(Array.isArray(args) ? args : [])]
    return `MCP server (not started): ${name}: ${shown(words.map(String).join(' '))}`
  })
}

function field(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? (value[key] ?? undefined) : undefined
}

/** In one line, with control characters and text direction marks made visible. */
function shown(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
