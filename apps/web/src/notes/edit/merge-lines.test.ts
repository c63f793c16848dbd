import { expect, test } from 'vitest'
import { mergeLines } from './merge-lines.ts'

const names = { mine: 'mine', disk: 'disk' }

test('changes of different lines come together', () => {
  const texts = { base: 'a\nb\nc\nd\ne', mine: 'A\nb\nc\nd\ne', disk: 'a\nb\nc\nd\nE\nf' }
  expect(mergeLines(texts, names)).toEqual({ text: 'A\nb\nc\nd\nE\nf', conflicts: 0 })
})

test('changes of the same lines both stay, marked; the same change is one', () => {
  expect(mergeLines({ base: 'a\nb', mine: 'a\nx', disk: 'a\ny' }, names)).toEqual({
    text: 'a\n<<<<<<< mine\nx\n=======\ny\n>>>>>>> disk',
    conflicts: 1,
  })
  expect(mergeLines({ base: 'a', mine: 'b', disk: 'b' }, names)).toEqual({ text: 'b', conflicts: 0 })
})
