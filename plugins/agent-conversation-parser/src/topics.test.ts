import { expect, test } from 'vitest'
import { findCues } from './cues.ts'
import { clusterTopics } from './topics.ts'

const bread = [
  'How long does sourdough dough rest?',
  'Sourdough dough rests twelve hours in the oven room.',
  'And the oven for sourdough bread?',
  'Bake the bread in a hot oven, dough on stone.',
]
const boats = [
  'Which sail suits a small boat in wind?',
  'A small boat in strong wind wants a small sail.',
  'Does the keel of the boat matter in wind?',
  'The keel keeps the boat upright when wind fills the sail.',
]

test('pieces about the same thing are one topic, named by its words', () => {
  const turns = [...bread, ...boats, ...bread.map((text) => text.replace('How', 'Again, how'))].map((text) => ({
    text,
  }))
  const topics = clusterTopics(turns, { title: 'Chat' })
  expect(topics).toHaveLength(2)
  expect(topics[0]?.turns).toEqual([0, 1, 2, 3, 8, 9, 10, 11])
  expect(topics[1]?.turns).toEqual([4, 5, 6, 7])
  expect(topics[0]?.label).toMatch(/dough/)
  expect(topics[1]?.label).toMatch(/boat/)
})

test('every turn belongs to one topic, also without words', () => {
  expect(clusterTopics([{ text: 'ok' }, { text: '👍' }], { title: 'Chat' })).toEqual([{ label: 'Chat', turns: [0, 1] }])
  const turns = Array.from({ length: 2000 }, (_, index) => ({
    text: `${(index % 97).toString(36)}word tide ${index % 31 === 0 ? 'moon' : 'sea'}`,
  }))
  const all = clusterTopics(turns, { title: 'Chat' }).flatMap((topic) => topic.turns)
  expect(all.toSorted((a, b) => a - b)).toEqual(turns.map((_, index) => index))
})

test.each([
  'We decided to move the release to May.',
  'Okay, let’s go with the blue one.',
  "We'll use SQLite for the queue.",
  'Wir haben uns für die zweite Variante entschieden.',
  'Finalement, on a décidé de partir en mai.',
  'Hemos decidido esperar una semana más.',
  'Decision: ship it on Friday.',
])('a decision: %s', (text) => {
  expect(findCues([{ text: `Well.\n- ${text} Fine.`, start: 10 }]).decisions).toEqual([
    { text, start: 18, end: 18 + text.length },
  ])
})

test.each([
  'It turns out that the cache was never cleared.',
  'The key insight is that waves add up.',
  'Es stellte sich heraus, dass der Index fehlte.',
  'Il s’avère que le fichier manquait.',
  'Resulta que faltaba un índice en la tabla.',
])('an insight: %s', (text) => {
  expect(findCues([{ text, start: 0 }]).insights).toEqual([{ text, start: 0, end: text.length }])
})

test.each([
  'Should we say that we decided to wait?',
  'If we decide to wait, tell me.',
  "We haven't decided anything yet.",
  'Wir haben noch nicht entschieden, was wir tun.',
  '```\nwe decided to write code\n```',
  'The undecided voters were many.',
])('neither: %s', (text) => {
  expect(findCues([{ text, start: 0 }])).toEqual({ decisions: [], insights: [] })
})
