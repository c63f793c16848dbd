import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { moduleNew, moduleRemove } from './modules.ts'

test('a module whose files are nowhere else is removed only by who says so', async () => {
  const { context, paths } = await commandSpace()
  const module = join(paths.modulesDirectory, 'mine')
  await mkdir(module, { recursive: true })
  await writeFile(join(module, 'module.yaml'), 'manifest_version: 2\nname: mine\nversion: 1.0.0\ndescription: Mine\n')
  await expect(moduleRemove(context, { name: 'mine' })).rejects.toMatchObject({
    code: 'CLI_ANSWER_NEEDED',
    message:
      'Delete mine? It was never installed from anywhere else. No terminal is there to answer. Nothing was changed.',
  })
  const planned = await moduleRemove(context, { name: 'mine', dryRun: true })
  expect(planned.lines[1]).toBe('careful    it was never installed from anywhere else; what is in its folder is lost')
  expect((await stat(module)).isDirectory()).toBe(true)
  expect((await moduleRemove(context, { name: 'mine', yes: true })).data).toMatchObject({ removed: 'mine' })
  await expect(stat(module)).rejects.toThrow('ENOENT')
})

test('a module that is made elsewhere is installed from there', async () => {
  const { context, paths } = await commandSpace()
  const { lines } = await moduleNew(context, { name: 'tides', out: paths.root })
  expect(lines.at(-1)).toBe(`next       datacortex module install ${join(paths.root, 'tides')}`)
})
