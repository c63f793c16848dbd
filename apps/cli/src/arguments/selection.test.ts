import { expect, test } from 'vitest'
import { selectionOf } from './selection.ts'

test('all, or numbers in one list or several', () => {
  expect([undefined, ['all'], ['1,3', '5']].map(selectionOf)).toEqual([undefined, 'all', [1, 3, 5]])
})

test.each([[['some']], [['0']], [['all', '1']]])('%j is wrong usage', (select) => {
  const message = `--select is all or numbers such as 1,3,5, not "${select.join(',')}".`
  expect(() => selectionOf(select)).toThrow(expect.objectContaining({ code: 'CLI_USAGE', message }))
})
