import { basename, join } from 'node:path'
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { codedError, attempt } from '@datacortex/errors'
import {
  type SpacePaths,
  type TextFile,
  inTurns,
  isThere,
  readTextFile,
  isLink,
  systemErrorCode,
  systemErrorReason,
  platformError,
} from '@datacortex/platform'
import type { CheckedManifest } from '@datacortex/plugin'
import { moduleError } from '../errors.ts'
import type { BrokenModule, DiscoveredModule, Discovery } from './discovered-module.ts'
import { parsePackage } from '../contents/module-package.ts'
import { parseManifest } from '../contents/parse-manifest.ts'
import { openTextCache } from './text-cache.ts'

/** The keyword by which an npm package says that it is a module. */
const keyword = 'datacortex-plugin'

export type DiscoverOptions = {
  /** The modules that come with the program. */
  readonly bundledDirectory?: string | undefined
}

/**
 * All modules of a space: those of the program, those installed, and npm packages with the keyword
 * `datacortex-plugin` on which the space's own package.json depends. Reads manifests only, never code.
 * @returns The modules by name, and those that were set aside with a coded error; one bad module harms no other.
 * @example const { modules, broken } = await discoverModules(paths, {})
 */
export async function discoverModules(paths: SpacePaths, options: DiscoverOptions = {}): Promise<Discovery> {
  const broken: BrokenModule[] = []
  const bundled =
    options.bundledDirectory === undefined
      ? []
      : await foldersIn(options.bundledDirectory, { origin: 'bundled', broken })
  const installed = await foldersIn(paths.modulesDirectory, { origin: 'installed', broken })
  // 25 take 35 ms to parse and check.
  const cache = await openTextCache<CheckedManifest>('manifests', {
    version: 3,
    keeps: ({ warnings }) => warnings.length === 0,
  })
  const parseKept: typeof parseManifest = (text, at) => cache.of(text, () => parseManifest(text, at))
  const others = [...installed, ...(await npmPackages(paths))]
  const found = [
    ...(await inTurns(bundled, fewFiles, async (one) => await readCandidate(one, parseKept))),
    ...(await inTurns(others, fewFiles, async (one) => await readCandidate(one, parseManifest))),
  ]
  await cache.save()
  const modules = new Map<string, DiscoveredModule>()
  for (const candidate of found) {
    if (candidate === undefined) continue
    if ('error' in candidate) broken.push(candidate)
    else if (modules.has(candidate.name)) broken.push(duplicate(candidate, modules.get(candidate.name)?.directory))
    else modules.set(candidate.name, candidate)
  }
  return { modules: [...modules.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), broken }
}

type Candidate = {
  readonly directory: string
  readonly origin: DiscoveredModule['origin']
  readonly isLink?: boolean | undefined
}

async function foldersIn(
  directory: string,
  { origin, broken }: Pick<Candidate, 'origin'> & { readonly broken: BrokenModule[] },
): Promise<readonly Candidate[]> {
  const entries = await readFolder(directory).catch((error: unknown) => {
    broken.push({ path: directory, error: codedError(error) })
    return []
  })
  return entries
    .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
    .map((entry) => ({ directory: join(directory, entry.name), origin, isLink: entry.isSymbolicLink() }))
    .sort((a, b) => (a.directory < b.directory ? -1 : 1))
}

async function npmPackages(paths: SpacePaths): Promise<readonly Candidate[]> {
  const names = await directDependencies(join(paths.root, 'package.json'))
  const candidates = await inTurns(names, fewFiles, async (name): Promise<readonly Candidate[]> => {
    const directory = join(paths.root, 'node_modules', name)
    const read = await readTextFile(join(directory, 'package.json'), { maxBytes: 1_000_000 })
    // Most packages are none; only the few that mention the keyword are parsed.
    if (!read.ok || !read.text.includes(keyword)) return []
    const { keywords } = attempt(
      () => parsePackage(read.text, { file: join(directory, 'package.json') }),
      () => ({ keywords: undefined }),
    )
    return keywords?.includes(keyword) === true ? [{ directory, origin: 'npm' }] : []
  })
  return candidates.flat()
}

/** A large project has hundreds of dependencies, and a process may be allowed to open few files at once. */
const fewFiles = { atOnce: 16 }

async function directDependencies(file: string): Promise<readonly string[]> {
  const read = await readTextFile(file, { maxBytes: 1_000_000 })
  if (!read.ok) return []
  // The space's package.json is not ours to complain about.
  const parsed = attempt(
    () => parsePackage(read.text, { file }),
    () => undefined,
  )
  const names = Object.keys({ ...parsed?.dependencies, ...parsed?.optionalDependencies })
  return names.filter((name) => /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*$/.test(name)).sort()
}

async function readCandidate(
  { directory, origin, isLink }: Candidate,
  parse: typeof parseManifest,
): Promise<DiscoveredModule | BrokenModule | undefined> {
  const file = join(directory, 'module.yaml')
  const read = await readManifestFile(file)
  // Another process has removed it since the folder was listed.
  if (!read.ok && read.code === 'ENOENT' && isLink !== true && !(await isThere(directory))) return undefined
  try {
    // What is installed was copied; only a checkout of the program and npm itself use links.
    if (isLink === true && origin === 'installed')
      throw moduleError('MODULE_CONTENT_REFUSED', { origin: directory, problems: ['the folder is a symbolic link'] })
    // Where npm keeps the modules of the program it keeps its other packages too.
    if (!read.ok && read.code === 'ENOENT' && origin === 'bundled') return undefined
    if (!read.ok)
      throw moduleError('MODULE_CONTENT_REFUSED', { origin: directory, problems: [`module.yaml: ${read.reason}`] })
    const { manifest, warnings } = parse(read.text, { file })
    if (origin !== 'npm' && manifest.name !== basename(directory))
      throw moduleError('MODULE_CONTENT_REFUSED', {
        origin: directory,
        problems: [`module.yaml names it ${manifest.name}`],
      })
    return { name: manifest.name, version: manifest.version, directory, origin, manifest, warnings }
  } catch (error) {
    return { path: directory, error: codedError(error) }
  }
}

async function readManifestFile(file: string): Promise<TextFile> {
  const options = { maxBytes: 1_000_000 }
  const read = await readTextFile(file, options)
  // Between the folder of the old version and that of the new one there is none for a moment.
  return !read.ok && read.code === 'ENOENT' ? await readTextFile(file, options) : read
}

function duplicate({ directory, name }: DiscoveredModule, first: string | undefined): BrokenModule {
  const clashes = [`the name ${name} belongs to ${first ?? 'another module'}`]
  return { path: directory, error: moduleError('MODULE_ID_CLASH', { module: `in ${directory}`, clashes }) }
}

/** What is in a folder of modules; nothing if there is none. `directory` is absolute. */
export async function readFolder(directory: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true })
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' && !(await isLink(directory))) return []
    const reason = systemErrorReason(error)
    throw platformError('PLATFORM_FILE_UNREADABLE', { file: directory, reason }, { cause: error })
  }
}
