import { expect, test } from 'vitest'
import { takeSnapshot } from '../claims/evidence.ts'
import { questionsOf } from './answer-questions.ts'
import { renderReport } from './render-report.ts'
import { renderSummary } from './render-summary.ts'
import { synthesise } from './synthesise.ts'

test.each<[string, readonly string[]]>([
  ['tidal power plant at Northbay', []],
  ['why tides differ', ['Why tides differ?']],
  ['Who built the lock and when was it opened?', ['Who built the lock?', 'When was it opened?']],
  [
    'Seagrass. How much carbon does it store? Where does it grow?',
    ['How much carbon does it store?', 'Where does it grow?'],
  ],
  ['Warum sinkt der Pegel und wie viel Wasser fehlt?', ['Warum sinkt der Pegel?', 'Wie viel Wasser fehlt?']],
  ['为什么潮汐每天不同？', ['为什么潮汐每天不同？']],
  ['Le barrage de Northbay ?', ['Le barrage de Northbay?']],
])('the questions of %j', (topic, expected) => {
  expect(questionsOf(topic)).toEqual(expected)
})

const texts = {
  town: 'The lock of Marsholm lies below the old mill. The lock of Marsholm was opened in 1874 by the county. Boats of twenty metres fit into the lock of Marsholm.',
  history:
    'Henrik Dahl built the lock of Marsholm for the timber trade. Because spring floods had broken the weir twice, the lock of Marsholm got gates of oak.',
}
const snapshots = Object.entries(texts).map(([sourceId, text]) =>
  takeSnapshot({ sourceId, text, fetchedAt: '', contentType: 'text/plain' }),
)
const documents = Object.keys(texts).map((id) => ({ id, title: id, url: `https://${id}.example/` }))
const topic =
  'When was the lock of Marsholm opened? Who built the lock of Marsholm? Why has the lock of Marsholm gates of oak? How many people drowned in the lock of Marsholm?'

test('each question is answered by a passage of its kind, or said to be unanswered, before all else', () => {
  const synthesis = synthesise({ topic, documents, snapshots })
  const quotes = new Map(synthesis.evidence.map(({ id, quote }) => [id, quote]))
  expect(synthesis.answers?.map(({ evidence = '' }) => quotes.get(evidence))).toEqual([
    'The lock of Marsholm was opened in 1874 by the county.',
    'Henrik Dahl built the lock of Marsholm for the timber trade.',
    'Because spring floods had broken the weir twice, the lock of Marsholm got gates of oak.',
    undefined,
  ])
  const open = 'How many people drowned in the lock of Marsholm?'
  expect(synthesis.gaps[0]).toBe(`Nothing that was read answers “${open}”`)
  expect(synthesis.actionItems[0]).toBe(`Find an answer: ${open}`)
  expect(synthesis.actionTags).toMatchObject({ [`Find an answer: ${open}`]: 'open_question' })
  const options = { date: '2024-04-01', snapshots }
  for (const text of [renderReport(synthesis, options), renderSummary(synthesis, options)]) {
    const [head = ''] = text.split(/^#+ (?:High|Further|Key)/m)
    expect(head).toMatch(
      /\*\*When was the lock of Marsholm opened\?\*\* “The lock of Marsholm was opened in 1874 by the county\.”\[\^e\d+\]/,
    )
    expect(head).toContain(`- **${open}** Nothing that was read answers it.`)
  }
})

test.each([
  ['How thick is the ice of Marsholm?', 'The ice of Marsholm is thick in a hard winter.'],
  ['Wie dick ist das Eis von Marsholm?', 'Das Eis von Marsholm ist im Winter dick.'],
  ['At what temperature does the ice of Marsholm melt?', 'The ice of Marsholm melts at a temperature of spring.'],
  ['À quelle profondeur gèle la glace de Marsholm ?', 'La glace de Marsholm gèle à une profondeur qui change.'],
  ['¿A qué profundidad se hiela el río de Marsholm?', 'El río de Marsholm se hiela a una profundidad que cambia.'],
  ['При какой температуре тает лёд Марсхольма?', 'Лёд Марсхольма тает при какой угодно температуре весной.'],
  ['マーショルムの氷は何度で溶けるか？', 'マーショルムの氷は春に溶ける。'],
  ['马斯霍尔姆的冰有多厚？', '马斯霍尔姆的冰很厚，冬天可以走人。'],
])('%s is not answered without a number', (question, text) => {
  const answer = (said: string): string | undefined =>
    synthesise({
      topic: question,
      documents,
      snapshots: [takeSnapshot({ sourceId: 'town', text: said, fetchedAt: '', contentType: 'text/plain' })],
    }).answers?.[0]?.evidence
  expect(answer(text)).toBeUndefined()
})

test.each([
  [
    'What kills wild bees?',
    'Wild bees of many kinds nest in the ground of gardens.',
    'Spraying in bloom is deadly to wild bees.',
  ],
  [
    'Who built the lock of Marsholm?',
    'Henrik Dahl owned the lock of Marsholm.',
    'Henrik Dahl constructed the lock of Marsholm.',
  ],
  [
    'What floods the meadows of Marsholm?',
    'The meadows of Marsholm belong to seven farms.',
    'The river floods the meadows of Marsholm.',
  ],
  [
    'Was tötet wilde Bienen?',
    'Wilde Bienen nisten im Boden der Gärten.',
    'Gift auf Blüten lässt wilde Bienen sterben.',
  ],
  [
    'Qu’est-ce qui tue les abeilles sauvages ?',
    'Les abeilles sauvages nichent dans le sol.',
    'Les abeilles sauvages meurent du poison des fleurs.',
  ],
  [
    '¿Qué mata a las abejas silvestres?',
    'Las abejas silvestres anidan en el suelo.',
    'El veneno mata a las abejas silvestres.',
  ],
  ['Что убивает диких пчёл?', 'Гнёзда диких пчёл есть в земле садов.', 'Яд на цветах вызывает гибель диких пчёл.'],
  ['什么杀死野生蜜蜂？', '野生蜜蜂在花园的土里筑巢。', '农药会在春天杀死花园里的野生蜜蜂。'],
])('%s is answered only by what says that it is done', (question, other, said) => {
  const meaning = (): number => 0.9
  const answer = (text: string): string | undefined => {
    const one = takeSnapshot({ sourceId: 'town', text, fetchedAt: '', contentType: 'text/plain' })
    return synthesise({ topic: question, documents, snapshots: [one], meaning }).answers?.[0]?.evidence
  }
  expect(answer(other)).toBeUndefined()
  expect(answer(said)).toBeDefined()
})

test('an answer whose passage is no longer in the text is none', () => {
  const synthesis = synthesise({ topic, documents, snapshots })
  const changed = snapshots.map((one) =>
    one.sourceId === 'town' ? takeSnapshot({ ...one, text: one.text.replace('1874', '1974') }) : one,
  )
  const report = renderReport(synthesis, { date: '2024-04-01', snapshots: changed })
  expect(report).toContain('- **When was the lock of Marsholm opened?** Nothing that was read answers it.')
  expect(report).toContain('Find an answer: When was the lock of Marsholm opened?')
})
