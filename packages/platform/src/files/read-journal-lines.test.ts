import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { readJournalLines } from './read-journal-lines.ts'

test('reads on where it stopped, and from the beginning if the file is another one', async () => {
  const file = join(await temporaryFolder(), 'events.jsonl')
  expect(await readJournalLines(file)).toMatchObject({ lines: [], restarted: false })
  await writeFile(file, 'a\nb\nc')
  const first = await readJournalLines(file)
  expect(first.lines.map(({ line, complete }) => [line, complete])).toEqual([
    ['a', true],
    ['b', true],
    ['c', false],
  ])
  await appendFile(file, 'd\n')
  const second = await readJournalLines(file, first.position)
  expect(second).toMatchObject({ lines: [{ line: 'cd', number: 3, complete: true }], restarted: false })
  await writeFile(file, 'x\n')
  expect(await readJournalLines(file, second.position)).toMatchObject({ lines: [{ line: 'x' }], restarted: true })
})

test('a letter that was cut in two spoils no line but its own', async () => {
  const file = join(await temporaryFolder(), 'events.jsonl')
  await writeFile(file, Buffer.concat([Buffer.from('Ü\nÜ').subarray(0, -1), Buffer.from('\nÜ\n')]))
  expect((await readJournalLines(file)).lines.map(({ line }) => line)).toEqual(['Ü', '\uFFFD', 'Ü'])
})

test('says why a file that is there can not be read', async () => {
  const folder = join(await temporaryFolder(), 'events.jsonl')
  await mkdir(folder)
  await expect(readJournalLines(folder)).rejects.toMatchObject({ code: 'PLATFORM_FILE_UNREADABLE' })
})
