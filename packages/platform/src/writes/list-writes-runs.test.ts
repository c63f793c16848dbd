import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { sha256 } from '../hash.ts'
import { listWritesRuns } from './list-writes-runs.ts'
import { writesFile, writesFolder } from './writes-journal.ts'

/** Journals of one write each: when it was written, and when the file says that it was changed, both in seconds. */
async function journals(times: readonly { readonly run: string; readonly wrote: number; readonly changed: number }[]) {
  const root = await temporaryFolder()
  for (const { run, wrote, changed } of times) {
    const file = join(writesFolder(root), run, writesFile)
    await mkdir(join(file, '..'), { recursive: true })
    const at = new Date(wrote * 1000).toISOString()
    await writeFile(file, `${JSON.stringify({ path: 'a.md', before: 'absent', after: sha256(run), at })}\n`)
    await utimes(file, changed, changed)
  }
  return root
}

test('the newest ones are those of the whole list, also in a copy, whose files are of another time', async () => {
  const root = await journals([
    { run: 'oldest', wrote: 1000, changed: 9000 },
    { run: 'newest', wrote: 4000, changed: 5000 },
    { run: 'middle', wrote: 3000, changed: 8000 },
    { run: 'second', wrote: 3500, changed: 3500 },
    { run: 'fourth', wrote: 2000, changed: 2000 },
  ])
  const all = await listWritesRuns(root)
  expect(all.map(({ run }) => run)).toEqual(['newest', 'second', 'middle', 'fourth', 'oldest'])
  for (const limit of [0, 1, 2, 3, 4, 5, 6]) expect(await listWritesRuns(root, { limit })).toEqual(all.slice(0, limit))
})

test('journals that can not be among the newest are not read', async () => {
  const root = await journals([
    // Nothing is written after the file was changed, so only somebody who reads this one takes it for the newest.
    { run: 'old', wrote: 3000, changed: 1000 },
    { run: 'new', wrote: 2000, changed: 2000 },
  ])
  expect(await listWritesRuns(root, { limit: 1 })).toMatchObject([{ run: 'new', files: 1 }])
})
