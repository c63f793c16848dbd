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

test('any text is read, and each address stands in it', () => {
  const part = fc.constantFrom('https://', 'http://a', ')', '(', '*', '/', '.', ' ', '\n', '[[', ']]', '。', 'x')
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('')
      for (const found of proseAddresses(text)) expect(text).toContain(found)
    }),
  )
})

test('a line of many addresses has them all', () => {
  expect(proseAddresses('https://a.example/bees/ '.repeat(1000))).toHaveLength(1000)
  expect(proseAddresses(`https://a.example/${')'.repeat(1000)}`)).toEqual(['https://a.example/'])
})
