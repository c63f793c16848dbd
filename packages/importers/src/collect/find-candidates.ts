import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import picomatch from 'picomatch'
import { redact } from '@datacortex/errors'
import {
  isAddress,
  isBelow,
  isFetched,
  isLink,
  mindFolders,
  readTextFile,
  walkFiles,
  ifRefused,
} from '@datacortex/platform'
import type { SpacePaths } from '@datacortex/platform'
import { type FileSurroundings, formatOfPath, isAboutFolder, isAgentPlace, leftOut } from '../formats/detect-format.ts'
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
  /** Whether it is one also if it says nothing of itself. */
  readonly isPlace: boolean
  /** Whether it lies in a plugin or marketplace that does not name it. */
  readonly isUnnamed?: boolean | undefined
  /** Name of the Claude plugin it belongs to. */
  readonly plugin?: string | undefined
  /** The plugin, project or folder whose agents know each other by their names: absolute path; of a registry the file. */
  readonly scope: string
  /** The nearest `AGENTS.md` in the imported tree, and of a file of the space in the space: absolute path. */
  readonly context?: string | undefined
}

export type FindOptions = Pick<RootOptions, 'guides' | 'exclude'> & {
  readonly paths: SpacePaths
  readonly format: ImportFormat | 'auto'
  /** The same of one of the paths, where that differs. */
  readonly optionsOf?: ((path: string) => RootOptions) | undefined
  readonly signal?: AbortSignal | undefined
}

export async function findCandidates(from: readonly string[], options: FindOptions) {
  const candidates: Candidate[] = []
  const skipped: SkippedFile[] = []
  const seen = new Set<string>()
  const minds = await mindFolders(options.paths)
  for (const start of from) {
    if (isAddress(start)) {
      // As a path it would be one that does not exist, and the one who gave it knows that the page does.
      skipped.push({ path: redact(start), reason: 'addresses are not fetched; save it first, and import the file' })
      continue
    }
    const root = resolve(start)
    const isNamed = (await stat(root).catch(ifRefused(undefined)))?.isFile() ?? false
    const own = optionsAt(start, options)
    const isExcluded = excluding(own.exclude ?? [])
    const files: string[] = []
    const isOwn = ownFiles(options.paths, root, minds)
    for await (const entry of walkFiles(root, {
      ignore: ignoredFolders,
      isClosed: isFetched(root),
      signal: options.signal,
    })) {
      const { path } = entry
      // Paths that are given may lie in each other.
      if (isOwn(path) || seen.has(path)) continue
      seen.add(path)
      if (entry.kind === 'file' && isExcluded(entry.relativePath))
        skipped.push({ path, kind: 'asked', reason: 'excluded by a pattern' })
      else if (entry.kind === 'file') files.push(path)
      else
        skipped.push({
          path,
          reason: entry.reason,
          ...(entry.isRepeated === true || (await isLink(path)) ? { kind: 'link' as const } : {}),
        })
    }
    const surroundings = await readSurroundings([...files, ...contextsAbove(root, options.paths)])
    skipped.push(...surroundings.skipped)
    for (const path of files) {
      const top = topOf(root, options.paths)
      const candidate = candidateOf(path, { ...own, ...surroundings, root, top, isNamed, from: start })
      if ('format' in candidate) candidates.push(candidate)
      else if (isNamed && candidate.kind === 'foreign')
        skipped.push({ path, reason: 'it has none of the known formats of agents' })
      else if (!surroundings.reported.has(path)) skipped.push(candidate)
    }
  }
  return { candidates, skipped }
}

export function optionsAt<Options extends FindOptions>(start: string, options: Options): Options {
  const own = options.optionsOf?.(start)
  return { ...options, ...own, format: own?.format ?? options.format }
}

/** Whether a path below what is imported fits one of some patterns, itself or by a folder above it. */
function excluding(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => false
  const plain = patterns.map((pattern) => pattern.replace(/^\.?\/|\/+$/g, ''))
  return picomatch(
    plain.flatMap((pattern) => [pattern, `${pattern}/**`, `**/${pattern}`, `**/${pattern}/**`]),
    { dot: true, nonegate: true },
  )
}

/** How far up what holds for an imported file may lie. */
function topOf(root: string, paths: SpacePaths): string {
  return isBelow(root, paths.root) ? paths.root : root
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

// A module registers its agents itself, a registry is not imported into itself, and what an agent knows is no agent.
function ownFiles(paths: SpacePaths, root: string, minds: readonly string[]): (path: string) => boolean {
  const own = [paths.agentsFile, paths.cacheDirectory, paths.stateDirectory, paths.modulesDirectory].filter(
    (place) => place === paths.agentsFile || !isBelow(root, place),
  )
  return (path) => [...own, ...minds].some((place) => isBelow(path, place))
}

type Surroundings = PluginReading & {
  /** Folders with a `SKILL.md`: other Markdown in them belongs to the skill. */
  readonly skillFolders: ReadonlySet<string>
  readonly contexts: ReadonlySet<string>
  /** Manifests of which it is reported already what they don't give. */
  readonly reported: ReadonlySet<string>
}

async function readSurroundings(files: readonly string[]): Promise<Surroundings> {
  const plugins: PluginFolder[] = []
  const skipped: SkippedFile[] = []
  const scopes: string[] = []
  const skillFolders = new Set<string>()
  const contexts = new Set<string>()
  for (const path of files) {
    if (/[/\\]SKILL\.md$/i.test(path)) skillFolders.add(dirname(path))
    else if (path.endsWith(`${sep}AGENTS.md`)) contexts.add(path)
    else if (path.endsWith(marketplaceFile) || path.endsWith(pluginFile)) {
      const reading = await readPluginFile(path)
      plugins.push(...reading.plugins)
      skipped.push(...reading.skipped)
      scopes.push(...reading.scopes)
    }
  }
  return { plugins, skipped, scopes, skillFolders, contexts, reported: new Set(skipped.map(({ path }) => path)) }
}

const marketplaceFile = ['', '.claude-plugin', 'marketplace.json'].join(sep)
const pluginFile = ['', '.claude-plugin', 'plugin.json'].join(sep)

async function readPluginFile(path: string): Promise<PluginReading> {
  const file = await readTextFile(path, { maxBytes: 5_000_000 })
  if (!file.ok) return { plugins: [], skipped: [{ path, reason: file.reason }], scopes: [] }
  const hasFolder = (directory: string): boolean =>
    statSync(directory, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (path.endsWith(pluginFile)) return readPluginManifest(file.text, path, hasFolder)
  return readMarketplace(file.text, { file: path, hasFolder })
}

function candidateOf(
  path: string,
  options: Surroundings & FindOptions & { root: string; top: string; isNamed: boolean; from: string },
): Candidate | SkippedFile {
  const { plugins, scopes, skillFolders, contexts, root, top, isNamed, format: wanted, guides } = options
  // The innermost plugin owns the file; of two manifests of one folder both count.
  const owners = plugins.filter((plugin) => isBelow(path, plugin.directory))
  const depth = Math.max(0, ...owners.map((plugin) => plugin.directory.length))
  const innermost = owners.filter((plugin) => plugin.directory.length === depth)
  const isAgentOfPlugin = innermost.some((plugin) => plugin.agentPaths.some((place) => isBelow(path, place)))
  const plain = path.split(sep).join('/')
  const isOfSkill = !isAgentOfPlugin && foldersAbove(path, root).some((folder) => skillFolders.has(folder))
  const surroundings: FileSurroundings = {
    format: wanted,
    isNamed,
    guides,
    mayBeAgent: !isOfSkill,
    isCommand: innermost.some(({ directory }) => isBelow(path, join(directory, 'commands'))),
  }
  const format = formatOfPath(plain, surroundings)
  if (format === undefined) return { ...leftOut(plain, surroundings), path }
  const [plugin] = innermost
  const isPlace = isAgentPlace(plain) || (isAgentOfPlugin && !isAboutFolder(plain))
  const isOwned = isAgentOfPlugin || isPlace || isNamed || format === 'prompt' || !/\.md$/i.test(path)
  return {
    path,
    format,
    isNamed,
    from: options.from,
    isPlace,
    isUnnamed: !isOwned && scopes.some((scope) => isBelow(path, scope)),
    plugin: plugin?.name,
    scope: format === 'datacore' ? path : (plugin?.directory ?? projectOf(path, root)),
    context: foldersAbove(path, top)
      .map(contextOf)
      .find((file) => contexts.has(file)),
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

function foldersAbove(path: string, root: string): readonly string[] {
  const folders: string[] = []
  for (let folder = dirname(path); isBelow(folder, root); folder = dirname(folder)) {
    folders.push(folder)
    if (dirname(folder) === folder) break
  }
  return folders
}
