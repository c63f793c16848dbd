import { expect, test } from 'vitest'
import { writtenPathRefusal } from './written-path-refusal.ts'

test.each([
  ['notes/a.md', undefined],
  ['notes/../plans/a.md', undefined],
  ['./notes/', undefined],
  ['notes/{a,b}*.md', undefined],
  ['what [is] "this"?.md', undefined],
  ['../elsewhere/a.md', 'it leaves its folder'],
  ['notes/../../a.md', 'it leaves its folder'],
  ['/etc/hosts', 'it is absolute'],
  ['~/notes', 'it is absolute'],
  ['C:/notes', 'it is absolute'],
  ['', 'it is empty'],
  ['notes/con.md', 'a part of it is a reserved name'],
  ['notes/../*.md', 'a pattern with `..` is not followed'],
  ['{..,notes}/*.md', 'a pattern with `..` is not followed'],
  ['.datacore/env/KEY', 'it holds secrets, which are never loaded'],
  ['notes/../.datacore/env/KEY', 'it holds secrets, which are never loaded'],
  ['.datacore/state/*.yaml', 'it holds what other agents did and were shown, which is never loaded'],
])('%j: %s', (path, reason) => {
  expect(writtenPathRefusal(path)).toBe(reason)
})
