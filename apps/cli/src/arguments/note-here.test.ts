import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noteHere } from './note-here.ts'

test('a path of the shell is one of the space, and every other name stays', () => {
  const root = join(process.cwd(), '..')
  const here = process.cwd().slice(root.length + 1)
  expect(noteHere('./a b.md#Sea', { root })).toBe(`${here}/a b.md#Sea`)
  expect(noteHere('../a.md', { root })).toBe('a.md')
  expect(noteHere(join(root, 'x/a.md'), { root })).toBe('x/a.md')
  for (const name of ['a.md', 'x/a.md', '.hidden', '…/a', '/elsewhere/a.md', '../../a.md'])
    expect(noteHere(name, { root })).toBe(name)
})
