import { expect, test } from 'vitest'
import { ingestInputs, researchSubjects } from './task-inputs.ts'

const url = 'https://a.example/tides'

test.each([
  ['spring tides', 'spring tides'],
  [url, url],
  [`${url}_(sea)!`, `${url}_(sea)!`],
  [`Read ${url}, then ${url}/neap.`, 'Read then', url, `${url}/neap`],
  [`Tides ${url}/neap|${url}, ${url} and (${url}).`, 'Tides and', `${url}/neap|${url}`, url],
  [`See [[${url}][x]]<${url}> now`, 'See now', url],
])('%s asks to research its topic and its addresses', (task, ...subjects) => {
  expect(researchSubjects(task)).toEqual(subjects)
})

test('a task of very many addresses takes a time that grows with their number', () => {
  const task = Array.from({ length: 64_000 }, (_, place) => `tides ${url}/${place}\n`).join('')
  const startedAt = performance.now()
  expect(researchSubjects(task)).toHaveLength(64_001)
  // Some 0.1 s; with the square of the number it would be minutes.
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})

test.each([
  ['notes/a.md', 'notes/a.md'],
  [`Take in (${url}).`, url],
  [`Take in "${url}" and \`a.pdf\`.`, url, 'a.pdf'],
  [`${url}!`, `${url}!`],
])('%s asks to take in what it names', (task, ...inputs) => {
  expect(ingestInputs(task)).toEqual(inputs)
})
