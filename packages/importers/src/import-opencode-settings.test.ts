import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { spacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import { readRegistry } from '@datacortex/registry'
import { importAgents } from './import-agents.ts'

const idsOf = (list: readonly { readonly id: string }[]): readonly string[] => list.map(({ id }) => id)

test('settings of opencode: what one agent says changes that agent, its prompt file has the prompt', async () => {
  const root = await mkdtemp(join(tmpdir(), 'import-opencode-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  const paths = spacePaths(root)
  await mkdir(paths.datacore, { recursive: true })
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const imported = async () => await importAgents(paths, [join(root, 'from')])
  const settings = (counts: string): string =>
    JSON.stringify({
      agent: {
        a: { description: counts, prompt: '{file:./prompts/a.md}' },
        b: { description: 'Draws', prompt: '{file:../elsewhere.md}' },
      },
    })
  await put('from/prompts/a.md', 'Count slowly.')
  await put('elsewhere.md', 'Not of the team.')
  await put('from/opencode.json', settings('Counts'))
  expect(idsOf((await imported()).imported)).toEqual(['a', 'b'])
  const entryOf = async (id: string): Promise<unknown> => (await readRegistry(paths)).agents.get(id)?.entry
  expect(await entryOf('a')).toMatchObject({ source: 'from/prompts/a.md', description: 'Counts' })
  expect(await entryOf('b')).toMatchObject({ source: 'from/opencode.json#b' })
  await put('from/opencode.json', settings('Counts twice'))
  expect(idsOf((await imported()).updated)).toEqual(['a'])
  expect(await entryOf('a')).toMatchObject({ description: 'Counts twice' })
  expect(idsOf((await imported()).unchanged)).toEqual(['a', 'b'])
})
