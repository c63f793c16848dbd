import { expect, test } from 'vitest'
import { bodySentences } from './analyse-text.ts'

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
