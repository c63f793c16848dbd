import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundledModules } from './bundled-modules.ts'

async function folderWith(...modules: readonly string[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'bundled-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const folder of modules) {
    await mkdir(join(root, folder), { recursive: true })
    await writeFile(join(root, folder, 'module.yaml'), 'name: agents-datacortex\n')
  }
  return root
}

test('in a checkout they are those of the repository, also where packages are linked', async () => {
  const root = await folderWith('plugins/agents-datacortex', 'apps/cli/node_modules/@datacortex/agents-datacortex')
  expect(bundledModules(join(root, 'apps/cli/src'))).toBe(join(root, 'plugins'))
})

test.each(['node_modules/datacortex/dist', 'node_modules/.store/datacortex/node_modules/datacortex/dist'])(
  'from npm they are those beside the program or above it: %s',
  async (from) => {
    const root = await folderWith('node_modules/@datacortex/agents-datacortex')
    expect(bundledModules(join(root, from))).toBe(join(root, 'node_modules/@datacortex'))
  },
)

test('a folder of that name without modules is none, and where there is nothing the answer is undefined', async () => {
  const root = await folderWith()
  await mkdir(join(root, 'plugins'))
  await mkdir(join(root, 'node_modules/@datacortex/registry'), { recursive: true })
  expect(bundledModules(join(root, 'apps/cli/src'))).toBeUndefined()
})
