import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SearchPort } from '../search/search-port.ts'
import { memorySpace } from '../memories/__fixtures__/memory-space.ts'
import { loadTokenizer } from '../tokens/load-tokenizer.ts'
import { memory, note } from './__fixtures__/found-hits.ts'
import { spaceWith } from './__fixtures__/space-with.ts'
import { gatherContext } from './gather-context.ts'

const tokenizer = await loadTokenizer()

const search: SearchPort = (_query, { filter }) => Promise.resolve(filter?.types === undefined ? [note] : [memory])

const dip =
  '# DIP-0009\n\nLong text.\n\n## Agent Context\n\nUse inboxes.\n\n### When\n\nAlways.\n\n## Rationale\n\nNo.\n'

test('the block of the specification, in order, with costs and provenance', async () => {
  const paths = await spaceWith({
    '.datacore/tags.yaml': 'tags: [a]\n',
    '.datacore/dips/DIP-0009-gtd.md': dip,
    '0-personal/org/inbox.org': '* TODO',
    'k/plan.md': 'The plan.',
  })
  const agent = {
    id: 'writer',
    reads: {
      required: ['.datacore/tags.yaml', 'gone.md'],
      contextual: [{ query: "datacortex search '{task_description}' --top 3", when: 'before_execution' }],
    },
    references: { dips: ['DIP-0009', 'DIP-0099'] },
  }
  const block = await gatherContext(paths, {
    agent,
    task: 'Work through the inbox with k/plan.md in mind.',
    search,
    locations: { inbox: '0-personal/org/inbox.org', journals: '0-personal/notes/journals' },
  })
  expect(block.prompt).toMatchInlineSnapshot(`
    "## Context

    1. **Required knowledge**: the following files have been loaded:

    ### .datacore/tags.yaml

    tags: [a]

    2. **Relevant DIPs**: these governance documents apply:

    ### .datacore/dips/DIP-0009-gtd.md

    Use inboxes.

    ### When

    Always.

    3. **Semantic context**: based on the task, these knowledge items are relevant:

    - **Data Tokenization** (k/Data-Tokenization.md:10-12)
      Tokens stand for data.
      They can be sold.

    4. **Session memory**: previous insights on this topic:

    - 2025-12-21: SPV structure enables fractional ownership
      Researched tokenization.

    5. **Task-specific**: these places belong to the task:

    - k/plan.md (the task names it)
    - 0-personal/org/inbox.org (the task speaks of inbox)

    ## How to work

    Execute the task in three phases.

    ### Phase 1: THINK

    - Decompose the task into sub-questions.
    - Identify what knowledge each of them needs.
    - Decide for each: do I need to search, or is the answer in the context above?

    ### Phase 2: SEARCH

    For each knowledge gap:

    1. **Semantic search**: \`datacortex search "{question}" --top 5\`
    2. **Graph traversal**: \`datacortex search "{question}" --top 3 --expand 1\` follows wiki-links and shared tags
    3. **Direct read**: open the files that the context above names

    Skip this phase when the context above is sufficient.

    ### Phase 3: GENERATE

    - Synthesize the answer from what was retrieved.
    - Cite sources with [[wiki-links]].
    - If you are uncertain, return to SEARCH.

    ## Task

    Work through the inbox with k/plan.md in mind.
    "
  `)
  expect(block.parts.map(({ kind, origin }) => `${kind} ${origin}`)).toEqual([
    'required .datacore/tags.yaml',
    'reference .datacore/dips/DIP-0009-gtd.md',
    'search k/Data-Tokenization.md',
    'memory memory:mem-2025-12-21-001',
    'inferred k/plan.md',
    'inferred 0-personal/org/inbox.org',
    'instructions template think-search-generate',
    'task task',
  ])
  for (const { text, tokens } of block.parts) expect(tokens).toBe(tokenizer.count(text))
  expect(block.tokens).toBe(tokenizer.count(block.prompt))
  expect(block.parts[0]?.provenance).toMatchObject({
    because: 'required',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(block.parts[1]?.provenance).toMatchObject({ because: 'refers to DIP-0009', start: 5, end: 11 })
  expect(block.parts[2]?.provenance).toMatchObject({ score: 0.91, start: 10, end: 12 })
  expect(block.left_out).toEqual([
    { origin: 'gone.md', reason: 'it does not exist' },
    { origin: 'DIP-0099', reason: 'no such document in .datacore/dips' },
  ])
  expect(block.findings).toEqual([])
})

test('a small file is given whole beside a huge one, which is cut and leaves room for what was found', async () => {
  const huge = 'This is one sentence of a very long file. '.repeat(5000)
  const paths = await spaceWith({ 'huge.md': huge, 'small.md': 'Small and whole.' })
  const agent = { id: 'x', reads: { required: ['huge.md', 'small.md'] } }
  const block = await gatherContext(paths, { agent, task: 'Do.', search, budgetTokens: 1500 })
  expect(block.tokens).toBeLessThanOrEqual(1500)
  expect(block.tokens).toBeGreaterThan(1300)
  const [first, second] = block.parts
  expect(first?.text).toMatch(/long file\.\n\n\[Cut here: the first \d+ of \d+ characters\.\]$/)
  expect(second?.text).toBe('### small.md\n\nSmall and whole.')
  expect(block.parts.map(({ kind }) => kind)).toContain('memory')
  expect(block.left_out).toEqual([
    {
      origin: 'huge.md',
      reason: expect.stringMatching(/^over budget, step 3: cut to \d+ tokens, the first \d+ of 210012 characters$/),
    },
  ])
})

test('a note that is required as a whole is not quoted again', async () => {
  const paths = await spaceWith({ 'k/Data-Tokenization.md': 'All of it.' })
  const agent = { id: 'x', reads: { required: ['k/Data-Tokenization.md'] } }
  const block = await gatherContext(paths, { agent, task: 'Do.', search })
  expect(block.parts.map(({ kind }) => kind)).toEqual(['required', 'memory', 'instructions', 'task'])
  expect(block.left_out).toMatchObject([
    { origin: 'k/Data-Tokenization.md', reason: expect.stringContaining('already') },
  ])
})

test('of a required note that is cut, what was found is quoted if it is not in the rest of it', async () => {
  const path = 'k/log.md'
  const [start, answer] = ['A line of no importance.', 'The keys change every 42 days.']
  const paths = await spaceWith({ [path]: `${`${start} `.repeat(4000)}\n${answer}\n`, 'b.md': 'Short.' })
  const hits = [
    { ...note, id: 'b.md#0', path: 'b.md', snippet: answer },
    { ...note, id: `${path}#0`, path, snippet: `${start}…` },
    { ...note, id: `${path}#9`, path, snippet: answer },
  ]
  const port: SearchPort = (_query, { filter }) => Promise.resolve(filter === undefined ? hits : [])
  const agent = { id: 'x', reads: { required: [path, './k/log.md', 'b.md'] } }
  const block = await gatherContext(paths, { agent, task: 'When?', search: port, budgetTokens: 1500 })
  expect(block.parts.map(({ kind, origin }) => `${kind} ${origin}`)).toEqual([
    `required ${path}`,
    'required b.md',
    `search ${path}`,
    'instructions template think-search-generate',
    'task task',
  ])
  expect(block.prompt).toContain(answer)
  expect([block.tokens <= 1500, block.tokens > 1300]).toEqual([true, true])
  expect(block.left_out).toEqual([
    { origin: 'b.md', reason: 'it is in the context as a whole already (found as search)' },
    { origin: path, reason: 'it is in the part of it that is in the context already (found as search)' },
    { origin: path, reason: expect.stringContaining('over budget, step 3: cut to') },
  ])
})

test('a space overrides templates; what nothing fills is reported, and parts without a place are named', async () => {
  const paths = await spaceWith({
    '.datacore/templates/context-gathering.md': 'For {agent_id}: {task}\n{required_files}\n{wishes} {Not One} {}',
    '.datacore/templates/think-search-generate.md': 'Just do it.',
    'a.md': 'has {task} and {required_files} in it',
  })
  const agent = { id: 'writer', reads: { required: ['a.md'] } }
  const { prompt, findings, left_out: leftOut } = await gatherContext(paths, { agent, task: 'Write $& well.', search })
  expect(prompt).toBe(
    'For writer: Write $& well.\n### a.md\n\nhas {task} and {required_files} in it\n{wishes} {Not One} {}\n\nJust do it.\n',
  )
  expect(findings).toMatchObject([
    { code: 'MEMORY_TEMPLATE_PLACEHOLDER', subject: '.datacore/templates/context-gathering.md' },
  ])
  expect(findings[0]?.message).toContain('{wishes}')
  expect(leftOut.map(({ reason }) => reason)).toEqual([
    '.datacore/templates/context-gathering.md has no {datacortex_results}',
    '.datacore/templates/context-gathering.md has no {session_memory_results}',
  ])
})

test('a template that can not be read gives way to the one of the package, with a finding', async () => {
  const paths = await memorySpace()
  await mkdir(join(paths.datacore, 'templates', 'context-gathering.md'), { recursive: true })
  const { prompt, findings } = await gatherContext(paths, { agent: { id: 'x' }, task: 'Do.' })
  expect(findings).toMatchObject([{ code: 'MEMORY_TEMPLATE_UNREADABLE' }])
  expect(prompt).toContain('datacortex search "{question}" --top 5')
})

test('a budget too small for the task is refused with what is needed; one without instructions drops them', async () => {
  const paths = await memorySpace()
  const options = { agent: { id: 'x' }, task: 'Do.' }
  const error = await gatherContext(paths, { ...options, budgetTokens: 20 }).catch((thrown: unknown) => thrown)
  expect(CodedError.is(error, 'MEMORY_BUDGET_TOO_SMALL')).toBe(true)
  const needed = Number(/needs (\d+)\./.exec(String(error))?.[1])
  const block = await gatherContext(paths, { ...options, budgetTokens: needed })
  expect(block.tokens).toBeLessThanOrEqual(needed)
  expect(block.left_out.map(({ origin }) => origin)).toContain('template think-search-generate')
})

test('whatever is found and whatever the budget, it is kept, and everything is in the parts or left out', async () => {
  const word = fc.oneof(fc.lorem({ maxCount: 30, mode: 'sentences' }), fc.string({ unit: 'binary', maxLength: 100 }))
  const paths = await spaceWith({ 'a.md': 'A sentence of a file. '.repeat(300), 'b.md': 'Short.' })
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { maxLength: 12 }),
      fc.integer({ min: 130, max: 1500 }),
      async (texts, budgetTokens) => {
        const hits = texts.map((snippet, index) => ({ ...note, id: `n${index}#0`, path: `n${index}`, snippet }))
        const port: SearchPort = (_query, { filter }) => Promise.resolve(filter === undefined ? hits : [memory])
        const agent = { id: 'x', reads: { required: ['a.md', 'b.md'] } }
        const options = { agent, task: 'Do.', search: port, limit: 12, budgetTokens, tokenizer }
        const block = await gatherContext(paths, options)
        expect(tokenizer.count(block.prompt)).toBeLessThanOrEqual(budgetTokens)
        const named = new Set([...block.parts, ...block.left_out].map(({ origin }) => origin))
        for (const origin of ['a.md', 'b.md', memory.id, ...hits.map(({ path }) => path)])
          expect(named).toContain(origin)
      },
    ),
    { numRuns: process.env['LONG'] === undefined ? 15 : 40 },
  )
})
