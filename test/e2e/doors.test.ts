import { once } from 'node:events'
import { appendFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type OperationName, operations, rights } from '@datacortex/space'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Said, questions } from './door-questions.ts'
import type { OpenDoor, Outcome } from './doors.ts'
import { commandDoor, comparable, copyOf, engineDoor, furnish, httpDoor, mcpDoor } from './doors.ts'
import { startDatacortex } from './run-datacortex.ts'
import { useSampleSpaceWithNotes } from './sample-space.ts'
import { trustAll } from './trust-all.ts'

const sampleSpace = useSampleSpaceWithNotes()
const doors: OpenDoor[] = []
/** What each door answered to each question, as its documents. */
const answers = new Map<string, Map<OperationName, Outcome>>()
const order = Object.keys(questions) as OperationName[]

// Each door has a space of its own, and all of them are asked the same in the same order.
beforeAll(async () => {
  const { root } = sampleSpace()
  await furnish(root)
  const roots = await Promise.all([1, 2, 3, 4].map(async () => await copyOf(root)))
  const [one = '', two = '', three = '', four = ''] = roots
  doors.push(await engineDoor(one), commandDoor(two), await mcpDoor(three), await httpDoor(four, rights))
  for (const door of doors) answers.set(door.name, await walk(door))
})

afterAll(async () => {
  for (const door of doors) await door[Symbol.asyncDispose]()
  for (const { root } of doors) await rm(root, { recursive: true, force: true, maxRetries: 5 })
})

async function walk(door: OpenDoor): Promise<Map<OperationName, Outcome>> {
  const outcomes = new Map<OperationName, Outcome>()
  const said: Said = (name) => {
    const outcome = outcomes.get(name)
    return outcome !== undefined && 'answer' in outcome ? (outcome.answer as Record<string, unknown>) : {}
  }
  for (const name of order) {
    if (!isOffered(name, door.name) || isEndless(name)) continue
    outcomes.set(name, await door.ask(name, questions[name](said)))
  }
  return outcomes
}

function isOffered(name: OperationName, door: OpenDoor['name']): boolean {
  return door === 'engine' || operations[name].notAt?.[door] === undefined
}

const shortened: ReadonlySet<string> = new Set(['context', 'run', 'search', 'search.sources', 'notes.read'])

/** It ends by its signal only. */
function isEndless(name: OperationName): boolean {
  return name === 'index.watch'
}

test('every operation of the table is asked, and none that is not there', () => {
  expect(order.toSorted()).toEqual(Object.keys(operations).toSorted())
})

test.each(order.filter((name) => !isEndless(name)))('%s answers the same at every door', (name) => {
  const reported = doors.flatMap((door) => {
    const outcome = answers.get(door.name)?.get(name)
    return outcome === undefined ? [] : [{ door: door.name, said: comparable(withoutExtra(outcome), door.root) }]
  })
  const [engine, ...others] = reported
  expect(others.map(({ door }) => door)).toEqual(
    (['command', 'mcp', 'http'] as const).filter((door) => isOffered(name, door)),
  )
  // Clients of MCP get no more of long answers than a model is shown.
  const isShort = ({ door }: { readonly door: string }): boolean => door === 'mcp' && shortened.has(name)
  for (const { door, said } of others.filter(isShort)) expect(engine?.said, door).toMatchObject(said as object)
  for (const { door, said } of others.filter((one) => !isShort(one))) expect(said, door).toEqual(engine?.said)
})

test.each([
  ['notes.read', { notes: ['No such note'] }, ['No such note'], 'CLI_NOTE_UNKNOWN'],
  ['agents.show', { agent: 'nobody' }, ['nobody'], 'REGISTRY_AGENT_NOT_FOUND'],
  ['context', { agent: 'nobody', task: 'x' }, ['nobody', 'x'], 'REGISTRY_AGENT_NOT_FOUND'],
  ['run', { agent: 'translator', task: 'x' }, ['translator', 'x'], 'RUNNER_NOT_CONFIGURED'],
  ['log.show', { id: 'exec-none' }, ['exec-none'], 'EXECUTION_UNKNOWN'],
  ['memory.show', { id: 'mem-2026-01-01-001' }, ['mem-2026-01-01-001'], 'MEMORY_UNKNOWN'],
  ['notes.append', { note: 'No such note', text: 'x' }, ['No such note', '--text', 'x'], 'CLI_NOTE_UNKNOWN'],
] as const)('%s of %j is refused with the same code at every door', async (name, input, args, code) => {
  const codes = await Promise.all(doors.map(async (door) => await door.ask(name, { input, args })))
  expect(codes).toEqual(doors.map(() => ({ code })))
})

test('while another process writes, each door answers what it answered before', async () => {
  for (const door of doors) {
    const asked = async (): Promise<unknown> =>
      comparable(
        await door.ask(
          'notes.links',
          questions['notes.links'](() => ({})),
        ),
        door.root,
      )
    const before = await asked()
    const writing = startDatacortex(['index', '--full'], { cwd: door.root }).ended
    for (let round = 0; round < 3; round += 1) expect(await asked(), door.name).toEqual(before)
    expect((await writing).status, door.name).toBe(0)
    expect(await asked(), door.name).toEqual(before)
  }
})

test('a client of lower rights is refused everything else, and served what it may', async () => {
  const root = doors[0]?.root ?? ''
  await using door = await httpDoor(root, ['find'])
  for (const name of order) {
    const { notAt, right, isDiscovery } = operations[name]
    // Who may not discover is neither the user nor the default agent.
    const refusal = isDiscovery === true ? 'SPACE_DISCOVERY_REFUSED' : 'SPACE_RIGHT_MISSING'
    if (notAt?.http !== undefined) continue
    const outcome = await door.ask(
      name,
      questions[name](() => ({})),
    )
    const said = 'code' in outcome ? outcome.code : 'answered'
    expect([name, said]).toEqual([name, right === 'find' ? 'answered' : refusal])
  }
})

test('an agent that is code, or that the program is the code of, answers over A2A as at the command line', async () => {
  const root = await copyOf(sampleSpace().root)
  await using door = await httpDoor(root, ['find', 'run'])
  const note = { filename: expect.stringContaining('slack-water'), mediaType: 'text/markdown', raw: expect.any(String) }
  for (const [agent, task, words, files] of [
    ['file-reader', 'table.csv', '| Dover | 6.2 |', []],
    // What it says that it wrote comes with the answer.
    ['ingest-orchestrator', 'page.html', 'ingested', [note, note]],
  ] as const) {
    const parts = [{ text: expect.any(String) }, ...files]
    const done = { status: { state: 'TASK_STATE_COMPLETED' }, artifacts: [{ parts }] }
    const said = await door.message(agent, task)
    expect(said, agent).toMatchObject({ result: { task: done } })
    expect(JSON.stringify(said), agent).toContain(words)
  }
  await rm(root, { recursive: true, force: true })
})

test('an agent in its run is shown and allowed the same at every door', async () => {
  const root = await copyOf(sampleSpace().root)
  await appendFile(
    join(root, '.datacore/settings.yaml'),
    'privacy: {paths: {"0-personal/journal/**": private}, agents: {sql-tuner: public}}\n',
  )
  const env = { DATACORTEX_CHAIN: 'sql-tuner' }
  await using engine = await engineDoor(root, {
    kind: 'agent',
    id: 'sql-tuner',
    chain: ['sql-tuner'],
    parent: undefined,
  })
  await using mcp = await mcpDoor(root, env)
  const asked = [
    ['notes.read', { notes: ['2026-10-30'] }, ['2026-10-30']],
    ['notes.recent', { top: 20 }, ['--top', '20']],
    ['search', { query: 'journal of a day', top: 5 }, ['journal of a day', '--top', '5']],
    ['feedback', { execution_id: 'exec-1', verdict: 'positive' }, ['exec-1', 'positive']],
    ['log.list', { limit: 5 }, ['--limit', '5']],
  ] as const
  for (const [name, input, args] of asked) {
    const [first, ...others] = await Promise.all(
      [engine, commandDoor(root, env), mcp]
        .filter((door) => isOffered(name, door.name))
        .map(async (door) => ({ door: door.name, said: comparable(await door.ask(name, { input, args }), root) })),
    )
    const isShort = ({ door }: { readonly door: string }): boolean => door === 'mcp' && shortened.has(name)
    for (const { said } of others.filter(isShort)) expect(first?.said, name).toMatchObject(said as object)
    for (const { said } of others.filter((one) => !isShort(one))) expect(said, name).toEqual(first?.said)
    expect(JSON.stringify(first), name).not.toContain('0-personal/journal')
  }
  await rm(root, { recursive: true, force: true })
})

test('what runs is stopped at every door, half-way', async () => {
  const waiting: (() => void)[] = []
  let open = 0
  const server = createServer(({ url }, response) => {
    if (url === '/robots.txt') {
      response.writeHead(404).end()
      return
    }
    open += 1
    response.once('close', () => (open -= 1))
    for (const came of waiting.splice(0)) came()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/never`
  for (const { root, name, ask } of doors) {
    await appendFile(join(root, '.datacore/settings.local.yaml'), `network: {allow_private: ['127.0.0.1:${port}']}\n`)
    const stop = new AbortController()
    const came = new Promise<void>((resolve) => waiting.push(resolve))
    const question = { input: { inputs: [url], index: false }, args: [url, '--no-index'] }
    const ending =
      name === 'command' ? interrupted(root, { args: question.args, came }) : ask('ingest', question, stop.signal)
    // One that is refused before it asks has ended, and would wait for ever.
    await Promise.race([came, ending])
    stop.abort()
    // Anyone who stops gets no answer, and the request that it made is given up.
    const ended = await Promise.resolve(ending).catch((error: unknown) => ({ code: String(error) }))
    expect(ended, name).not.toHaveProperty('answer')
    await expect.poll(() => open).toBe(0)
  }
})

async function interrupted(
  root: string,
  { args, came }: { readonly args: readonly string[]; readonly came: Promise<void> },
): Promise<Outcome> {
  await trustAll(root)
  const { child, ended } = startDatacortex(['ingest', ...args, '--json'], { cwd: root })
  await Promise.race([came, ended])
  child.kill('SIGINT')
  expect((await ended).status).toBe(130)
  return { code: 'interrupted' }
}

/** The tool `run_agent` has the answer under the name that it had before there was a table, too. */
function withoutExtra(outcome: Outcome): Outcome {
  if (!('answer' in outcome) || typeof outcome.answer !== 'object' || outcome.answer === null) return outcome
  return { answer: Object.fromEntries(Object.entries(outcome.answer).filter(([name]) => name !== 'answer')) }
}
