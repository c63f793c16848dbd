import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { sha256 } from '../hash.ts'
import { undoWrites } from './undo-writes.ts'
import { createWritesBroker } from './writes-broker.ts'

const path = '0-personal/a.md'

/** A run that writes the texts in turn; what stands between them, somebody else makes of the file. */
async function runIn(root: string, steps: readonly { readonly by: 'run' | 'person'; readonly text: string }[]) {
  await mkdir(join(root, '0-personal'))
  const broker = createWritesBroker({ root, grants: ['0-personal/**'], run: 'run' })
  for (const { by, text } of steps)
    if (by === 'run') await broker.write({ path, text })
    else await writeFile(join(root, path), text)
}

const changedBetween = [
  { by: 'run', text: 'A' },
  { by: 'person', text: 'C' },
  { by: 'run', text: 'D' },
] as const

test('what somebody made of it between two writes is restored and said to be; a dry run says the same', async () => {
  const root = await temporaryFolder()
  await runIn(root, changedBetween)
  const expected = {
    restored: [path],
    removed: [],
    kept: [],
    partly: [{ path, reason: 'it was changed since' }],
  }
  expect(await undoWrites('run', { root, dryRun: true })).toEqual(expected)
  expect(await readFile(join(root, path), 'utf8')).toBe('D')
  expect(await undoWrites('run', { root })).toEqual(expected)
  expect(await readFile(join(root, path), 'utf8')).toBe('C')
})

test('what the journal lost is kept by a dry run as well', async () => {
  const root = await temporaryFolder()
  await runIn(root, changedBetween)
  await rm(join(root, '.datacore/state/writes/run', sha256('C')))
  const planned = await undoWrites('run', { root, dryRun: true })
  expect(planned).toMatchObject({ restored: [], removed: [], kept: [{ path }], partly: [] })
  expect(await undoWrites('run', { root })).toEqual(planned)
  expect(await readFile(join(root, path), 'utf8')).toBe('D')
})

test('a journal that can not be read is an error, and not a run that wrote nothing', async () => {
  const root = await temporaryFolder()
  await mkdir(join(root, '.datacore/state/writes/run/writes.jsonl'), { recursive: true })
  await expect(undoWrites('run', { root })).rejects.toMatchObject({ code: 'PLATFORM_FILE_UNREADABLE' })
})
