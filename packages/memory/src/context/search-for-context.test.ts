import { expect, test } from 'vitest'
import type { SearchPort } from '../search/search-port.ts'
import { memorySpace } from '../sessions/__fixtures__/memory-space.ts'
import { coldPort } from '../search/cold-port.ts'
import { memory, note } from './__fixtures__/found-hits.ts'
import { spaceWith } from './__fixtures__/space-with.ts'
import { gatherContext } from './gather-context.ts'

test('a memory of any type is a memory, and the same words are searched once', async () => {
  const asked: string[] = []
  const port: SearchPort = (query, { limit, expand, filter }) => {
    asked.push(`${query} ${limit} ${expand} ${filter?.types?.join() ?? 'any'}`)
    return Promise.resolve([{ ...memory, type: 'insight' }])
  }
  const contextual = [
    { query: 'datacortex search "{task}" --top 9 --expand 2', when: 'always' },
    { query: 'datacortex search Do. --verbose | head', when: 'before execution' },
  ]
  const paths = await memorySpace()
  const agent = { id: 'x', reads: { contextual } }
  const { parts, left_out: leftOut } = await gatherContext(paths, { agent, task: 'Do.', search: port })
  expect(asked).toEqual(['Do. 9 2 any', 'Do. 5 0 session-memory'])
  expect(parts.map(({ kind }) => kind)).toEqual(['memory', 'instructions', 'task'])
  const origin = 'query: datacortex search Do. --verbose | head'
  expect(leftOut).toEqual([
    { origin, reason: '| head has no meaning here' },
    { origin, reason: '--verbose has no meaning here' },
  ])
})

test('of a very long task the start is searched, and that is said', async () => {
  const asked: number[] = []
  const port: SearchPort = (query) => {
    asked.push(query.length)
    return Promise.resolve([])
  }
  const { left_out: leftOut } = await gatherContext(await memorySpace(), {
    agent: { id: 'x' },
    task: 'word '.repeat(1000),
    search: port,
  })
  expect(asked).toEqual([2000, 2000])
  expect(leftOut).toContainEqual({
    origin: 'query: {task_description}',
    reason: 'only its first 2000 characters are searched',
  })
})

test('a note whose file is named like a memory is screened as the note it is, from the index and from the file', async () => {
  const path = 'memory:salary.md'
  const paths = await spaceWith({ [path]: '# Salaries\n\nAnna earns 90,000 a year.\n' })
  const ports: readonly SearchPort[] = [coldPort(paths), () => Promise.resolve([{ ...note, id: `${path}#0`, path }])]
  for (const search of ports) {
    const screened: string[] = []
    const screen = {
      path: (asked: string) => (asked === path ? 'it is private' : undefined),
      memory: (id: string) => Promise.resolve(void screened.push(id)),
    }
    const context = await gatherContext(paths, { agent: { id: 'x' }, task: 'What does Anna earn?', search, screen })
    expect(context.parts.map(({ kind }) => kind)).toEqual(['instructions', 'task'])
    expect(context.left_out).toEqual([{ origin: path, reason: 'it is private' }])
    expect(screened).toEqual([])
  }
})

test('a query that finds nothing or is not filled is named as it is written, once for everyone who asks for it', async () => {
  const asked: string[] = []
  const port: SearchPort = (query) => {
    asked.push(query)
    return Promise.resolve(query === 'moon' ? [note] : [])
  }
  const contextual = [
    { query: "datacortex search '{task_description}' --top 3" },
    { query: 'query: rules of {topic}' },
    { query: '{topic}' },
    { query: 'moon' },
  ]
  const agent = { id: 'x', reads: { contextual } }
  const { left_out: leftOut } = await gatherContext(await memorySpace(), { agent, task: 'Do.', search: port })
  expect(asked).toEqual(['Do.', 'Do.', 'rules of', 'moon'])
  const nothing = 'nothing was found for it'
  const unfilled = 'nothing fills {topic}; it is searched without that'
  expect(leftOut).toEqual([
    { origin: 'query: rules of {topic}', reason: unfilled },
    { origin: 'query: {topic}', reason: unfilled },
    { origin: 'query: {topic}', reason: 'it has no words' },
    { origin: 'query: {task_description}', reason: nothing },
    { origin: "query: datacortex search '{task_description}' --top 3", reason: nothing },
    { origin: 'query: rules of {topic}', reason: nothing },
  ])
})

test('without a search each query of the entry is named, as is a task without words', async () => {
  const contextual = [{ query: 'tides' }, { query: 'later', when: 'on_error' }]
  const agent = { id: 'x', reads: { contextual } }
  const { left_out: leftOut } = await gatherContext(await memorySpace(), { agent, task: ' ' })
  expect(leftOut).toEqual([
    { origin: 'query: {task_description}', reason: 'it has no words' },
    { origin: 'query: later', reason: 'it is for on_error' },
    { origin: 'search', reason: 'there is no search here' },
    { origin: 'query: tides', reason: 'there is no search here' },
  ])
})
