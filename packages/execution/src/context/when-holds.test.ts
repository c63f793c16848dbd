import { expect, test } from 'vitest'
import { agentSpace } from './__fixtures__/agent-space.ts'
import { tokenizer } from './__fixtures__/load-writer.ts'
import { loadContext } from './load-context.ts'
import { taskTags, whenHolds } from './when-holds.ts'

const task = 'Look at the tides of https://tides.example/today? :AI:research:'

test.each([
  ['before_execution', true],
  ['Always', true],
  ['tag: research', true],
  ['tag: :AI:research:', true],
  [':ai:', true],
  ['tag: AI:data', false],
  ['tags: given', true],
  ['not tag: data', true],
  ['file: notes/plan.md', true],
  ['file = "notes/*.md"', true],
  ['file: notes/none.md', false],
  ['file: ../../etc/passwd', false],
  ['file: /etc/passwd', false],
  ['file: .datacore/env/KEY', false],
  ['skill: Explain', true],
  ['skill: other', false],
  ['task: url', true],
  ['task: question', false],
  ['task: tides', true],
  ['task: research', true],
  ['task: explain', true],
  ['task: invoices', false],
  ['tag: research and file: notes/plan.md and not task: invoices', true],
  ['tag: research and not file: notes/plan.md', false],
  ['after_execution', undefined],
  ['on full moon', undefined],
  ['tag: research and sometimes', undefined],
  ['tag:', undefined],
  ['', undefined],
])('%j is %j', async (when, holds) => {
  const { paths } = await agentSpace({ 'notes/plan.md': 'x', '.datacore/env/KEY': 'k' })
  expect(await whenHolds(when, { paths, task, tags: ['given'], skill: 'explain' })).toBe(holds)
})

test('a pattern looks at some names, and then nobody knows', async () => {
  const files = Array.from({ length: 200 }, (_, index) => [`a${index % 20}/b${index}/c.md`, 'x'])
  const { paths } = await agentSpace(Object.fromEntries(files))
  const asked = { paths, task, mostNames: 50 }
  expect(await whenHolds('file: **/none.md', asked)).toBeUndefined()
  expect(await whenHolds('not file: **/none.md', asked)).toBeUndefined()
  expect(await whenHolds('file: a1/b1/*.md', asked)).toBe(true)
  expect(await whenHolds('file: **/none.md', { paths, task })).toBe(false)
})

test('tags stand in the task and beside it', () => {
  expect(taskTags({ task, tags: [':AI:research:', '#data', ' '] })).toEqual(['ai:research', 'data'])
  expect(taskTags({ task: 'Just do it' })).toEqual([])
})

test('a query is asked where its condition holds, and left out with the reason where it does not', async () => {
  const entry = `{name: W, description: W., reads: {contextual: [{query: one, when: 'tag: research'}, {query: two, when: 'tag: data'}, {query: three, when: some day}]}}`
  const { paths, registry } = await agentSpace({ '.datacore/registry/agents.yaml': `agents: {w: ${entry}}` })
  const queries: string[] = []
  const memory = async (query: string) => await Promise.resolve((queries.push(query), []))
  const { left_out: leftOut } = await loadContext(paths, { registry, agent: 'w', task, memory, tokenizer })
  expect(queries).toContain('one')
  expect(queries).not.toContain('two')
  expect(leftOut).toEqual(
    expect.arrayContaining([
      { origin: 'query: two', reason: 'it is for tag: data, which this task is not' },
      { origin: 'query: three', reason: 'it is for some day, which nothing here knows' },
    ]),
  )
})
