import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SearchHit, SearchPort } from '@datacortex/memory'
import { caseBlindDisk } from '@datacortex/platform/simulated-disks'
import { expect, onTestFinished, test } from 'vitest'
import { hiddenFiles, searchWithoutHidden } from './without-hidden.ts'

const { signal } = new AbortController()
const whyHidden = (path: string): string | undefined => (path.startsWith('diary/') ? 'its level is private' : undefined)
const hit = (path: string | undefined): SearchHit => {
  return { id: path ?? 'memory:m', path, title: 'T', type: 'note', score: 1, hop: 0, snippet: '', origin: 'local' }
}

/** A search that answers with these paths, as many as it is asked for. */
function searchOver(paths: readonly (string | undefined)[]): { readonly search: SearchPort; readonly asked: object[] } {
  const asked: object[] = []
  const search: SearchPort = (_, options) => {
    asked.push({ limit: options.limit, expand: options.expand })
    return Promise.resolve(paths.slice(0, options.limit).map(hit))
  }
  return { search, asked }
}

async function shown(
  paths: readonly (string | undefined)[],
  limit: number,
  memory?: (id: string) => Promise<string | undefined>,
) {
  const root = await mkdtemp(join(tmpdir(), 'datacortex-closed-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  await mkdir(join(root, 'diary'))
  await writeFile(join(root, 'diary/day.md'), 'Nobody shall read this.')
  await symlink(join(root, 'diary/day.md'), join(root, 'link.md'))
  const { search, asked } = searchOver(paths)
  const hits = await searchWithoutHidden(search, { root, whyHidden, memory })('tides', { limit, expand: 2, signal })
  return { asked, paths: hits.map(({ path }) => path) }
}

test('closed notes, links to them and memories of sessions are not found', async () => {
  const { paths } = await shown(['diary/day.md', 'a.md', 'link.md', undefined, 'b.md'], 10)
  expect(paths).toEqual(['a.md', 'b.md'])
})

test('memories are found as far as they are open, where that is known', async () => {
  const memory = (id: string): Promise<string | undefined> => Promise.resolve(id === 'm' ? undefined : 'closed')
  expect((await shown(['a.md', undefined], 10, memory)).paths).toEqual(['a.md', undefined])
  expect((await shown(['a.md', undefined], 10, () => Promise.resolve('closed'))).paths).toEqual(['a.md'])
})

test('closed notes take no places of open ones, and links over notes are not followed', async () => {
  const many = Array.from({ length: 20 }, (_, place) => `diary/${place}.md`)
  const { asked, paths } = await shown([...many, 'a.md', 'b.md', 'c.md'], 2)
  expect(paths).toEqual(['a.md', 'b.md'])
  expect(asked).toEqual([2, 8, 32].map((limit) => ({ limit, expand: 0 })))
})

test('a closed file is not read under a spelling that only the disk takes for its name', async () => {
  const root = await mkdtemp(join(tmpdir(), 'datacortex-closed-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  await mkdir(join(root, 'diary'))
  await writeFile(join(root, 'diary/day.md'), 'Nobody shall read this.')
  await writeFile(join(root, 'open.md'), 'Everybody may.')
  const refuse = hiddenFiles({ root, whyHidden, disk: caseBlindDisk() })
  expect(await refuse(join(root, 'Diary/Day.md'))).toMatchObject({ reason: 'its level is private' })
  expect(await refuse(join(root, 'Open.md'))).toBeUndefined()
})
