import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import type { Work } from '../work.ts'
import { openResearch } from './open-research.ts'

test('an agent compares what it finds with the notes that it may be shown, a person with all', async () => {
  const settings = { privacy: { paths: { '0-personal/diary/**': 'private' } } }
  const { paths, work } = await workSpace({ agents: { writer: {} }, settings })
  await mkdir(join(paths.root, '0-personal/diary'), { recursive: true })
  const write = async (path: string, text: string): Promise<void> => await writeFile(join(paths.root, path), text)
  await write('0-personal/diary/seals.md', '# Seals of the plant\n\nThe seals of the plant leak.\n')
  await write('0-personal/plant.md', '# The seals\n\nThe seals of the plant are checked every year.\n')
  const found = async (caller: Work['caller']): Promise<readonly (readonly string[])[]> => {
    await using opened = await openResearch({ ...work, caller }, { space: '0-personal', robots: true })
    const { ports, knowledge } = opened
    const { signal } = work
    const notes = (await ports.localNotes?.('seals of the plant', { signal })) ?? []
    const related = (await knowledge.ports.search?.('seals of the plant', { limit: 5, signal })) ?? []
    return [notes, related].map((list) => list.map(({ path }) => path ?? '').toSorted())
  }
  const own = '0-personal/plant.md'
  expect(await found({ kind: 'agent', id: 'writer', chain: ['writer'], parent: undefined })).toEqual([[own], [own]])
  const all = ['0-personal/diary/seals.md', own]
  expect(await found({ kind: 'user' })).toEqual([all, all])
})
