import { expect, test } from 'vitest'
import { namingScore } from './naming-score.ts'

const note = (heading: string): { text: string; isHeaded: boolean } => ({ text: `${heading}\nText.`, isHeaded: true })

test.each([
  ['Ed Wood', 'Were Scott Derrickson and ED WOOD of one country?', 2],
  ['Mercury (planet)', 'how hot is mercury', 1.5],
  ["It'll Be Me (song)", "Who sang It'll be me?", 2],
  ['Ed Wood › Life › Early years', 'ed wood', 2],
  ['Café Müller', 'wo ist das Cafe\u0301 Müller?', 2],
  ['New York City = NYC = Big Apple › Sights', 'parks of the big apple', 2],
  ['New York City = NYC', 'nyc', 1.5],
  ['自行车', '自行车怎么保养？', 1.5],
  ['김치', '김치는 어떻게 만드나요?', 1.5],
])('%s is named by: %s', (heading, query, score) => {
  expect(namingScore(note(heading), query)).toBe(score)
})

test.each([
  ['Ed Wood', 'a wood for Ed'],
  ['Wood', 'woods and woodwork'],
  ['To do', 'what is there to do today'],
  ['It', 'is it late'],
  ['(2)', 'two'],
  ['', 'anything'],
  ['Ed Wood', ''],
  ['New York City = Big Apple', 'city of apples'],
  ['猫', '猫每天睡多久'],
])('%s is not named by: %s', (heading, query) => {
  expect(namingScore(note(heading), query)).toBe(0)
})

test('only a first line of headings has a name', () => {
  expect(namingScore({ text: 'Ed Wood\nText.', isHeaded: false }, 'Ed Wood')).toBe(0)
})
