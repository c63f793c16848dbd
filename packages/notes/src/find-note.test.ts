import { expect, test } from 'vitest'
import { findNote } from './find-note.ts'

const note = (title: string, ...aliases: readonly string[]) => ({ title, aliases })
const notes = new Map([
  ['Projects/Zephyr Migration.md', note('Zephyr Migration', 'zm')],
  ['Projects/Index.md', note('Projects')],
  ['Areas/Index.md', note('Areas')],
  ['a/b/Café.org', note('Coffee')],
  ['C# notes.md', note('C# notes')],
  ['Areas/Old.md', note('Zephyr')],
])

test.each([
  ['Projects/Zephyr Migration.md', 'Projects/Zephyr Migration.md'],
  ['./Projects/Zephyr Migration.md', 'Projects/Zephyr Migration.md'],
  ['projects/zephyr migration', 'Projects/Zephyr Migration.md'],
  ['zephyr migration', 'Projects/Zephyr Migration.md'],
  ['ZM', 'Projects/Zephyr Migration.md'],
  ['[[Zephyr Migration|the move]]', 'Projects/Zephyr Migration.md'],
  ['cafe\u0301', 'a/b/Café.org'],
  ['b/Café', 'a/b/Café.org'],
  ['coffee', 'a/b/Café.org'],
  ['C# notes', 'C# notes.md'],
  ['zephyr', 'Areas/Old.md'],
])('%s is %s', (name, path) => {
  expect(findNote(notes, name)).toEqual({ path })
})

test.each([
  ['[[zm#Risks]]', { path: 'Projects/Zephyr Migration.md', heading: 'Risks' }],
  ['Zephyr Migration#Plan#Step one|x', { path: 'Projects/Zephyr Migration.md', heading: 'Plan#Step one|x' }],
  ['C# notes#Loops', { path: 'C# notes.md', heading: 'Loops' }],
])('%s asks for a section', (name, found) => {
  expect(findNote(notes, name)).toEqual(found)
})

test('a name that several notes have equally is not guessed', () => {
  expect(findNote(notes, 'index')).toEqual({ isAmbiguous: true, candidates: ['Areas/Index.md', 'Projects/Index.md'] })
})

test('a name that no note has names those that have all of its words', () => {
  expect(findNote(notes, 'migration of')).toEqual({ isAmbiguous: false, candidates: [] })
  expect(findNote(notes, 'migration')).toEqual({ isAmbiguous: false, candidates: ['Projects/Zephyr Migration.md'] })
  for (const empty of ['', ' ', '#', '[[]]', '/', '.']) expect(findNote(notes, empty)).toMatchObject({ candidates: [] })
})

test.each([
  ['b/same', 'b/same.md'],
  ['b/SAME', 'b/SAME.md'],
  ['same', 'b/same.md'],
  ['Same Title', 'b/same.md'],
  ['same title', undefined],
])('among notes that differ in case only, %s is %s', (name, path) => {
  const alike = new Map([
    ['b/same.md', note('Same Title')],
    ['b/SAME.md', note('SAME TITLE')],
  ])
  expect(findNote(alike, name).path).toBe(path)
})
