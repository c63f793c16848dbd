import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findSpace } from '../__fixtures__/find-space.ts'
import { spaceFingerprint } from './find-place.ts'

test('it changes with each file that decides what is found', async () => {
  const paths = await findSpace()
  const bundledDirectory = join(paths.root, 'bundled')
  const files = [
    paths.agentsFile,
    paths.settingsFile,
    paths.settingsLocalFile,
    join(paths.modulesDirectory, 'garden', 'module.yaml'),
    join(bundledDirectory, 'house', 'module.yaml'),
    join(paths.root, 'package.json'),
    join(paths.root, 'node_modules', 'datacortex-roof', 'module.yaml'),
    join(paths.root, 'node_modules', '@some/one', 'module.yaml'),
  ]
  const seen = [await spaceFingerprint(paths, { bundledDirectory })]
  for (const [file, text] of files.flatMap((file) => [
    [file, content(file, 1)] as const,
    [file, content(file, 2)] as const,
  ])) {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    seen.push(await spaceFingerprint(paths, { bundledDirectory }))
  }
  expect(new Set(seen).size).toBe(seen.length)
})

test('it changes with files of utterances, and without any it is as ever', async () => {
  const paths = await findSpace()
  const file = join(paths.root, 'routings')
  const fingerprint = async () => await spaceFingerprint(paths, { utterances: { files: [file] } })
  const absent = await fingerprint()
  await writeFile(file, 'x')
  expect(await fingerprint()).not.toBe(absent)
  expect(await spaceFingerprint(paths, { utterances: { files: [] } })).toBe(await spaceFingerprint(paths, {}))
})

test('it stays while other files and times change', async () => {
  const paths = await findSpace()
  const before = await spaceFingerprint(paths, {})
  await utimes(paths.agentsFile, 1, 1)
  await mkdir(paths.stateDirectory, { recursive: true })
  await writeFile(join(paths.stateDirectory, 'log'), 'x')
  await writeFile(join(paths.root, 'README.md'), 'x')
  expect(await spaceFingerprint(paths, {})).toBe(before)
  expect(before).toMatch(/^[0-9a-f]{64}$/)
})

function content(file: string, version: number): string {
  if (!file.endsWith('package.json')) return `version: ${version}`
  return JSON.stringify({ version, dependencies: { 'datacortex-roof': '1', '@some/one': '1' } })
}
