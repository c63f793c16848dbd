import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { appendLines } from '../files/append-lines.ts'
import { outsideSpace } from './outside-space.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'

/** A space whose state and cache hold links, and a folder outside of it. */
async function linkedSpace(links: Readonly<Record<string, string>>) {
  const [root, outside] = [await temporaryFolder(), await temporaryFolder()]
  await mkdir(join(outside, 'folder'))
  await writeFile(join(outside, '.bashrc'), 'alias ls=ls\n')
  await mkdir(join(root, '.datacore/state'), { recursive: true })
  await mkdir(join(root, '.datacore/cache'))
  await mkdir(join(root, 'elsewhere'))
  await writeFile(join(root, 'elsewhere/log.yaml'), '')
  for (const [path, target] of Object.entries(links))
    await symlink(target.startsWith('./') ? join(root, target) : join(outside, target), join(root, '.datacore', path))
  return { outside, at: (path: string) => join(root, '.datacore', path) }
}

test('nothing is written through a link that leads out of the space', async () => {
  const { at, outside } = await linkedSpace({
    'state/memories.jsonl': '.bashrc',
    'state/gone.jsonl': 'new.txt',
    'state/outputs': 'folder',
    'state/new-outputs': 'new-folder',
    'cache/state.json': '.bashrc',
  })
  const refused = { code: 'PLATFORM_FILE_UNWRITABLE', hint: expect.stringContaining('Remove the link') as unknown }
  for (const path of [
    'state/memories.jsonl',
    'state/gone.jsonl',
    'state/outputs/a.md',
    'state/new-outputs/a.md',
    'cache/state.json',
  ]) {
    await expect(appendLines(at(path), ['evil'])).rejects.toMatchObject(refused)
    await expect(writeFileAtomically(at(path), 'evil')).rejects.toMatchObject(refused)
  }
  await expect(writeFileAtomically(at('state/outputs/a.md'), 'evil', { replacesLink: true })).rejects.toMatchObject(
    refused,
  )
  expect(await readFile(join(outside, '.bashrc'), 'utf8')).toBe('alias ls=ls\n')
  expect((await readdir(outside, { recursive: true })).sort()).toEqual(['.bashrc', 'folder'])
})

test('the registry is written through a link to the like of it, and to no other file', async () => {
  const { at, outside } = await linkedSpace({ 'agents.yaml': 'folder/agents.yaml', 'settings.yaml': '.bashrc' })
  await writeFile(join(outside, 'folder/agents.yaml'), '')
  await writeFileAtomically(at('agents.yaml'), 'agents: {}\n')
  expect(await readFile(join(outside, 'folder/agents.yaml'), 'utf8')).toBe('agents: {}\n')
  await expect(writeFileAtomically(at('settings.yaml'), 'evil')).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNWRITABLE',
    message: expect.stringContaining('a link leads it out of the space'),
  })
  expect(await readFile(join(outside, '.bashrc'), 'utf8')).toBe('alias ls=ls\n')
})

test('links inside the space, a cache on another disk, and files elsewhere are fine', async () => {
  const { at, outside } = await linkedSpace({
    'state/log.yaml': './elsewhere/log.yaml',
    'state/outputs': './elsewhere',
    'cache/find': 'folder',
  })
  await appendLines(at('state/log.yaml'), ['one'])
  await writeFileAtomically(at('state/outputs/a.md'), 'one')
  await writeFileAtomically(at('cache/find/state.json'), '{}')
  expect(await readFile(at('../elsewhere/log.yaml'), 'utf8')).toBe('one\n')
  expect(await outsideSpace(at('state/not/yet/there.md'))).toBeUndefined()
  expect(await outsideSpace(at('settings.yaml'))).toBeUndefined()
  expect(await outsideSpace(join(outside, '.bashrc'))).toBeUndefined()
})

test('a space that is reached over a link is no other space', async () => {
  const { at, outside } = await linkedSpace({})
  await symlink(at('..'), join(outside, 'desk'))
  await appendLines(join(outside, 'desk/.datacore/state/a.jsonl'), ['one'])
  expect(await readFile(at('state/a.jsonl'), 'utf8')).toBe('one\n')
})

test('all of `.datacore` may lie elsewhere', async () => {
  const { at } = await linkedSpace({})
  const root = await temporaryFolder()
  await symlink(at('.'), join(root, '.datacore'))
  await appendLines(join(root, '.datacore/state/a.jsonl'), ['one'])
  expect(await readFile(at('state/a.jsonl'), 'utf8')).toBe('one\n')
})
