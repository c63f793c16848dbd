import { checkManifest } from '@datacortex/plugin'
import { expect, test } from 'vitest'
import { files, packages, readJson, readText, readYaml } from './workspace.ts'

const plugins = packages.filter(({ folder }) => folder.startsWith('plugins/'))

test('every folder of plugins is a package with a manifest', () => {
  const folders = new Set(files.filter((file) => file.startsWith('plugins/')).map((file) => file.split('/')[1] ?? ''))
  expect(plugins.map(({ folder }) => folder.split('/')[1])).toEqual([...folders].sort())
  expect(plugins.filter(({ folder }) => !files.includes(`${folder}/module.yaml`))).toEqual([])
})

test('manifest and package.json agree, and no key is unknown', () => {
  const offenders = plugins.flatMap(({ folder, json }) => {
    const file = `${folder}/module.yaml`
    const { manifest, warnings } = checkManifest(readYaml(file), { file })
    const problems: string[] = [...warnings]
    if (manifest.name !== folder.split('/')[1]) problems.push('name is not the folder')
    if (json.name !== `@datacortex/${manifest.name}`) problems.push('name of the package')
    if (json.version !== manifest.version) problems.push('version')
    if (json.license !== manifest.license) problems.push('license')
    if (manifest.manifest_version !== 2) problems.push('manifest_version')
    if (json.files !== undefined && !json.files.includes('module.yaml')) problems.push('module.yaml is not published')
    return problems.map((problem) => `${file}: ${problem}`)
  })
  expect(offenders).toEqual([])
})

test('what modules provide has one owner each', () => {
  const owners = new Map<string, string[]>()
  for (const { folder } of plugins) {
    const { provides } = checkManifest(readYaml(`${folder}/module.yaml`), { file: folder }).manifest
    for (const kind of ['agents', 'sources', 'subagents'] as const)
      for (const id of Object.keys(provides[kind]))
        owners.set(`${kind}.${id}`, [...(owners.get(`${kind}.${id}`) ?? []), folder])
  }
  expect([...owners].filter(([, folders]) => folders.length > 1)).toEqual([])
})

test('the command ships every plugin', () => {
  const { dependencies = {} } = readJson('apps/cli/package.json')
  const unshipped = plugins.filter(({ json }) => dependencies[json.name ?? ''] === undefined)
  expect(unshipped.map(({ folder }) => `${folder} is no dependency of apps/cli/package.json`)).toEqual([])
})

test('the table of sources in the documentation is that of the manifests', () => {
  const header = /^\| source +\| asked by .*\n\|[-| :]+\n((?:\|.*\n)+)/m
  const tables = files.filter((file) => file.endsWith('.md')).flatMap((file) => header.exec(readText(file))?.[1] ?? [])
  const phases: Readonly<Record<string, string>> = { gather: 'reading of pages', synthesize: 'synthesis' }
  const provided = plugins.flatMap(({ folder }) =>
    Object.entries(checkManifest(readYaml(`${folder}/module.yaml`), { file: folder }).manifest.provides.sources).map(
      ([id, { layers, per_minute: perMinute }]) =>
        [
          `\`${id}\``,
          layers.map((layer) => phases[layer] ?? layer).join(', '),
          typeof perMinute === 'number' ? String(perMinute) : '',
        ].join(' | '),
    ),
  )
  const rows = (tables[0] ?? '')
    .trimEnd()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))
  expect(tables).toHaveLength(1)
  expect(rows.map(([, id, asked, , perMinute]) => [id, asked, perMinute].join(' | ')).toSorted()).toEqual(
    provided.toSorted(),
  )
})

test('a plugin with code exports `plugin` and runs the suite of its kind', () => {
  const offenders = plugins.flatMap(({ folder, files: own }) => {
    if (!own.includes(`${folder}/src/index.ts`)) return []
    const tests = own
      .filter((file) => file.endsWith('.test.ts'))
      .map(readText)
      .join('\n')
    const problems: string[] = []
    if (!/\bplugin\b/.test(readText(`${folder}/src/index.ts`))) problems.push('src/index.ts does not export plugin')
    if (!tests.includes('@datacortex/testkit')) problems.push('no test calls the conformance suite')
    return problems.map((problem) => `${folder}: ${problem}`)
  })
  expect(offenders).toEqual([])
})
