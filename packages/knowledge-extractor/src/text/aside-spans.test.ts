import { expect, test } from 'vitest'
import { bodySentences } from './analyse-text.ts'
import { asideSpans, isWithin } from './aside-spans.ts'

const said = 'Harbour walls of granite rise one metre above the highest spring tide.'
const body = (text: string): readonly string[] => bodySentences(text).map((sentence) => sentence.text)

test.each([
  ['References', 'Marlow, T. (1988). The double nature of lichens. Journal of Botany, 12(3), 44–61.'],
  ['Einzelnachweise', 'Karl Brandes: Der Bau der Schleusen. Verlag Wasser, Magdeburg 1931, S. 14–22.'],
  ['Bibliographie', 'Bernard, J. (2012). Les pollens urbains. Revue, 45, 12–19.'],
  ['Bibliografía', 'García, M. (2010). Las mareas del norte. Madrid: Costa.'],
  ['参考文献', '山田太郎「写真用電池の劣化」『映像技術』第12巻、2014年、33–41頁。'],
  ['参考资料', '李明：《海潮与港口》，海洋出版社，2011年。'],
  ['Литература', 'Савкевич С. С. Янтарь. — Л.: Недра, 1970. — 192 с.'],
  ['See also', 'The tide mills of northern Europe are listed there by country.'],
  ['Inhaltsverzeichnis', 'Die Schleuse und ihre Geschichte stehen auf Seite vier.'],
  ['Acknowledgements', 'The authors thank the port for access to the wall.'],
])('below %s stands nothing that the text says', (heading, entry) => {
  expect(body(`# Walls\n\n${said}\n\n## ${heading}\n\n- ${entry}\n`)).toEqual([said])
  expect(body(`# Walls\n\n${said}\n\n${heading}\n\n${entry}\n`)).toEqual([said])
  expect(body(`# Walls\n\n## ${heading}\n\n- ${entry}\n\n## Height\n\n${said}\n`)).toEqual([said])
})

test.each([
  'Figure 2. Mean height of the walls in the seven harbours of the north.',
  'Abbildung 3: Höhe der Mauern in den sieben Häfen des Nordens.',
  'Рис. 4. Высота стен в семи гаванях севера.',
  '[Home](/) · [Harbours](/harbours) · [Walls of the north](/walls)',
  '- [Growth of the walls](#growth)\n- [Air and water](#air)',
  '© 2019 Harbour Company of Sellow. All rights reserved.',
  'This page was last edited on 2 June 2021, at 18:04 by the harbour master.',
  'Lea también: [El mercado del puerto](mercado.html)',
  '1. Wailes, R. (1957). "Tide mills in the south". Transactions. 19: 1–33. Retrieved 12 May 2015.',
  'Present: R. Osei (chair), K. Lund, M. Vance and four guests.',
])('%j is beside the text', (aside) => {
  expect(body(`# Walls\n\n${said}\n\n${aside}\n`)).toEqual([said])
})

test.each([
  'Table 2 lists the walls of all the harbours by their height.',
  'Hart found in 2011 that the walls of the north rise by a metre (Hart, 2011).',
  'The [harbour wall](/wall) of [Sellow](/sellow) rises one metre above the tide.',
])('%j is not', (sentence) => {
  expect(body(`# Walls\n\n${sentence}\n`)).toEqual([sentence])
})

test('of a mail neither its head, nor what it answers, nor its signature is its text', () => {
  const mail = `From: Ann <a@example.org>\nTo: Tom <t@example.org>\nSubject: Walls of the harbour\n\n${said}\n\n> On Monday you wrote:\n> The walls are low.\n\n-- \nAnn, harbour office of Sellow.\n`
  expect(body(mail)).toEqual([said])
})

test('a document that is called like such a section has a text', () => {
  expect(body(`# References\n\n${said}\n`)).toEqual([said])
})

test.each([
  '[^1]: Miller found that the lake of the basin was once much deeper than it is today.',
  '1. ^ Miller, Anna. The lake of the basin was once deeper. Retrieved 4 May 2019.',
  '[12] The lake of the basin was once deeper than it is today, as the survey office says.',
  '¹ Der See war früher tiefer als heute, wie das Vermessungsamt sagt.',
  'Cite this article as: Miller, A. The lake of the basin was once deeper.',
  '## How to cite\n\nMiller writes about the lake of the basin and the gorge in the north of it.',
  '## Sources\n\nThe figures of the lake come from the survey office of the county and its maps.',
  '## About the author\n\nAnna Miller teaches the history of lakes at the college of the county town.',
  '## Ключевые слова\n\nОзеро, бассейн, ледник, ущелье и река на севере района.',
  'Source: The survey office of the county measured the lake in the summer of 2003.',
  'The lake in the early morning light, seen from the northern shore. Photo: Anna Miller',
  'Previous: The glacier of the basin and how it moved the stones. Next: The gorge.',
  'This article was first published in the Journal of Lakes.',
  'Received 4 May 2003; accepted 6 June 2003; published online 8 July 2003.',
])('beside the text stands: %s', (aside) => {
  const body = 'The lake fills the basin that the glacier left behind.'
  const text = `# The lake\n\n${body}\n\n${aside}\n`
  const spans = asideSpans(text)
  expect(isWithin(spans, text.indexOf(body))).toBe(false)
  expect(isWithin(spans, text.indexOf(aside.split('\n\n').at(-1) ?? ''))).toBe(true)
})

test('what only begins like one is text', () => {
  for (const text of ['The source of the river lies high.', 'Sources of energy are many.', 'Next to it stands a mill.'])
    expect(asideSpans(`# A\n\n${text}\n`)).toEqual([])
})
