import { expect, test } from 'vitest'
import { contentWords } from './content-words.ts'
import { type FoundNote, mostReread, rereadNotes } from './reread-notes.ts'
import { type WordedText, wordingScore } from './wording-score.ts'

const text = 'Rivers › Merrimack River\nThe Merrimack River rises in New Hampshire.'

const headed = (lines: string): WordedText => ({ text: lines, isHeaded: true })
const plain = (lines: string): WordedText => ({ text: lines, isHeaded: false })

test('words that follow each other in query and text count, in any form of the word and only in that order', () => {
  const asked = ['merrimack', 'river']
  expect(wordingScore(plain('It flows along the merrimack rivers.'), asked)).toBeCloseTo(3 / 2)
  expect(wordingScore(plain('It flows along the river Merrimack.'), asked)).toBe(0)
  expect(wordingScore(plain('A merrimack. A long river; premerrimack river, merrimacks riverbed'), asked)).toBe(0)
  expect(wordingScore(plain('the start, the Merrimack River start'), [...asked, 'start'])).toBeCloseTo(2)
})

test('words of title and headings count once each', () => {
  expect(wordingScore(headed(text), ['river', 'hampshire'])).toBeCloseTo(0.7 / 2)
  expect(wordingScore(headed(text), ['rivers', 'river'])).toBeCloseTo(0.7 / 2)
  expect(wordingScore(headed(text), ['merrimack', 'river'])).toBeCloseTo((3 + 0.7 * 2) / 2)
  expect(wordingScore(plain(text), ['merrimack', 'river'])).toBeCloseTo(3 / 2)
})

test('no words, no text, any script and a very long text are no trouble', () => {
  expect(wordingScore(headed(text), [])).toBe(0)
  expect(wordingScore(headed(''), ['river'])).toBe(0)
  const words = contentWords('Сильный прилив')
  expect(wordingScore(headed('Прилив\nсильный прилив'), words)).toBeCloseTo((3 + 0.7) / 2)
  expect(wordingScore(plain(`${'far '.repeat(3000)} merrimack river`), ['merrimack', 'river'])).toBe(0)
})

test('of scripts without spaces, signs that follow each other count', () => {
  const words = contentWords('刹车片检查')
  expect(words).toEqual(['刹车', '车片', '片检', '检查'])
  expect(wordingScore(plain('链条要上油，刹车片每年检查一次。'), words)).toBeCloseTo(3 / 4)
  expect(wordingScore(headed('刹车\n每年检查一次。'), words)).toBeCloseTo(0.7 / 4)
  expect(wordingScore(plain('车刹片车检片查检'), words)).toBe(0)
})

test('of notes that score alike the one with the wording comes first, and keeps how it was reached', () => {
  const found: readonly FoundNote[] = [
    ['a.md', { score: 5, via: [] }],
    ['b.md', { score: 4, via: ['a.md'] }],
    ['gone.md', { score: 3, via: [] }],
  ]
  const texts = new Map([
    ['a.md', headed('Lakes\nA river and the Merrimack.')],
    ['b.md', headed(text)],
  ])
  const reread = rereadNotes(found, { query: 'merrimack river', textOf: (note) => texts.get(note) })
  expect(reread.map(([note]) => note)).toEqual(['b.md', 'a.md', 'gone.md'])
  expect(reread[0]?.[1]).toEqual({ score: expect.closeTo(4 + 2.2), via: ['a.md'] })
  expect(reread[2]?.[1].score).toBe(3)
})

test('what lies behind the notes that are read stays where it is, and equal scores are ordered by name', () => {
  const found = Array.from({ length: mostReread + 2 }, (_, n): FoundNote => [`${n}.md`, { score: 1, via: [] }])
  const reread = rereadNotes(found, { query: 'merrimack river', textOf: () => headed(text) })
  expect(reread).toHaveLength(found.length)
  expect(reread.slice(mostReread)).toEqual(found.slice(mostReread))
  expect(reread[0]?.[0]).toBe('0.md')
  expect(reread[1]?.[0]).toBe('1.md')
  expect(reread[2]?.[0]).toBe('10.md')
})
