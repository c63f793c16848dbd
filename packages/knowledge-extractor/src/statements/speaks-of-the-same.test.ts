import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { statementComparer } from './compare-statements.ts'
import { readStatement } from './read-statement.ts'

const Pairs = z.array(z.object({ same: z.boolean(), a: z.string(), b: z.string() }))

test('of the pairs that rules are chosen with none agrees that is not the same, and half of the others do', async () => {
  const file = new URL('../../../../test/fixtures/judged-notes/choosing/agreement.json', import.meta.url)
  const pairs = Pairs.parse(JSON.parse(await readFile(file, 'utf8')))
  const read = pairs.map(({ a, b }) => [readStatement(a), readStatement(b)] as const)
  const compare = statementComparer(read.flat())
  const said = pairs.filter((_, place) => {
    const [a, b] = read[place] ?? []
    return a !== undefined && b !== undefined && compare(a, b) === 'same'
  })
  expect(said.filter(({ same }) => !same)).toEqual([])
  expect(said.length).toBeGreaterThanOrEqual(pairs.filter(({ same }) => same).length / 2)
})

test.each([
  ['The Havn islands are served by an electric ferry.', 'The Lofoten islands are served by an electric ferry.'],
  ['The council plans to build a new library.', 'The council built a new library.'],
  ['The roof repair costs 42,000 pounds.', 'The town pays 42,000 pounds a year for the library.'],
  ['Barn owls caught 31 % fewer voles on lit fields.', 'Barn owls caught 31 % fewer beetles on lit fields.'],
])('%j and %j are not one', (a, b) => {
  const [one, other] = [readStatement(a), readStatement(b)]
  expect(statementComparer([one, other])(one, other)).toBe('other')
})
