import { expect, test } from 'vitest'
import { ingestInputs, researchSubjects } from './task-inputs.ts'

const url = 'https://a.example/tides'

test.each([
  ['spring tides', 'spring tides'],
  [url, undefined, url],
  [`${url}_(sea)!`, undefined, `${url}_(sea)!`],
  [`Read ${url}, then ${url}/neap.`, 'Read then', url, `${url}/neap`],
  [`Tides ${url}/neap|${url}, ${url} and (${url}).`, 'Tides and', `${url}/neap|${url}`, url],
  [`See [[${url}][x]]<${url}> now`, 'See now', url],
])('%s asks to research its topic and its addresses', (task, topic, ...urls) => {
  expect(researchSubjects(task ?? '')).toEqual({ topic, urls })
})

test('a task of four times as many addresses takes about four times as long', () => {
  const [short, long] = [16_000, 64_000].map((times) => {
    const task = Array.from({ length: times }, (_, place) => `tides ${url}/${place}\n`).join('')
    return Math.min(...[1, 2, 3, 4, 5].map(() => duration(() => researchSubjects(task))))
  })
  expect(long).toBeLessThan(9 * (short ?? 0))
})

/** Of the processor, in microseconds: what runs beside this test takes none of it. */
function duration(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

test.each([
  ['notes/a.md', 'notes/a.md'],
  [`Take in (${url}).`, url],
  [`Take in "${url}" and \`a.pdf\`.`, url, 'a.pdf'],
  [`${url}!`, `${url}!`],
])('%s asks to take in what it names', (task, ...inputs) => {
  expect(ingestInputs(task)).toEqual(inputs)
})
