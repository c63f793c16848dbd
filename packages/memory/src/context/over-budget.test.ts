import { expect, test } from 'vitest'
import type { SearchPort } from '../search/search-port.ts'
import { loadTokenizer } from '../tokens/load-tokenizer.ts'
import { memory, note } from './__fixtures__/found-hits.ts'
import { spaceWith } from './__fixtures__/space-with.ts'
import { gatherContext } from './gather-context.ts'

const tokenizer = await loadTokenizer()

test('what is given up is given up in the order that is documented', async () => {
  const sentence = 'This is one sentence of a long file. '
  const files = {
    'a.md': sentence.repeat(60),
    'b.md': sentence.repeat(60),
    '.datacore/dips/DIP-1.md': sentence.repeat(60),
  }
  const paths = await spaceWith(files)
  const agent = { id: 'x', reads: { required: ['a.md', 'b.md'] }, references: { dips: ['DIP-1'] } }
  const hits = Array.from({ length: 40 }, (_, index) => ({ ...note, id: `n${index}#0`, path: `n${index}.md` }))
  const port: SearchPort = (_query, { filter }) => Promise.resolve(filter?.types === undefined ? hits : [memory])
  const stepsAt = async (budgetTokens: number): Promise<readonly string[]> => {
    const { left_out: leftOut } = await gatherContext(paths, {
      agent,
      task: 'Do.',
      search: port,
      limit: hits.length,
      budgetTokens,
      tokenizer,
    })
    return [...new Set(leftOut.map(({ reason }) => /^over budget, step (\d)/.exec(reason)?.[1] ?? reason))].sort()
  }
  expect(await stepsAt(5000)).toEqual([])
  expect(await stepsAt(2800)).toEqual(['1'])
  expect(await stepsAt(1200)).toEqual(['1', '3'])
  expect(await stepsAt(250)).toEqual(['1', '2', '3', '4'])
  // The last document goes first, the first required file last.
  const least = await gatherContext(paths, { agent, task: 'Do.', search: port, budgetTokens: 230, tokenizer })
  expect(least.parts.map(({ origin }) => origin)).toContain('a.md')
  expect(least.left_out.filter(({ reason }) => reason.includes('step 4')).map(({ origin }) => origin)).toContain(
    '.datacore/dips/DIP-1.md',
  )
})
