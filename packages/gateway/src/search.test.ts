import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { confirmRouting } from '@datacortex/router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Answer, ask, jsonOf, message, post, rpc } from './__fixtures__/a2a-request.ts'
import { serve, servedSpace, sharedServer, threeAgents } from './__fixtures__/served-space.ts'

type Found = {
  readonly results: readonly (Record<string, unknown> & { readonly score: number })[]
  readonly pageToken?: string
}

const unchanged = sharedServer()
const foundIn = (answer: Answer): Found => jsonOf(answer) as unknown as Found

test('a search answers with entries of the catalogue, by relevance', async () => {
  const { url } = await unchanged()
  const answer = await post(`${url}search`, { query: { text: 'Plants tomatoes and waters flowers' } })
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  const [best] = foundIn(answer).results
  expect(best).toMatchObject({
    identifier: 'urn:air:127.0.0.1:agents:gardener',
    displayName: 'Gardener',
    type: 'application/a2a-agent-card+json',
    mediaType: 'application/a2a-agent-card+json',
    url: `${url}agents/gardener/.well-known/agent-card.json`,
    representativeQueries: ['my hedge grows too high', 'cut the roses'],
    source: url,
  })
  expect(Number.isInteger(best?.score)).toBe(true)
  expect(best?.score).toBeGreaterThan(0)
  const { entries } = jsonOf(await ask(`${url}.well-known/ai-catalog.json`)) as { entries: Record<string, unknown>[] }
  const entry = Object.fromEntries(Object.entries(best ?? {}).filter(([name]) => name !== 'score' && name !== 'source'))
  expect(entries).toContainEqual(entry)
})

test('a copy is found that may be shown, where the first of them may not', async () => {
  const space = await servedSpace()
  const text = 'description: Keeps the bread ovens going, skills: []'
  const part = `  oven-part: {name: Oven part, type: component, ${text}}\n`
  const keeper = `  oven-keeper: {name: Oven keeper, ${text}}\n`
  await writeFile(space.paths.agentsFile, `${await readFile(space.paths.agentsFile, 'utf8')}${part}${keeper}`)
  const { url } = await serve(space)
  const answer = await post(`${url}search`, { query: { text: 'keep the bread ovens going' } })
  expect(foundIn(answer).results[0]).toMatchObject({ displayName: 'Oven keeper' })
})

test('agents that came or went are found or not found by the next search', async () => {
  const space = await servedSpace()
  const { url } = await serve(space)
  const names = async (text: string): Promise<readonly unknown[]> =>
    foundIn(await post(`${url}search`, { query: { text } })).results.map(({ displayName }) => displayName)
  expect(await names('repairs bicycles and tyres')).not.toContain('Mechanic')
  const yaml = await readFile(space.paths.agentsFile, 'utf8')
  const mechanic = '  mechanic: {name: Mechanic, description: repairs bicycles and tyres, skills: []}\n'
  await writeFile(space.paths.agentsFile, `${yaml}${mechanic}`)
  expect((await names('repairs bicycles and tyres'))[0]).toBe('Mechanic')
  await writeFile(space.paths.agentsFile, yaml)
  expect(await names('repairs bicycles and tyres')).not.toContain('Mechanic')
})

test('what an edited prompt says is found soon, while the registry stays as it is', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const space = await servedSpace()
  const { agentsFile, root } = space.paths
  const prompt = join(root, 'tides.md')
  await writeFile(prompt, '# Sea\n\n- tides\n')
  const sailor = '  sailor: {name: Sailor, description: knows the sea, source: tides.md, skills: []}\n'
  await writeFile(agentsFile, `${await readFile(agentsFile, 'utf8')}${sailor}`)
  const { url } = await serve(space)
  const names = async (text: string): Promise<readonly unknown[]> =>
    foundIn(await post(`${url}search`, { query: { text } })).results.map(({ displayName }) => displayName)
  expect(await names('gluons on a lattice')).not.toContain('Sailor')
  await writeFile(prompt, '# Quantum\n\n- gluons on a lattice\n')
  // Prompts are looked at once a second.
  vi.advanceTimersByTime(1001)
  expect(await names('gluons on a lattice')).toContain('Sailor')
})

test('filters and pages', async () => {
  const agents = Array.from({ length: 25 }, (_, place) => {
    const skill = `{id: s, name: S, description: S, tags: [${place % 2 === 0 ? 'even' : 'odd'}, all]}`
    return `  agent-${place}: {name: Agent ${place}, description: waters the same flowers ${place}, version: 1.0.${place}, skills: [${skill}]}\n`
  })
  const { url } = await serve(await servedSpace({ agents: `version: 2.0.0\nagents:\n${agents.join('')}` }))
  const search = async (body: object, filter?: object) =>
    foundIn(
      await post(`${url}search`, { query: { text: 'waters the same flowers', ...(filter && { filter }) }, ...body }),
    )
  const seen: unknown[] = []
  let pageToken: string | undefined
  do {
    const page = await search({ pageSize: 10, ...(pageToken === undefined ? {} : { pageToken }) })
    seen.push(...page.results.map(({ identifier }) => identifier))
    pageToken = page.pageToken
  } while (pageToken !== undefined)
  expect([seen.length, new Set(seen).size]).toEqual([25, 25])
  const even = await search({ pageSize: 100 }, { tags: 'even' })
  expect(even.results).toHaveLength(13)
  expect((await search({ pageSize: 100 }, { tags: ['even', 'odd'], publisher: '127.0.0.1' })).results).toHaveLength(25)
  expect(
    (await search({}, { tags: 'even', version: ['1.0.2', '1.0.3'] })).results.map(({ displayName }) => displayName),
  ).toEqual(['Agent 2'])
  expect((await search({}, { publisher: 'other.example' })).results).toEqual([])
  expect((await search({}, { 'host.name': 'x' })).results).toEqual([])
})

test('agents that are found and not published leave no gaps, neither in pages nor for the router', async () => {
  const agents = Array.from({ length: 30 }, (_, place) => {
    const more = place < 20 ? ', deprecated: true' : ''
    return `  agent-${place}: {name: Agent ${place}, description: waters the same flowers, skills: []${more}}\n`
  })
  const { url } = await serve(await servedSpace({ agents: `version: 2.0.0\nagents:\n${agents.join('')}` }))
  const query = { text: 'waters the same flowers' }
  const first = foundIn(await post(`${url}search`, { query, pageSize: 6 }))
  expect([first.results.length, first.pageToken]).toEqual([6, 'from-6'])
  const second = foundIn(await post(`${url}search`, { query, pageSize: 6, pageToken: first.pageToken }))
  expect([second.results.length, second.pageToken]).toEqual([4, undefined])
  const { result } = await rpc(`${url}a2a`, 'SendMessage', { message: message(query.text) })
  const { task } = result as { task: { artifacts: { parts: { data: { results: object[] } }[] }[] } }
  expect(task.artifacts[0]?.parts[1]?.data.results).toHaveLength(5)
})

test.each([
  ['no query', {}],
  ['an empty text', { query: { text: ' ' } }],
  ['further members', { query: { text: 'a' }, limit: 5 }],
  ['a page too large', { query: { text: 'a' }, pageSize: 101 }],
  ['a token of another server', { query: { text: 'a' }, pageToken: 'x' }],
  ['a filter that is none', { query: { text: 'a', filter: { tags: {} } } }],
  ['no JSON', '{'],
])('%s is an error of ARD', async (_, body) => {
  const { url } = await unchanged()
  const answer = await post(`${url}search`, body)
  expect([answer.status, jsonOf(answer)]).toMatchObject([
    400,
    { errorCode: 'INVALID_ARGUMENT', message: expect.any(String) },
  ])
})

test('what is optional in ARD says that it is not there', async () => {
  const { url } = await unchanged()
  expect((await post(`${url}explore`, {})).status).toBe(501)
  expect((await ask(`${url}agents`)).status).toBe(501)
})

test('a task that was confirmed meanwhile is found by the next search, and routed', async () => {
  const space = await servedSpace()
  const { url } = await serve(space)
  const best = async (): Promise<unknown> =>
    foundIn(await post(`${url}search`, { query: { text: 'zirconium quartz' } })).results[0]?.['displayName']
  expect(await best()).not.toBe('Cook')
  await confirmRouting(space.paths, { task: 'zirconium quartz', agent: 'cook' })
  expect(await best()).toBe('Cook')
})

test.each([
  ['an agent that was removed', '{name: Florist, description: Was here, skills: [], removed: true, note: fired}'],
  ['an alias that leads nowhere', '{name: Florist, description: Was here, skills: [], alias: fired}'],
])('the name of %s finds nothing, and says nothing', async (_what, entry) => {
  const { url } = await serve(await servedSpace({ agents: `${threeAgents}  florist: ${entry}\n` }))
  const answer = await post(`${url}search`, { query: { text: 'florist' } })
  expect([answer.status, foundIn(answer).results]).toEqual([200, []])
  const page = await ask(url, { headers: { accept: 'text/html' } })
  expect([page.status, page.text.includes('fired')]).toEqual([200, false])
  const guide = await rpc(`${url}a2a`, 'SendMessage', { message: message('florist') })
  expect(guide.result).toMatchObject({ task: { status: { state: 'TASK_STATE_COMPLETED' } } })
})
