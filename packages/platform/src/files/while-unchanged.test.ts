import { rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { whileUnchanged } from './while-unchanged.ts'

const longAgo = new Date('2020-01-01')
const farAhead = new Date('2037-01-01')

test('is made once while the file is the same, and anew whenever it changed', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'a.yaml')
  const kept = whileUnchanged<number>()
  let made = 0
  const ask = async (of = file): Promise<number> => await kept(of, async () => await Promise.resolve((made += 1)))
  // Where nothing is nothing is kept.
  expect([await ask(), await ask()]).toEqual([1, 2])
  await writeFile(file, 'one')
  // Nor of what was written just now, or by a clock that is ahead.
  await utimes(file, farAhead, farAhead)
  expect([await ask(), await ask()]).toEqual([3, 4])
  await utimes(file, longAgo, longAgo)
  expect([await ask(), await ask(), await ask()]).toEqual([5, 5, 5])
  await writeFile(file, 'two')
  expect(await ask()).toBe(6)
  // Of the same size and with its old time it is another all the same.
  await utimes(file, longAgo, longAgo)
  expect([await ask(), await ask()]).toEqual([7, 7])
  await rm(file)
  expect([await ask(), await ask()]).toEqual([8, 9])
  expect([await ask(folder), await ask(folder)]).toEqual([10, 11])
})

test('what fails is tried again, and only of so many files something is kept', async () => {
  const folder = await temporaryFolder()
  const files = ['a', 'b', 'c'].map((name) => join(folder, name))
  for (const file of files) {
    await writeFile(file, 'x')
    await utimes(file, longAgo, longAgo)
  }
  const kept = whileUnchanged<string>(2)
  const made: string[] = []
  const ask = async (file: string): Promise<string> =>
    await kept(file, async () => {
      made.push(file)
      return await Promise.resolve(file)
    })
  const [a = '', b = '', c = ''] = files
  await expect(kept(a, async () => await Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  for (const file of [a, b, c, c, b, a]) await ask(file)
  expect(made).toEqual([a, b, c, a])
})
