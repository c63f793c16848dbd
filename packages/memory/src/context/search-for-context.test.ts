import { expect, test } from 'vitest'
import { memoryError } from '../errors.ts'
import type { SearchHit, SearchPort } from '../search/search-port.ts'
import { memorySpace } from '../memories/__fixtures__/memory-space.ts'
import { coldPort } from '../tiers/cold-port.ts'
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
    origin: 'query: the task itself',
    reason: 'only its first 2000 characters are searched',
  })
})

test('a note whose file is named like a memory is screened as the note it is, from the index and from the file', async () => {
  const path = 'memory:salary.md'
  const paths = await spaceWith({ [path]: '# Salaries\n\nAnna earns 90,000 a year.\n' })
  const ports: readonly SearchPort[] = [coldPort(paths), () => Promise.resolve([{ ...note, id: `${path}#0`, path }])]
  for (const search of ports) {
    const screened: string[] = []
    const access = {
      path: (asked: string) => (asked === path ? 'it is private' : undefined),
      memory: (id: string) => Promise.resolve(void screened.push(id)),
    }
    const context = await gatherContext(paths, { agent: { id: 'x' }, task: 'What does Anna earn?', search, access })
    expect(context.parts.map(({ kind }) => kind)).toEqual(['instructions', 'task'])
    expect(context.left_out).toEqual([{ origin: path, reason: 'it is private' }])
    expect(screened).toEqual([])
  }
})

/** A port over some hits, the best first, that remembers how many it was asked for. */
function portOver(hits: readonly SearchHit[]): { readonly port: SearchPort; readonly asked: number[] } {
  const asked: number[] = []
  const port: SearchPort = (_query, { limit, filter }) => {
    if (filter === undefined) asked.push(limit)
    return Promise.resolve(filter === undefined ? hits.slice(0, limit) : [])
  }
  return { port, asked }
}

function notesIn(folder: string, count: number): readonly SearchHit[] {
  return Array.from({ length: count }, (_, index) => {
    const path = `${folder}/${index}.md`
    return { ...note, id: `${path}#0`, path, title: path }
  })
}

const hiddenFolder = {
  path: (path: string) => (path.startsWith('closed/') ? 'it is private' : undefined),
  memory: () => Promise.resolve(undefined),
}

test('notes that may not be shown take no places of those that may, and no more of them are named', async () => {
  const { port, asked } = portOver([...notesIn('closed', 30), ...notesIn('open', 9)])
  const options = { agent: { id: 'x' }, task: 'Do.', search: port, access: hiddenFolder }
  const { parts, left_out: leftOut } = await gatherContext(await memorySpace(), options)
  expect(asked).toEqual([5, 20, 80])
  expect(parts.filter(({ kind }) => kind === 'search').map(({ origin }) => origin)).toEqual(
    notesIn('open', 5).map(({ path }) => path),
  )
  expect(leftOut).toEqual(notesIn('closed', 5).map(({ path }) => ({ origin: path, reason: 'it is private' })))
})

test('where only few of very many hits may be shown, the search ends and that is said', async () => {
  const { port, asked } = portOver([...notesIn('closed', 150), ...notesIn('open', 1), ...notesIn('closed', 500)])
  const options = { agent: { id: 'x' }, task: 'Do.', search: port, access: hiddenFolder }
  const { parts, left_out: leftOut } = await gatherContext(await memorySpace(), options)
  expect(asked).toEqual([5, 20, 80, 200])
  expect(parts.filter(({ kind }) => kind === 'search').map(({ origin }) => origin)).toEqual(['open/0.md'])
  const origin = 'query: the task itself'
  const reason = 'only its first 200 hits were looked at, not all of which may be shown: it is private'
  expect(leftOut).toContainEqual({ origin, reason })
  expect(leftOut).toHaveLength(6)
})

test('a query that fails when it is asked for more keeps what it found', async () => {
  const { port } = portOver([...notesIn('closed', 4), ...notesIn('open', 9)])
  const search: SearchPort = (query, options) =>
    options.limit > 5
      ? Promise.reject(memoryError('MEMORY_RECALL_IS_NO_EVIDENCE', { source: 'x' }))
      : port(query, options)
  const options = { agent: { id: 'x' }, task: 'Do.', search, access: hiddenFolder }
  const { parts, left_out: leftOut } = await gatherContext(await memorySpace(), options)
  expect(parts.filter(({ kind }) => kind === 'search').map(({ origin }) => origin)).toEqual(['open/0.md'])
  expect(leftOut[0]?.reason).toMatch(
    /^only its first 5 hits were looked at \(MEMORY_RECALL_IS_NO_EVIDENCE: .*\), not all of which may be shown: it is priv/,
  )
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
    { origin: 'query: the task itself', reason: nothing },
    { origin: "query: datacortex search '{task_description}' --top 3", reason: nothing },
    { origin: 'query: rules of {topic}', reason: nothing },
  ])
})

test('without a search each query of the entry is named, as is a task without words', async () => {
  const contextual = [{ query: 'tides' }, { query: 'later', when: 'on_error' }]
  const agent = { id: 'x', reads: { contextual } }
  const { left_out: leftOut } = await gatherContext(await memorySpace(), { agent, task: ' ' })
  expect(leftOut).toEqual([
    { origin: 'query: the task itself', reason: 'it has no words' },
    { origin: 'query: later', reason: 'it is for on_error' },
    { origin: 'search', reason: 'there is no search here' },
    { origin: 'query: tides', reason: 'there is no search here' },
  ])
})

test('linked notes come beside the best, and take none of their places', async () => {
  const hit = (name: string, via: readonly string[]): SearchHit => {
    return { ...note, id: `${name}.md#0`, path: `${name}.md`, title: name, snippet: name, hop: via.length, via }
  }
  const paths = await spaceWith(Object.fromEntries(['One', 'Two', 'Far', 'Last'].map((name) => [`${name}.md`, name])))
  const port: SearchPort = () =>
    Promise.resolve([hit('One', []), hit('Two', []), hit('Last', []), hit('Far', ['One.md'])])
  const { parts } = await gatherContext(paths, { agent: { id: 'x' }, task: 'Do.', search: port, limit: 2, expand: 1 })
  const origins = parts.flatMap(({ kind, origin }) => (kind === 'search' ? [origin] : []))
  expect(origins).toEqual(['One.md', 'Two.md', 'Far.md'])
})
