import { expect, test } from 'vitest'
import type { WorkspacePackage } from './workspace.ts'
import { isTestFile, layerOf, ownDependencies, packages, readText, sourcesOf } from './workspace.ts'

// Who may import whom beside foundation and sdk. A new edge needs a record in .github/decisions.
const domainEdges: Readonly<Record<string, readonly string[]>> = {
  embeddings: [],
  'vector-store': [],
  registry: ['embeddings', 'vector-store'],
  importers: ['registry'],
  modules: ['registry', 'importers'],
  router: ['registry'],
  queue: [],
  nightshift: ['queue', 'research'],
  notes: [],
  'dynamic-agents': ['registry', 'router'],
  cognition: ['knowledge-extractor'],
  memory: ['embeddings', 'vector-store', 'notes'],
  execution: ['registry', 'importers', 'modules', 'router', 'notes', 'memory', 'cognition'],
  'knowledge-extractor': ['notes', 'memory'],
  sources: [],
  research: ['notes', 'memory', 'knowledge-extractor', 'sources'],
  export: ['registry', 'importers', 'modules'],
  directory: ['registry'],
}

// Who asks a source reads its texts; what content becomes is typed by the contract of sub-agents: decision 0011. What
// others publish is typed by the contract of directories: decision 0044.
const sdkEdges: Readonly<Record<string, readonly string[]>> = {
  plugin: ['text'],
  content: ['text', 'platform', 'plugin'],
  protocols: ['text', 'platform', 'plugin'],
}

const layers: Readonly<Record<string, string>> = {
  errors: 'foundation',
  text: 'sdk',
  plugin: 'sdk',
  platform: 'sdk',
  content: 'sdk',
  protocols: 'sdk',
  wording: 'sdk',
  space: 'engine',
  gateway: 'door',
  mcp: 'door',
  testkit: 'testkit',
  ...Object.fromEntries(Object.keys(domainEdges).map((name) => [name, 'domain'])),
}

const modules = packages.filter(({ folder }) => folder.startsWith('plugins/')).map(({ folder }) => folder.slice(8))

// Of the bundle: threads, programs of other processes, the model and native code, which lie in their packages. Decision 0019.
const loadedFromHere: readonly string[] = ['embeddings', 'export', 'memory', 'modules', 'vector-store']

const ofLayer = (layer: string): readonly string[] => Object.keys(layers).filter((name) => layers[name] === layer)

test('every package has the layer of its place', () => {
  const wrong = packages.filter((one) => layerOf(one) !== expectedLayer(one)).map(({ folder }) => folder)
  expect(wrong).toEqual([])
})

test('declared dependencies keep to the edges', () => {
  const offenders = packages.flatMap((one) =>
    ownDependencies(one, 'runtime')
      .filter((name) => !mayImport(one, name))
      .map((name) => `${one.folder} depends on ${name}`),
  )
  expect(offenders).toEqual([])
})

test('imports in the source keep to the edges', () => {
  const offenders = packages.flatMap((one) =>
    sourcesOf(one).flatMap((file) =>
      importedPackages(file)
        .filter((name) => (isTestFile(file) ? !mayImportInTests(one, name) : !mayImportInSource(one, name)))
        .map((name) => `${file} imports ${name}`),
    ),
  )
  expect(offenders).toEqual([])
})

test('no file reaches into another package by a path', () => {
  const offenders = packages.flatMap((one) =>
    sourcesOf(one).filter((file) => {
      const depth = file.slice(one.folder.length + 1).split('/').length - 1
      const up = new RegExp(`from '(?:\\.\\./){${depth + 1},}`)
      return up.test(readText(file))
    }),
  )
  expect(offenders).toEqual([])
})

function expectedLayer({ folder }: WorkspacePackage): string {
  const [place = '', name = ''] = folder.split('/')
  if (place === 'plugins') return 'plugin'
  if (place === 'apps') return 'app'
  if (place === 'contracts' || place === 'test') return place
  return layers[name] ?? 'none: add it to the table of layers'
}

function importedPackages(file: string): readonly string[] {
  return [...readText(file).matchAll(/(?:from|import)\s*\(?\s*'(@datacortex\/[a-z-]+|datacortex)(?:\/[^']*)?'/g)].map(
    (match) => match[1] ?? '',
  )
}

function mayImport(one: WorkspacePackage, name: string): boolean {
  const imported = name.replace('@datacortex/', '')
  const own = one.folder.split('/').at(-1) ?? ''
  const sdk = [...ofLayer('foundation'), ...ofLayer('sdk')]
  switch (expectedLayer(one)) {
    case 'contracts':
    case 'foundation':
      return false
    case 'sdk':
      return ofLayer('foundation').includes(imported) || (sdkEdges[own] ?? []).includes(imported)
    case 'domain':
      return sdk.includes(imported) || (domainEdges[own] ?? []).includes(imported)
    case 'engine':
      return [...sdk, ...ofLayer('domain'), ...ofLayer('engine')].includes(imported)
    case 'door':
      return [...sdk, ...ofLayer('engine'), ...ofLayer('door')].includes(imported)
    case 'plugin':
      return sdk.includes(imported)
    case 'testkit':
      return [...sdk, ...ofLayer('domain')].includes(imported)
    case 'app':
      // The modules that come with the program, which are found by their manifests, and what its bundle loads from here.
      return [...sdk, ...ofLayer('engine'), ...ofLayer('door'), ...modules, ...loadedFromHere].includes(imported)
    default:
      return one.folder === 'test' || (name !== 'datacortex' && imported !== 'contracts')
  }
}

/** No code of a program leads past the engine, whatever is installed with it. */
function mayImportInSource(one: WorkspacePackage, name: string): boolean {
  const imported = name.replace('@datacortex/', '')
  const isApp = expectedLayer(one) === 'app'
  return mayImport(one, name) && !(isApp && [...modules, ...loadedFromHere].includes(imported))
}

/** Tests make spaces and look at what became of them. */
function mayImportInTests(one: WorkspacePackage, name: string): boolean {
  const isAbove = ['door', 'app'].includes(expectedLayer(one))
  return name === '@datacortex/testkit' || mayImport(one, name) || (isAbove && isDomain(name))
}

function isDomain(name: string): boolean {
  return ofLayer('domain').includes(name.replace('@datacortex/', ''))
}
