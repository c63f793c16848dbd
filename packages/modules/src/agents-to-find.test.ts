import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporarySpace, writeFiles } from './__fixtures__/temporary-space.ts'
import { readAgentsToFind } from './agents-to-find.ts'

test('agents come with those of modules, and the modules of the program are told apart', async () => {
  await using space = await temporarySpace()
  const module = (name: string, agent: string): string =>
    JSON.stringify({
      name,
      version: '1.0.0',
      description: 'x',
      provides: { agents: { [agent]: { description: agent } } },
    })
  await writeFiles(space.elsewhere, { 'agents-paint/module.yaml': module('agents-paint', 'painter') })
  await writeFiles(space.paths.modulesDirectory, { 'agents-cook/module.yaml': module('agents-cook', 'cook') })
  const read = await readAgentsToFind(space.paths, { bundledDirectory: space.elsewhere })
  expect([...read.bundled]).toEqual(['agents-paint'])
  expect(read.registry.agents.get('painter')?.module).toBe('agents-paint')
})

test('a prompt is read without its front matter, and not where a link leads out of the space', async () => {
  await using space = await temporarySpace()
  const { root } = space.paths
  await writeFiles(root, { 'cook.md': '---\nname: cook\n---\nBake.\n' })
  await writeFiles(space.elsewhere, { 'key.md': '# Zebra passphrases\nplanted' })
  await symlink(join(space.elsewhere, 'key.md'), join(root, 'spy.md'))
  const { promptFile, readPrompt } = await readAgentsToFind(space.paths)
  const entry = (source: string) => ({ name: 'x', description: 'x', skills: [], source })
  expect(promptFile(entry('cook.md'))).toBe(join(root, 'cook.md'))
  expect((await readPrompt(entry('cook.md')))?.trim()).toBe('Bake.')
  expect(await readPrompt(entry('spy.md'))).toBeUndefined()
})
