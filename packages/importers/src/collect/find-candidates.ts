import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { redact } from '@datacortex/errors'
import { type SpacePaths, readTextFile, walkFiles } from '@datacortex/platform'
import { formatOfPath } from '../formats/detect-format.ts'
import type { ImportFormat, RootOptions, SkippedFile } from '../formats/file-reading.ts'
import { type PluginFolder, type PluginReading, readMarketplace, readPluginManifest } from './plugin-folders.ts'
import { names } from '../formats/field-values.ts'
import { ignoredFolders } from '../roots/root-stamps.ts'

export type Candidate = {
  /** Absolute. */
  readonly path: string
  /** `look`: only its content can tell. */
  readonly format: ImportFormat | 'look'
  readonly isNamed: boolean
  /** The imported path that it lies at or below. */
  readonly from: string
  /** Name of the Claude plugin it belongs to. */
  readonly plugin?: string | undefined
  /** The plugin, project or folder whose agents know each other by their names: absolute path; of a registry the file. */
  readonly scope: string
  /** The nearest `AGENTS.md` in the imported tree, and of a file of the space in the space: absolute path. */
  readonly context?: string | undefined
}

/** The candidates below the imported paths, what could not be entered, and how many files are something else. */
export type Candidates = {
  readonly candidates: readonly Candidate[]
  readonly skipped: readonly SkippedFile[]
  readonly ignored: number
}

export async function findCandidates(
  from: readonly string[],
  options: {
    paths: SpacePaths
    format: ImportFormat | 'auto'
    optionsOf?: ((path: string) => RootOptions) | undefined
    signal?: AbortSignal | undefined
  },
): Promise<Candidates> {
  const candidates: Candidate[] = []
  const skipped: SkippedFile[] = []
  let ignored = 0
  for (const start of from) {
    if (/^https?:\/\//i.test(start)) {
      // As a path it would be one that does not exist, and whoever gave it knows that the page does.
      skipped.push({ path: redact(start), reason: 'addresses are not fetched; save it first, and import the file' })
      continue
    }
    const root = resolve(start)
    const isNamed = (await stat(root).catch(() => undefined))?.isFile() ?? false
    const { format = options.format } = options.optionsOf?.(start) ?? {}
    const files: string[] = []
    const isOwn = ownFiles(options.paths, root)
    for await (const entry of walkFiles(root, { ignore: ignoredFolders, signal: options.signal })) {
      if (isOwn(entry.path)) continue
      if (entry.kind === 'skipped') skipped.push({ path: entry.path, reason: entry.reason })
      else files.push(entry.path)
    }
    const surroundings = await readSurroundings([...files, ...contextsAbove(root, options.paths)])
    skipped.push(...surroundings.skipped)
    for (const path of files) {
      const top = topOf(root, options.paths)
      const candidate = candidateOf(path, { ...surroundings, root, top, isNamed, format, from: start })
      if (candidate !== undefined) candidates.push(candidate)
      else if (isNamed) skipped.push({ path, reason: 'it has none of the known formats of agents' })
      else ignored += 1
    }
  }
  return { candidates, skipped, ignored }
}

/** How far up what holds for an imported file may lie. */
function topOf(root: string, paths: SpacePaths): string {
  return isInside(root, paths.root) ? paths.root : root
}

/** Those that hold for what is imported although they lie above it, in the space: for one file as for its folder. */
function contextsAbove(root: string, paths: SpacePaths): readonly string[] {
  return foldersAbove(root, topOf(root, paths))
    .map(contextOf)
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false)
}

function contextOf(folder: string): string {
  return join(folder, 'AGENTS.md')
}

// A module registers its agents itself, and a registry is not imported into itself.
function ownFiles(paths: SpacePaths, root: string): (path: string) => boolean {
  const own = [paths.agentsFile, paths.cacheDirectory, paths.stateDirectory, paths.modulesDirectory].filter(
    (place) => place === paths.agentsFile || !isInside(root, place),
  )
  return (path) => own.some((place) => isInside(path, place))
}

type Surroundings = PluginReading & {
  /** Folders with a `SKILL.md`: other Markdown in them belongs to the skill. */
  readonly skillFolders: ReadonlySet<string>
  readonly contexts: ReadonlySet<string>
}

async function readSurroundings(files: readonly string[]): Promise<Surroundings> {
  const plugins: PluginFolder[] = []
  const skipped: SkippedFile[] = []
  const scopes: string[] = []
  const skillFolders = new Set<string>()
  const contexts = new Set<string>()
  for (const path of files) {
    if (path.endsWith(`${sep}SKILL.md`)) skillFolders.add(dirname(path))
    else if (path.endsWith(`${sep}AGENTS.md`)) contexts.add(path)
    else if (path.endsWith(marketplaceFile) || path.endsWith(pluginFile)) {
      const reading = await readPluginFile(path)
      plugins.push(...reading.plugins)
      skipped.push(...reading.skipped)
      scopes.push(...reading.scopes)
    }
  }
  return { plugins, skipped, scopes, skillFolders, contexts }
}

const marketplaceFile = ['', '.claude-plugin', 'marketplace.json'].join(sep)
const pluginFile = ['', '.claude-plugin', 'plugin.json'].join(sep)

async function readPluginFile(path: string): Promise<PluginReading> {
  const file = await readTextFile(path, { maxBytes: 5_000_000 })
  if (!file.ok) return { plugins: [], skipped: [{ path, reason: file.reason }], scopes: [] }
  if (path.endsWith(pluginFile)) return readPluginManifest(file.text, path)
  return readMarketplace(file.text, {
    file: path,
    hasFolder: (directory) => statSync(directory, { throwIfNoEntry: false })?.isDirectory() ?? false,
  })
}

function candidateOf(
  path: string,
  options: Surroundings & { root: string; top: string; isNamed: boolean; format: ImportFormat | 'auto'; from: string },
): Candidate | undefined {
  const { plugins, scopes, skillFolders, root, isNamed } = options
  // The innermost plugin owns the file; of two manifests of one folder both count.
  const owners = plugins.filter((plugin) => isInside(path, plugin.directory))
  const depth = Math.max(0, ...owners.map((plugin) => plugin.directory.length))
  const innermost = owners.filter((plugin) => plugin.directory.length === depth)
  const isAgentOfPlugin = innermost.some((plugin) => plugin.agentPaths.some((place) => isInside(path, place)))
  const format = formatOfPath(path.split(sep).join('/'), {
    format: options.format,
    isNamed,
    mayBeAgent: scopes.some((scope) => isInside(path, scope))
      ? isAgentOfPlugin
      : !isBelowAny(path, { folders: skillFolders, root }),
  })
  if (format === undefined) return undefined
  const [plugin] = innermost
  const scope = format === 'datacore' ? path : (plugin?.directory ?? projectOf(path, root))
  return {
    path,
    format,
    isNamed,
    from: options.from,
    plugin: plugin?.name,
    scope,
    context: nearestContext(path, options),
  }
}

const agentFolders: ReadonlySet<string> = names(`
  .agents .claude .codex .cursor .gemini .github .kiro .opencode agents skills
`)

/** The folder above the first one that is for agents; else what was imported. */
function projectOf(path: string, root: string): string {
  const folders = foldersAbove(path, root)
  const outermost = folders.findLast((folder) => folder !== root && agentFolders.has(basename(folder)))
  if (outermost !== undefined) return dirname(outermost)
  return folders.length === 0 ? dirname(path) : root
}

function isBelowAny(path: string, { folders, root }: { folders: ReadonlySet<string>; root: string }): boolean {
  return foldersAbove(path, root).some((folder) => folders.has(folder))
}

function nearestContext(
  path: string,
  { contexts, top }: { contexts: ReadonlySet<string>; top: string },
): string | undefined {
  return foldersAbove(path, top)
    .map(contextOf)
    .find((file) => contexts.has(file))
}

function foldersAbove(path: string, root: string): readonly string[] {
  const folders: string[] = []
  for (let folder = dirname(path); isInside(folder, root); folder = dirname(folder)) {
    folders.push(folder)
    if (dirname(folder) === folder) break
  }
  return folders
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}
