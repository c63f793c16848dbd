import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentOf, docx, epub, file } from './__fixtures__/extract.ts'

const made = join(import.meta.dirname, '__fixtures__/made')

const survey = [
  'The four lights of the Eddystone',
  'The Eddystone is a reef of red gneiss some fourteen miles south-west of Plymouth',
  'His wooden tower was swept away in the great storm of November 1703',
  'The tower of stone',
  'He shaped it like the trunk of an oak, wide at the foot and curving inwards',
  'It was first shown on 16 October 1759.',
  'It is 49 metres high and is still in use.',
]
const hoe = [
  'The tower that moved to Plymouth Hoe',
  'the people of Plymouth did not want to lose the third',
  'Visitors climb 93 steps to the lantern.',
  'a chandelier shows how they hung.',
]

test.each([
  ['eddystone.docx', docx, survey],
  ['eddystone.org', 'text/org', survey],
  ['plymouth-hoe.epub', epub, hoe],
])('the words of %s, which pandoc made, come out in order', async (name, contentType, words) => {
  const { title, text } = await documentOf(file(contentType, name, await readFile(join(made, name))))
  expect(title).toBe(words[0])
  const plain = text.replaceAll(/\s+/g, ' ')
  const places = words.map((sentence) => plain.indexOf(sentence))
  expect(places.filter((place) => place < 0)).toEqual([])
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  for (const sentence of words.slice(1)) expect(plain.split(sentence)).toHaveLength(2)
})
