import { expect, test } from 'vitest'
import { documentOf } from '../__fixtures__/file-reader.ts'
import { tides } from '../__fixtures__/knowledge-space.ts'
import { analyseText } from '../text/analyse-text.ts'
import { ideaCandidates } from './zettel-candidates.ts'

test.each([
  'Tie the boats of the harbour to the outer wall before the highest spring tide.',
  'Spülen Sie die Boote des Hafens nach der höchsten Springflut mit Wasser.',
  'Rincez les bateaux du port après la plus grande marée de la saison.',
  'Промойте лодки гавани пресной водой после самого высокого прилива.',
  '请在最高的大潮之前把港口的船都系在外墙上。',
])('%j is an idea only of a text that claims nothing', (order) => {
  const of = (text: string): readonly string[] =>
    ideaCandidates(documentOf(text), { limit: 9, analysis: analyseText(text) }).map((idea) => idea.text)
  const long = order.replace(/[.。]$/, ', boats of wood and of iron from all harbours of the northern coast of Sellow.')
  expect(of(long)).toHaveLength(1)
  const claim = 'Harbour walls of granite rise one metre above the highest spring tide of the coast of northern Europe.'
  expect(of(`${long}\n\n${claim}\n`)).toEqual([claim])
})

const ideasOf = (text: string, title = ''): readonly string[] =>
  ideaCandidates(documentOf(text, { title }), { limit: 9, analysis: analyseText(text) }).map((idea) => idea.text)
const behind = 'Boats of wood and of iron from all harbours of the northern coast leave on the turn of the tide.'

test.each([
  [
    'How high are they?',
    'Around one metre above the highest spring tide of the northern coast.',
    'Walls of which height are safe?',
    'Walls of granite are safe one metre above the highest spring tide.',
  ],
  [
    '¿Y cuándo abre?',
    'Al amanecer, cuando la marea baja y el agua sale de los muelles.',
    '¿Cuándo abren los puertos?',
    'Los puertos del norte abren al amanecer, cuando la marea baja de los muelles.',
  ],
  [
    '那么什么时候打开呢？',
    '退潮以后海水从外墙的石缝里慢慢流出去的那个时刻最好。',
    '什么时候打开闸门呢？',
    '闸门在退潮以后海水从外墙的石缝里流出去的时候打开最好。',
  ],
])('an answer is an idea only if it names what %j asked for', (question, answer, whole, named) => {
  expect(ideasOf(`${question} ${answer} ${behind}\n`)).not.toContain(answer)
  expect(ideasOf(`${whole} ${named} ${behind}\n`)).toContain(named)
})

test.each([
  [
    'The farmers of Sellow sell salt.',
    'The farmers receive one million crowns a year for the flooded meadows.',
    'The farmers of Sellow receive one million crowns a year for flooded meadows.',
  ],
  [
    'Der Hafen baut eine Mauer.',
    'Die Mauer kostet im ersten Jahr neun Millionen Kronen und zwei Sommer Arbeit.',
    'Die Mauer von Sellow kostet im ersten Jahr neun Millionen Kronen Arbeit.',
  ],
  [
    'Le port construit un mur.',
    'Le mur coûte neuf millions de couronnes et deux étés de travail.',
    'Le mur de Sellow coûte neuf millions de couronnes et deux étés de travail.',
  ],
  [
    'El huerto tiene riego.',
    'La instalación cuesta poco dinero y se hace en una tarde de verano.',
    'La instalación del riego cuesta poco dinero y se hace en una tarde.',
  ],
])('what was named before %j is no idea but where it is said which one', (before, unsaid, said) => {
  expect(ideasOf(`${before} ${unsaid} ${behind}\n`)).not.toContain(unsaid)
  expect(ideasOf(`${before} ${said} ${behind}\n`)).toContain(said)
  // What the document is called is known.
  expect(ideasOf(`${before} ${unsaid} ${behind}\n`, 'Farmers, Mauer, mur, instalación')).toContain(unsaid)
})

test('what somebody says is an idea without the name before it', () => {
  const turns = [
    'Anna: Did you see the roof?',
    'Ben: Yes, on the way.',
    'Anna: Slates of the north side slip when the nails of iron rust through in salt air.',
    'Ben: Nails of copper hold three times as long as nails of iron in salt air.',
  ]
  expect(ideasOf(turns.join('\n')).toSorted()).toEqual(
    turns
      .slice(2)
      .map((turn) => turn.replace(/^\w+: /, ''))
      .toSorted(),
  )
})

test('the first claim of a paragraph comes before what bears it out', () => {
  const paragraph = (stone: string): string =>
    `Walls of ${stone} keep the harbour of Sellow dry at spring tide. Masons of Sellow lay walls of ${stone} for the harbour at spring tide.`
  const text = ['granite', 'brick', 'slate'].map(paragraph).join('\n\n')
  const ideas = ideaCandidates(documentOf(text), { limit: 3, analysis: analyseText(text) })
  expect(ideas.map((idea) => idea.text.split(' ')[0])).toEqual(['Walls', 'Walls', 'Walls'])
})

test('what a sentence refers to in brackets is left out', () => {
  const said = 'Harbour walls of granite rise one metre above the highest spring tide'
  expect(ideasOf(`${said} (see the map of the harbour). ${behind}\n`)).toContain(`${said}.`)
})

test('ideas have their context and do not overlap', () => {
  const ideas = ideaCandidates(documentOf(tides), { limit: 10, analysis: analyseText(tides) })
  expect(ideas.length).toBeGreaterThan(1)
  for (const { text, quote } of ideas) {
    expect(quote.text).toContain(text)
    expect(tides.slice(quote.start, quote.end)).toBe(quote.text)
    expect(quote.text.split(' ').length).toBeGreaterThan(15)
  }
  const sorted = ideas.map(({ quote }) => quote).sort((a, b) => a.start - b.start)
  for (const [index, quote] of sorted.entries()) expect(quote.start).toBeGreaterThanOrEqual(sorted[index - 1]?.end ?? 0)
})

test('a sentence alone would be a stub', () => {
  const text = 'Spring tides occur when Sun and Moon pull.'
  expect(ideaCandidates(documentOf(text), { limit: 3, analysis: analyseText(text) })).toEqual([])
})

test('a page of links has no ideas of its own, and of goods only the prose has', () => {
  const goods =
    '- Storm lanterns of brass burn for twelve hours with one filling of lamp oil.\n\nBrass does not rust in salt air near the sea. Lanterns of brass therefore last longer than lanterns of iron in harbours.'
  const of = (genre: string): readonly string[] =>
    ideaCandidates(documentOf(goods, { genre }), { limit: 9, analysis: analyseText(goods) }).map(({ text }) => text)
  expect(of('listing')).toEqual([])
  expect(of('collection').join(' ')).not.toContain('twelve hours')
  expect(of('collection').length).toBeGreaterThan(0)
})
