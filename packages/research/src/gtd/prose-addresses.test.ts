import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { proseAddresses } from './prose-addresses.ts'
import { readOrg } from './read-org.ts'

const url = 'https://a.example/bees'

test.each([
  [`(${url}).`, url],
  [`See ${url}, then sleep.`, url],
  [`Is it ${url}?!`, url],
  [`'${url}'`, url],
  [`{${url}}; ${url}…`, url, url],
  [`| ${url}|`, url],
  [`*${url}*`, url],
  [`/${url}/.`, url],
  [`/see ${url}/`, url],
  [`*(${url})*, =${url}= ~${url}~ _${url}_ +${url}+`, url, url, url, url, url],
  [`*/${url}/*`, url],
  ['https://a.example/bees/', 'https://a.example/bees/'],
  ['/usr/ https://a.example/bees/', 'https://a.example/bees/'],
  ['https://a.example/?q=a+ and https://a.example/~me~', 'https://a.example/?q=a+', 'https://a.example/~me~'],
  ['https://en.wikipedia.org/wiki/Tide_(disambiguation)', 'https://en.wikipedia.org/wiki/Tide_(disambiguation)'],
  ['(https://en.wikipedia.org/wiki/Tide_(sea)).', 'https://en.wikipedia.org/wiki/Tide_(sea)'],
  ['http://127.0.0.1:8993/bees.html#top', 'http://127.0.0.1:8993/bees.html#top'],
  [`請看（${url}）。`, url],
  [`「${url}」を読む、${url}、${url}，好`, url, url, url],
  [`[[${url}.][it]] [[${url}!]] <${url}.>`, `${url}.`, `${url}!`, `${url}.`],
  [`[[${url}.][${url}.]]`, `${url}.`, url],
  [`\`${url}\`, \`${url}\`. \`see ${url}.\``, url, url, url],
  ['HTTPS://A.example. https://). ftp://a.example', 'HTTPS://A.example'],
])('of %s the address alone is taken', (text, ...addresses) => {
  expect(proseAddresses(text)).toEqual(addresses)
})

test('a task has its addresses without punctuation, with and without comments below it', () => {
  const task = `* TODO Read (${url}). :AI:research:\nAnd *${url}/wild*, [[${url}/x.][x]].\n`
  const links = [url, `${url}/wild`, `${url}/x.`]
  expect(readOrg(task).headings[0]?.links.toSorted()).toEqual(links)
  expect(readOrg(`${task}# a note\n`).headings[0]?.links.toSorted()).toEqual(links)
})

test('any text is read in a time that grows with its length, and each address stands in it', () => {
  const part = fc.constantFrom('https://', 'http://a', ')', '(', '*', '/', '.', ' ', '\n', '[[', ']]', '。', 'x')
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('')
      for (const found of proseAddresses(text)) expect(text).toContain(found)
    }),
  )
  const startedAt = performance.now()
  for (const repeated of [')', '(.', '* ', 'https://a/', '/x https://a/ '])
    proseAddresses(`https://a.example/${repeated.repeat(10_000)}`)
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})

test('a line with four times as many addresses takes about four times as long', () => {
  const [short, long] = [10_000, 40_000].map((times) => {
    const text = 'https://a.example/bees/ '.repeat(times)
    return Math.min(...[1, 2, 3, 4, 5].map(() => duration(() => proseAddresses(text))))
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
