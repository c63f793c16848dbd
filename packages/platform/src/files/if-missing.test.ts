import { expect, test } from 'vitest'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing, ifRefused } from './if-missing.ts'

const nothing = join(import.meta.dirname, 'nothing-here')

test('what is not there gives the value', async () => {
  await expect(readFile(nothing, 'utf8').catch(ifMissing(''))).resolves.toBe('')
  await expect(readFile(nothing, 'utf8').catch(ifRefused(''))).resolves.toBe('')
})

test('any other answer of the system is a refusal, and no absence', async () => {
  await expect(readFile(import.meta.dirname, 'utf8').catch(ifMissing(''))).rejects.toThrow('EISDIR')
  await expect(readFile(import.meta.dirname, 'utf8').catch(ifRefused(''))).resolves.toBe('')
})

test('an error without a code is thrown on', async () => {
  const bug = new Error('a bug')
  for (const handler of [ifMissing(''), ifRefused('')])
    await expect(Promise.reject(bug).catch(handler)).rejects.toBe(bug)
})
