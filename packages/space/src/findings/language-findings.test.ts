import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { indexNotes } from '../indexing/index-notes.ts'
import { languageFindings } from './language-findings.ts'
import { isMostlyOther } from './other-language.ts'

const english = 'Tides come and go, as the moon pulls the sea. Write it down with the time of the day.'
const german =
  'Die Gezeiten entstehen, weil der Mond das Wasser anzieht. Wir messen in der Bucht an jedem Morgen die Höhe und schreiben sie auf, damit man sie nicht vergisst.'
const chinese = '链条每五百公里要清洗并上油，刹车片每年检查一次。'

async function findingsOf(notes: Readonly<Record<string, string>>, embeddings: object = {}) {
  const { paths, work } = await workSpace({ settings: { embeddings: { threads: 0, ...embeddings } } })
  for (const [name, text] of Object.entries(notes)) await writeFile(join(paths.root, name), text)
  await indexNotes.run(work, {})
  return await languageFindings(paths, work)
}

test('notes that the model does not read are told with the command that helps', async () => {
  expect(await findingsOf({ 'a.md': english, 'b.md': german, 'c.md': chinese })).toEqual([
    {
      code: 'NOTES_IN_OTHER_LANGUAGE',
      severity: 'info',
      subject: 'b.md',
      message: expect.stringContaining('2 of 3 notes looked at') as string,
      hint: expect.stringMatching(/^datacortex model /) as string,
    },
  ])
})

test('of many notes a hundred are looked at, and English ones are no finding', async () => {
  const many = (text: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`${index}.md`, `${text} ${index}`]))
  expect(await findingsOf(many(english))).toEqual([])
  expect(await findingsOf(many(german))).toEqual([
    expect.objectContaining({ message: expect.stringContaining('100 of 100 notes') as string }),
  ])
})

test.each([
  [german, true],
  [chinese, true],
  ['La mer monte et descend avec la lune, et nous notons la hauteur pour ne pas l’oublier.', true],
  [english, false],
  ['Meeting with Herr Müller der Firma about the roof. We agreed on the price, and he calls when it is done.', false],
  ['CONTRIBUTING README LICENSE', false],
  ['', false],
])('%j', (text, isOther) => {
  expect(isMostlyOther(text)).toBe(isOther)
})
