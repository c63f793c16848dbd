import { expect, test } from 'vitest'
import type { SearchPort } from '../search/search-port.ts'
import { loadTokenizer } from '../tokens/load-tokenizer.ts'
import { note } from './__fixtures__/found-hits.ts'
import { spaceWith } from './__fixtures__/space-with.ts'
import { gatherContext } from './gather-context.ts'

const tokenizer = await loadTokenizer()

test('small files are given whole beside a huge one also where little is left for each', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `small-${index}.md`)
  const paths = await spaceWith({
    'huge.md': 'This is one sentence of a very long file. '.repeat(5000),
    ...Object.fromEntries(names.map((name) => [name, 'A small file that says only one thing, and says it whole.'])),
  })
  const agent = { id: 'x', reads: { required: ['huge.md', ...names] } }
  const block = await gatherContext(paths, { agent, task: 'Do.', budgetTokens: 390, tokenizer })
  expect(block.parts.filter(({ kind }) => kind === 'required').map(({ origin }) => origin)).toEqual(names)
  expect(block.left_out.filter(({ reason }) => reason.includes('step 4'))).toEqual([
    {
      origin: 'huge.md',
      reason: expect.stringMatching(/step 4: \d+ tokens are left for it, and a piece of fewer than 48/),
    },
  ])
})

test('a hit too long for the room of what was found takes none from the files', async () => {
  const paths = await spaceWith({ 'a.md': 'A sentence of a file. '.repeat(100) })
  const agent = { id: 'x', reads: { required: ['a.md'] } }
  const hit = { ...note, snippet: 'A sentence of a note. '.repeat(100) }
  const port: SearchPort = (_query, { filter }) => Promise.resolve(filter === undefined ? [hit] : [])
  const block = await gatherContext(paths, { agent, task: 'Do.', search: port, budgetTokens: 900, tokenizer })
  expect(block.parts.find(({ origin }) => origin === 'a.md')?.truncated).toBeUndefined()
  expect(block.left_out).toEqual([
    { origin: hit.path, reason: expect.stringMatching(/^over budget, step 1: it needs \d+ tokens and \d+ are left$/) },
  ])
})

test('what is given up because joined texts have more tokens than all alone is a step of the order too', async () => {
  const names = ['a.md', 'b.md', 'c.md']
  const paths = await spaceWith(Object.fromEntries(names.map((name) => [name, 'One word and another. '.repeat(30)])))
  const agent = { id: 'x', reads: { required: names } }
  // Each file after the first costs nine tokens more than by itself.
  const joining = {
    ...tokenizer,
    count: (text: string) => tokenizer.count(text) + 9 * Math.max(0, text.split('### ').length - 4),
  }
  const whole = await gatherContext(paths, { agent, task: 'Do.', tokenizer: joining })
  const budgetTokens = whole.tokens - 1
  const block = await gatherContext(paths, { agent, task: 'Do.', tokenizer: joining, budgetTokens })
  expect(block.tokens).toBeLessThanOrEqual(budgetTokens)
  const files = block.parts.filter(({ kind }) => kind === 'required')
  expect(files.map(({ origin }) => origin)).toEqual(names)
  expect(block.left_out.filter(({ origin }) => names.includes(origin))).toEqual(
    files
      .filter(({ truncated }) => truncated === true)
      .map(({ origin, tokens }) => ({ origin, reason: expect.stringContaining(`step 3: cut to ${tokens} tokens`) })),
  )
})

test('of instructions that would fit and take too much it is not said that they do not fit', async () => {
  const paths = await spaceWith({ 'a.md': 'A sentence of a file. '.repeat(100) })
  const agent = { id: 'x', reads: { required: ['a.md'] } }
  const reasonAt = async (budgetTokens: number): Promise<string | undefined> => {
    const { left_out: leftOut } = await gatherContext(paths, { agent, task: 'Do.', tokenizer, budgetTokens })
    const reason = leftOut.find(({ origin }) => origin === 'template think-search-generate')?.reason
    return reason?.replaceAll(/(?<!step )\d+/g, '#')
  }
  expect(await reasonAt(350)).toBe(
    'over budget, step 2: it would take # of the # tokens that are left for everything, and something asked for would be cut or left out beside it',
  )
  expect(await reasonAt(200)).toBe('over budget, step 2: it needs # tokens and # are left for everything')
})

test('where everything fits nothing is given up, whatever share of the room the instructions take', async () => {
  const paths = await spaceWith({ 'a.md': 'A short file.', 'b.md': 'Another one.\n' })
  const agent = { id: 'x', reads: { required: ['a.md', 'b.md'] } }
  const port: SearchPort = (_query, { filter }) => Promise.resolve(filter === undefined ? [note] : [])
  const options = { agent, task: 'Do.', search: port, tokenizer }
  const whole = await gatherContext(paths, options)
  expect(whole.left_out).toEqual([])
  for (let budgetTokens = whole.tokens; budgetTokens < whole.tokens + 300; budgetTokens += 1) {
    const { prompt, left_out: leftOut } = await gatherContext(paths, { ...options, budgetTokens })
    expect([budgetTokens, prompt, leftOut]).toEqual([budgetTokens, whole.prompt, []])
  }
})

test('instructions stay where only what was found gives way, and go where something asked for would', async () => {
  const paths = await spaceWith({ 'a.md': 'A sentence of a file. '.repeat(8) })
  const agent = { id: 'x', reads: { required: ['a.md'] } }
  const hits = Array.from({ length: 4 }, (_, index) => ({ ...note, id: `n${index}#0`, path: `n${index}.md` }))
  const port: SearchPort = (_query, { filter }) => Promise.resolve(filter === undefined ? hits : [])
  const options = { agent, task: 'Do.', tokenizer }
  const withoutHits = await gatherContext(paths, { ...options, search: () => Promise.resolve([]) })
  const steps = async (budgetTokens: number): Promise<readonly string[]> => {
    const { left_out: leftOut } = await gatherContext(paths, { ...options, search: port, budgetTokens })
    return [...new Set(leftOut.flatMap(({ reason }) => /^over budget, (step \d)/.exec(reason)?.[1] ?? []))]
  }
  expect(await steps(withoutHits.tokens + 30)).toEqual(['step 1'])
  expect(await steps(withoutHits.tokens - 30)).toEqual(['step 2'])
})
