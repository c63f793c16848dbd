import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSpace } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import { openResearch } from './open-research.ts'

const { signal } = new AbortController()
const context = { root: undefined, json: true, signal, onProgress: () => {} }

test('an agent compares what it finds with the notes that it may be shown, a person with all', async () => {
  const root = await mkdtemp(join(tmpdir(), 'datacortex-open-research-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  const { paths } = await createSpace(root)
  await mkdir(join(root, '0-personal/diary'), { recursive: true })
  await writeFile(join(root, '0-personal/diary/seals.md'), '# Seals of the plant\n\nThe seals of the plant leak.\n')
  await writeFile(join(root, '0-personal/plant.md'), '# The seals\n\nThe seals of the plant are checked every year.\n')
  const closed = (path: string): string | undefined => (path.includes('/diary/') ? 'its level is private' : undefined)
  const found = async (options: { readonly closed?: typeof closed }): Promise<readonly (readonly string[])[]> => {
    await using opened = await openResearch(paths, context, { space: '0-personal', robots: true, ...options })
    const { ports, knowledge } = opened
    const notes = (await ports.localNotes?.('seals of the plant', { signal })) ?? []
    const related = (await knowledge.ports.search?.('seals of the plant', { limit: 5, signal })) ?? []
    return [notes, related].map((list) => list.map(({ path }) => path ?? '').toSorted())
  }
  const own = '0-personal/plant.md'
  expect(await found({ closed })).toEqual([[own], [own]])
  const all = ['0-personal/diary/seals.md', own]
  expect(await found({})).toEqual([all, all])
})
