import { dirname, join, sep } from 'node:path'
import { expect, test } from 'vitest'
import { files, ownDependencies, packages, publicPackages, readJson, readText } from './workspace.ts'

const headings = ['## What', '## When', '## Use', '## API', '## Errors', '## Limits']

test('every package has its files', () => {
  const missing = publicPackages.flatMap(({ folder, files: own }) => {
    const app = folder.startsWith('apps/')
    const wanted = ['package.json', 'README.md', 'tsconfig.json', 'turbo.json']
    if (!app) wanted.push('src/index.ts', 'src/index.test.ts')
    if (folder.startsWith('plugins/')) wanted.push('module.yaml')
    return wanted.map((file) => `${folder}/${file}`).filter((file) => !own.includes(file))
  })
  // A module of agents only has no code.
  expect(missing.filter((file) => !belongsToAgentsOnlyModule(file))).toEqual([])
})

test('every package.json has the same fields with the same meaning', () => {
  const offenders = publicPackages.flatMap(({ folder, json }) => {
    const name = folder.split('/')[1] ?? ''
    const problems: string[] = []
    if (json.name !== (folder === 'apps/cli' ? 'datacortex' : `@datacortex/${name}`)) problems.push('name')
    if (!/^\d+\.\d+\.\d+$/.test(json.version ?? '')) problems.push('version')
    if (!json.description?.endsWith('.')) problems.push('description ends with a full stop')
    if (json.license !== 'MIT') problems.push('license')
    if (json.type !== 'module') problems.push('type')
    if (json.engines?.['node'] !== '>=24') problems.push('engines.node')
    if (json.repository?.directory !== folder) problems.push('repository.directory')
    if (!['!**/*.test.*', '!**/*.growth.*', '!**/.tsbuildinfo'].every((one) => json.files?.includes(one) === true))
      problems.push('files: without tests and what only the compiler reads')
    if (json.scripts !== undefined) problems.push('scripts: they belong to the root')
    if (folder.startsWith('plugins/') && !json.keywords?.includes('datacortex-plugin')) problems.push('keywords')
    if (folder.startsWith('packages/')) {
      if (json.sideEffects !== false) problems.push('sideEffects')
      if (JSON.stringify(json.exports?.['.']) !== JSON.stringify(entry)) problems.push('exports["."]')
    }
    return problems.map((problem) => `${folder}: ${problem}`)
  })
  expect(offenders).toEqual([])
})

test('exports lead to files that are there', () => {
  const offenders = publicPackages.flatMap(({ folder, json }) =>
    [...JSON.stringify(json.exports ?? {}).matchAll(/"\.\/(src\/[^"]+)"/g)]
      .map((match) => `${folder}/${match[1]}`)
      .filter((file) => !files.includes(file)),
  )
  expect(offenders).toEqual([])
})

test('no package runs a script at installation', () => {
  const offenders = packages.filter(({ json }) =>
    ['preinstall', 'install', 'postinstall', 'prepare'].some((name) => json.scripts?.[name] !== undefined),
  )
  expect(offenders.map(({ folder }) => folder)).toEqual([])
})

test('every README has the headings, in order', () => {
  const offenders = publicPackages
    .map(({ folder }) => `${folder}/README.md`)
    .filter((file) => files.includes(file))
    .filter((file) => {
      const lines = readText(file).split('\n')
      const places = headings.map((heading) => lines.indexOf(heading))
      return places.some((place, index) => place < 0 || place < (places[index - 1] ?? 0))
    })
  expect(offenders).toEqual([])
})

test('project references are the dependencies inside the workspace', () => {
  const offenders = packages.flatMap((one) => {
    const file = `${one.folder}/tsconfig.json`
    if (!files.includes(file)) return []
    const { references = [] } = readJson(file)
    const referenced = references.map(({ path }) => nameAt(join(one.folder, path)))
    // A module of agents only has no code to build.
    // The command loads its plugins by their manifests, and imports none.
    const built = ownDependencies(one, 'all').filter(
      (name) => files.includes(`${folderOf(name)}/tsconfig.json`) && !folderOf(name)?.startsWith('plugins/'),
    )
    return referenced.sort().join() === built.join()
      ? []
      : [`${file}: ${referenced.join(', ')} but package.json has ${built.join(', ')}`]
  })
  expect(offenders).toEqual([])
})

test('the root project builds every package that has a tsconfig', () => {
  const { references = [] } = readJson('tsconfig.json')
  const projects = files.filter((file) => /^(?:[^/]+\/)+tsconfig\.json$/.test(file)).map((file) => dirname(file))
  expect(references.map(({ path }) => path).sort()).toEqual(projects.sort())
})

const entry = {
  '@datacortex/source': './src/index.ts',
  types: './dist/index.d.ts',
  default: './dist/index.js',
}

function nameAt(path: string): string {
  return packages.find(({ folder }) => path.split(sep).join('/') === folder)?.json.name ?? path
}

function folderOf(name: string): string | undefined {
  return packages.find(({ json }) => json.name === name)?.folder
}

function belongsToAgentsOnlyModule(file: string): boolean {
  const [place, name] = file.split('/')
  if (place !== 'plugins' || files.includes(`plugins/${name}/src/index.ts`)) return false
  return /\/(?:tsconfig\.json|src\/index(?:\.test)?\.ts)$/.test(file)
}
