import { expect, test } from 'vitest'
import { documentOf } from '../__fixtures__/file-reader.ts'
import { tides } from '../__fixtures__/knowledge-space.ts'
import { analyseText } from '../text/analyse-text.ts'
import { ideaCandidates, standsAlone } from './zettel-candidates.ts'

test.each([
  'Spring tides occur when the Sun and the Moon pull the sea along one line.',
  'Hafenmauern in Nordeuropa stehen etwa einen Meter über der höchsten Springflut.',
  'Seeds of kelp drift with the spring tides along the coast of Sellow.',
  'Heart failure is the most frequent cause of death among old harbour pilots.',
  'Shopping streets of the old harbour lie one metre above the highest spring tide.',
  'Discovery ships of the harbour company measured the tides of northern Europe.',
  'शहरी आर्द्रभूमि वर्षा का पानी जमा करती है और बाढ़ का खतरा कम करती है।',
  'شہری دلدل بارش کا پانی جمع کرتی ہیں اور سیلاب کا خطرہ کم کرتی ہیں۔',
  'Harbours such as Sellow and Marsh lie one metre above the highest spring tide.',
  'L’argile du fond du port de Sellow donne au sel sa couleur grise.',
  'Die Mauern stehen im Hafen einen Meter über der höchsten Springflut.',
  'Das alte Eis von Sellow bricht im Frühling an der Mauer des Hafens.',
  'Harbours of the US coast lie one metre above the highest spring tide.',
  'El puerto cierra cada mes las compuertas de granito durante la marea más alta.',
  'Until the storm of 1910, walls of granite stood around the harbour of Sellow.',
  'Pooling the tides of two years hides the storms of the harbour of Sellow.',
  'Unlike the walls of the harbour, the mole of Sellow has no foundation.',
  'Assez de ports du nord ont des murs de granite au-dessus des grandes marées.',
  'Mars 2020 brought the rover Perseverance to an old river delta in a crater.',
])('%j stands alone', (sentence) => {
  expect(standsAlone(sentence)).toBe(true)
})

test.each([
  'This occurs when the Sun and the Moon pull the sea along one line.',
  'Even though they rise with the Moon, spring tides flood the harbours.',
  'However, spring tides occur when the Sun and the Moon pull the sea.',
  'We measured spring tides in seven harbours of northern Europe.',
  'Do spring tides occur when the Sun and the Moon pull the sea?',
  'Spring tides occur.',
  'spring tides occur when the Sun and the Moon pull the sea along a line.',
  'Spring tides occur when the Sun and the Moon pull the sea along',
  'See https://example.org for spring tides of the Sun and the Moon pulling.',
  'Dies geschieht, wenn Sonne und Mond das Meer entlang einer Linie ziehen.',
  'Sailors know that you’ll see the highest spring tides near the equinox.',
  "The gauge tells what they've seen of spring tides since the harbour opened.",
  'Please contact the harbour office about spring tides and the storm barrier.',
  'Edited July 22, 2024: spring tides flood the harbours of northern Europe.',
  'Sept 3 2024: spring tides flood the old harbours of northern Europe.',
  'Tide Master and its logo are trademarks of the Harbour Company of Sellow.',
  'Would require the same pumps and walls as a harbour below the spring tide.',
  'In addition, harbour walls of granite rise one metre above the spring tide.',
  'In such harbours the walls of granite rise one metre above the spring tide.',
  'The same is true for harbour walls of granite above the spring tide.',
  'Harbour walls of granite rise one metre above the spring tide, however.',
  'Das bricht im Frühling an der Mauer des alten Hafens von Sellow.',
  'Wer du auch bist, die Mauer des Hafens ist einen Meter höher als die Flut.',
  'The storm brought us the highest spring tide of the harbour of Sellow.',
  '大潮の前に港の船を外壁につなぐ場合はどうしますか。',
  '最高的大潮来临之前港口的船要系在外墙上吗。',
  'Die Mauern des Hafens stehen dagegen einen Meter über der höchsten Springflut.',
  'На берегу Селлоу у старой гавани такая стена стоит выше прилива.',
  'Кроме того, гранитные стены гавани выше самого высокого прилива.',
  'Sin embargo, los muros de granito del puerto superan la marea más alta.',
  'En outre, les murs de granite du port dépassent la plus grande marée.',
  'さらに港の花崗岩の壁は最も高い大潮より一メートル高い。',
  '然而港口的花岗岩墙比最高的大潮高一米。',
  'The boats of the harbour leave tomorrow at eight from the outer wall of granite.',
  'Die Boote des Hafens lagen gestern an der äußeren Mauer aus Granit.',
  'Лодки гавани выходят завтра в восемь утра от гранитной стены.',
  '明日の大潮の前に港の船は外壁から八時に出ます。',
  'The next meeting of the harbour board will be held on 18 April at the inn.',
  'Die nächste Sitzung des Hafenrats findet am 18. April im Gasthof statt.',
  'A: Harbour walls of granite rise one metre above the highest spring tide.',
  `Spring tides ${'and neap tides '.repeat(20)} occur.`,
])('%j does not', (sentence) => {
  expect(standsAlone(sentence)).toBe(false)
})

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
