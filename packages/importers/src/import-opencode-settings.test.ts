import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ownPaths, spacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import { readRegistry } from '@datacortex/registry'
import { type ImportOptions, importAgents } from './import-agents.ts'

const idsOf = (list: readonly { readonly id: string }[]): readonly string[] => list.map(({ id }) => id)

async function team() {
  const root = await mkdtemp(join(tmpdir(), 'import-opencode-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  const paths = ownPaths(spacePaths(root))
  await mkdir(paths.datacore, { recursive: true })
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const imported = async (options: ImportOptions = {}) => await importAgents(paths, [join(root, 'from')], options)
  const entryOf = async (id: string): Promise<unknown> => (await readRegistry(paths)).agents.get(id)?.entry
  return { root, put, imported, entryOf }
}

test('settings of opencode: what one agent says changes that agent, its prompt file has the prompt', async () => {
  const { put, imported, entryOf } = await team()
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
  expect(await entryOf('a')).toMatchObject({ source: 'from/prompts/a.md', description: 'Counts' })
  expect(await entryOf('b')).toMatchObject({ source: 'from/opencode.json#b' })
  await put('from/opencode.json', settings('Counts twice'))
  expect(idsOf((await imported()).updated)).toEqual(['a'])
  expect(await entryOf('a')).toMatchObject({ description: 'Counts twice' })
  expect(idsOf((await imported()).unchanged)).toEqual(['a', 'b'])
})

test('settings of opencode without a description: the prompt in another file says it, or the file is left out with the reason', async () => {
  const { root, put, imported, entryOf } = await team()
  const prompts = ['a', 'b', 'c'].map((id) => [id, { prompt: `{file:./prompts/${id}.md}` }])
  await put('from/opencode.json', JSON.stringify({ agent: Object.fromEntries(prompts) }))
  await put('from/prompts/a.md', '# Counter\n\nCounts sheep.\n')
  await put('from/prompts/b.md', '---\n')
  const report = await imported()
  expect(idsOf(report.imported)).toEqual(['a'])
  expect(await entryOf('a')).toMatchObject({
    description: 'Counter: Counts sheep.',
    source: 'from/prompts/a.md',
    skills: [{ description: 'Counter: Counts sheep.' }],
  })
  const path = join(root, 'from/opencode.json')
  expect(report.skipped.filter((one) => one.path === path).map(({ reason }) => reason)).toEqual([
    expect.stringContaining('agent b: it has no description, and no prompt'),
    expect.stringContaining('agent c: it has no description, and no prompt'),
  ])
  await put('from/prompts/a.md', '# Counter\n\nCounts goats.\n')
  // As a sync does, which reads only what changed.
  expect(idsOf((await imported({ isKnown: (file) => file === path })).updated)).toEqual(['a'])
  expect(await entryOf('a')).toMatchObject({ description: 'Counter: Counts goats.' })
})
