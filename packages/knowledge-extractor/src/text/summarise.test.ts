import { expect, test } from 'vitest'
import { analyseText } from './analyse-text.ts'
import { summarise, summariseByMeaning } from './summarise.ts'

const article = [
  'Spring tides follow the full moon and the new moon.',
  'The harbour sells fish on Mondays.',
  '',
  '- Tides rise because the Moon pulls the water of the sea.',
  'When Moon and Sun pull together, the tides of the sea are highest.',
  'A dog slept there.',
  'High tides of the sea flood the lower harbour twice a month.',
].join('\n')

test('the sentences that share most with the others are chosen, in the order of the text', () => {
  const chosen = summarise(article, { sentences: 3, early: 0.35 })
  expect(chosen.map(({ text }) => text)).toMatchInlineSnapshot(`
    [
      "Spring tides follow the full moon and the new moon.",
      "Tides rise because the Moon pulls the water of the sea.",
      "When Moon and Sun pull together, the tides of the sea are highest.",
    ]
  `)
  for (const { text, start, end, score } of chosen) {
    expect(article.slice(start, end)).toBe(text)
    expect(score).toBeGreaterThan(0)
    expect(score).toBeLessThanOrEqual(1)
  }
  expect(summarise(article, { sentences: 3, early: 0.35 })).toEqual(chosen)
})

test('what is said twice is chosen once', () => {
  const twice = `${article}\nHigh tides of the sea flood the lower harbour twice each month.`
  const chosen = summarise(twice, { sentences: 3 }).map(({ text }) => text)
  expect(chosen.filter((text) => text.startsWith('High tides')).length).toBeLessThan(2)
})

test('a sentence that the text repeats is chosen once, however little else there is', async () => {
  const said = 'Oak that stays under water does not rot for centuries.'
  const text = `${said}\n\n${said}\n\nDivers of the harbour measured the piles with care.\n\n> Oak that stays under water does not rot for centuries!`
  const once = [said, 'Divers of the harbour measured the piles with care.']
  expect(summarise(text, { sentences: 3 }).map((sentence) => sentence.text)).toEqual(once)
  const embed = async (texts: readonly string[]): Promise<readonly Float32Array[]> =>
    await Promise.resolve(texts.map(() => new Float32Array([1, 0])))
  const { signal } = new AbortController()
  const byMeaning = await summariseByMeaning(analyseText(text), { sentences: 3, embed, signal })
  expect(byMeaning.map((sentence) => sentence.text)).toEqual(once)
})

test('texts without sentences have no summary', () => {
  expect(summarise('', { sentences: 3 })).toEqual([])
  expect(summarise('# Only\n\n| a | table |', { sentences: 3 })).toEqual([])
  expect(summarise('… !!! ???', { sentences: 3 })).toEqual([])
})

test('of two wordings of one thing only one is chosen, if meaning tells', async () => {
  const reworded = `${article}\nTwice a month the lower harbour of the sea is under water at high tides.`
  const embed = async (texts: readonly string[]): Promise<readonly Float32Array[]> =>
    texts.map((text, index) => {
      const vector = new Float32Array(texts.length + 1)
      vector[/a month/.test(text) ? texts.length : index] = 1
      return vector
    })
  const signal = new AbortController().signal
  const chosen = await summariseByMeaning(analyseText(reworded), { sentences: 4, embed, signal })
  expect(chosen.filter(({ text }) => text.includes('a month'))).toHaveLength(1)
})

test('a text of thousands of sentences has a summary', () => {
  const long = Array.from(
    { length: 2000 },
    (_, index) => `Word term${(index * 7) % 300} meets term${(index * 13) % 300} and common things.`,
  ).join(' ')
  expect(summarise(long, { sentences: 5 })).toHaveLength(5)
})
