import { expect, test } from 'vitest'
import { ingestInputs, researchSubjects } from './task-inputs.ts'

const url = 'https://a.example/tides'

test.each([
  ['spring tides', 'spring tides'],
  [url, url],
  [`${url}_(sea)!`, `${url}_(sea)!`],
  [`Read ${url}, then ${url}/neap.`, 'Read then', url, `${url}/neap`],
])('%s asks to research its topic and its addresses', (task, ...subjects) => {
  expect(researchSubjects(task)).toEqual(subjects)
})

test.each([
  ['notes/a.md', 'notes/a.md'],
  [`Take in (${url}).`, url],
  [`Take in "${url}" and \`a.pdf\`.`, url, 'a.pdf'],
  [`${url}!`, `${url}!`],
])('%s asks to take in what it names', (task, ...inputs) => {
  expect(ingestInputs(task)).toEqual(inputs)
})
