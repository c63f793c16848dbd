import { expect, test } from 'vitest'
import { type NoteGraph, colorsOf, neighboursOf, wayBetween } from './shown-graph.ts'

const graph: NoteGraph = {
  notes: ['sea/a.md', 'sea/b.md', 'c.md', 'd.md'].map((path) => ({ path, title: path, type: 'note', tags: [] })),
  links: [
    [0, 1],
    [2, 1],
  ],
  left_out: 0,
}

test('a way goes along links in either direction, and is the shortest', () => {
  const neighbours = neighboursOf(graph)
  expect(wayBetween(neighbours, 0, 2)).toEqual([0, 1, 2])
  expect(wayBetween(neighbours, 1, 1)).toEqual([1])
  expect(wayBetween(neighbours, 0, 3)).toEqual([])
})

test('notes of one folder have one colour', () => {
  const { colors, groups } = colorsOf(graph, 'folder')
  expect(new Set(colors).size).toBe(2)
  expect(groups.map(({ name, count }) => [name, count])).toEqual([
    ['sea', 2],
    ['', 2],
  ])
})
