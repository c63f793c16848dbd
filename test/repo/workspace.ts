import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { parse } from 'yaml'

/** Layers of the house, as the tag in each package's turbo.json names them. */
export type Layer =
  | 'foundation'
  | 'sdk'
  | 'domain'
  | 'engine'
  | 'door'
  | 'testkit'
  | 'plugin'
  | 'app'
  | 'contracts'
  | 'test'

/** The fields of package.json, tsconfig.json and turbo.json that the checks look at. */
export type PackageJson = {
  readonly name?: string
  readonly tags?: readonly string[]
  readonly references?: readonly { readonly path: string }[]
  readonly version?: string
  readonly description?: string
  readonly license?: string
  readonly type?: string
  readonly private?: boolean
  readonly files?: readonly string[]
  readonly sideEffects?: boolean
  readonly exports?: Readonly<Record<string, unknown>>
  readonly engines?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly repository?: { readonly directory?: string }
  readonly keywords?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** A package of the workspace. */
export type WorkspacePackage = {
  /** From the root, with `/`: `packages/errors`. */
  readonly folder: string
  readonly json: PackageJson
  /** Files from the root, with `/`, without what is built or installed. */
  readonly files: readonly string[]
}

/** The root of the repository. */
export const root: string = resolve(import.meta.dirname, '..', '..')

const notOurs = /(?:^|\/)(?:node_modules|dist|\.git|\.turbo|coverage)(?:\/|$)|^contracts\/(?:out|cache)(?:\/|$)/

/** Every file that belongs to the repository, from the root, with `/`, sorted. */
export const files: readonly string[] = globSync(['**', '.{changeset,ci,github}/**'], {
  cwd: root,
  exclude: (entry) =>
    notOurs.test(typeof entry === 'string' ? entry : relative(root, join(entry.parentPath, entry.name))),
  withFileTypes: true,
})
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
  .filter((file) => !notOurs.test(file))
  .sort()

/** Every package, apps and plugins included. */
export const packages: readonly WorkspacePackage[] = files
  .filter((file) => /^(?:(?:packages|plugins|apps)\/[^/]+|contracts|test)\/package\.json$/.test(file))
  .map((file) => ({
    folder: dirname(file),
    json: readJson(file),
    files: files.filter((other) => other.startsWith(`${dirname(file)}/`)),
  }))

/** The packages that others can install. */
export const publicPackages: readonly WorkspacePackage[] = packages.filter(({ json }) => json.private !== true)

/** Text of a file of the repository. */
export function readText(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** Value of a JSON file; comment lines, which turbo.json may have, are dropped. */
export function readJson(file: string): PackageJson {
  return JSON.parse(readText(file).replace(/^\s*\/\/.*$/gm, ''))
}

/** Value of a YAML file. */
export function readYaml(file: string): unknown {
  return parse(readText(file))
}

/** The layer of a package. */
export function layerOf({ folder }: WorkspacePackage): string {
  return readJson(`${folder}/turbo.json`).tags?.join() ?? ''
}

/** Names of the workspace's own packages among the dependencies of one. */
export function ownDependencies({ json }: WorkspacePackage, kind: 'all' | 'runtime'): readonly string[] {
  const names = new Set(packages.map((other) => other.json.name))
  const declared = kind === 'all' ? { ...json.dependencies, ...json.devDependencies } : { ...json.dependencies }
  return Object.keys(declared)
    .filter((name) => names.has(name))
    .sort()
}

/** TypeScript files of a package's src; the contracts' src is Solidity, their TypeScript is tools. */
export function sourcesOf({ folder, files: own }: WorkspacePackage): readonly string[] {
  const source = folder === 'contracts' ? 'tools' : 'src'
  return own.filter((file) => file.startsWith(`${folder}/${source}/`) && /\.tsx?$/.test(file))
}

/** Whether a source file is only for tests. */
export function isTestFile(file: string): boolean {
  return /\.(?:test|test-d|fuzz|bench|growth)\.ts$/.test(file) || file.includes('/__fixtures__/')
}
