import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveChat } from '../__fixtures__/chat-server.ts'
import { workSpace } from '../__fixtures__/work-space.ts'
import { runAgent } from '../agents/run-agent.ts'
import type { Caller } from '../caller/caller.ts'
import { mindFindings } from '../findings/mind-findings.ts'
import { remember } from '../memory/remember.ts'
import { initIdentity } from './identity.ts'
import { recall } from './recall.ts'
import { reflect } from './reflect.ts'

async function twoMinds(settings: object = {}) {
  const { paths, work } = await workSpace({ agents: { watcher: {}, baker: {}, plain: {} }, settings })
  for (const agent of ['watcher', 'baker']) await initIdentity.run(work, { agent, uid: `100${agent}` })
  const as = (caller: Caller) => ({ ...work, caller })
  const log = async (agent: string, text: string) => await remember.run(work, { text, agent, log_only: true })
  return { paths, work, as, log }
}

const agent = (id: string): Caller => ({ kind: 'agent', id, chain: [id], parent: 'exec-1' })
const assistant: Caller = { kind: 'user', isAssistant: true }
const client: Caller = { kind: 'client', rights: ['read', 'write'], client: 'somebody/00000000' }
const texts = ({ agents }: Awaited<ReturnType<typeof reflect.run>>) =>
  agents.flatMap(({ agent: id, points }) => points.map(({ text }) => `${id}: ${text}`))

test('an agent reflects on its own logs, nobody on those of others, and the user by hand on all', async () => {
  const { paths, work, as, log } = await twoMinds()
  await log('watcher', 'The pier opens at nine on Sundays.')
  await log('baker', 'The oven needs 45 minutes to get hot.')
  expect(await mindFindings(paths)).toMatchObject([
    { code: 'COGNITION_LOGS_PENDING', subject: 'baker', hint: 'datacortex reflect baker' },
    { code: 'COGNITION_LOGS_PENDING', subject: 'watcher' },
  ])
  for (const caller of [agent('baker'), assistant, client])
    await expect(reflect.run(as(caller), { agent: 'watcher' })).rejects.toMatchObject({
      code: 'COGNITION_NOT_THE_CALLER',
    })
  for (const caller of [assistant, client])
    await expect(reflect.run(as(caller), {})).rejects.toMatchObject({ code: 'COGNITION_CALLER_UNKNOWN' })
  await expect(reflect.run(work, { agent: 'plain' })).rejects.toMatchObject({ code: 'COGNITION_IDENTITY_MISSING' })
  const both = ['baker: The oven needs 45 minutes to get hot.', 'watcher: The pier opens at nine on Sundays.']
  expect(texts(await reflect.run(work, { dry_run: true }))).toEqual(both)
  const seen: unknown[] = []
  const own = await reflect.run({ ...as(agent('watcher')), onProgress: (event) => void seen.push(event) }, {})
  expect(texts(own)).toEqual(both.slice(1))
  expect(seen).toMatchObject([{ stage: 'reflect', done: 1, total: 1 }])
  expect(texts(await reflect.run(as({ kind: 'night' }), { threshold: 1 }))).toEqual(both.slice(0, 1))
  expect(await mindFindings(paths)).toEqual([])
})

test('enough entries that wait are worked off by the next that is remembered', async () => {
  const { work, log } = await twoMinds({ minds: { reflect_at: 2 } })
  await log('watcher', 'The pier opens at nine on Sundays.')
  const known = async () => (await recall.run(work, { query: 'pier kiosk', agent: 'watcher' })).results
  expect(await known()).toEqual([])
  await log('watcher', 'The kiosk sells maps of the coast.')
  expect(await known()).toHaveLength(2)
})

test.each([true, false])('after a run the agent reflects where the settings say so: %s', async (afterRun) => {
  const { url } = await serveChat(() => 'All quiet.')
  const local = { plugin: 'runner-openai-compatible', base_url: url, model: 'm', stream: false }
  const { paths, work, log } = await twoMinds({
    minds: { reflect_after_run: afterRun },
    runners: { default: 'local', local },
  })
  await log('watcher', 'The pier opens at nine on Sundays.')
  await runAgent.run(work, { agent: 'watcher', task: 'Look at the pier.' })
  const state = await readFile(
    join(paths.root, '0-personal/minds/watcher/logs', `${new Date().toLocaleDateString('sv')}.state.json`),
    'utf8',
  )
  expect(JSON.parse(state)).toMatchObject({ status: afterRun ? 'done' : 'pending' })
})

test('a writer that is asked for and not set is said, and words decide', async () => {
  const { work, log } = await twoMinds()
  await log('watcher', 'The pier opens at nine on Sundays.')
  const done = await reflect.run(work, { agent: 'watcher', writer: true })
  expect(texts(done)).toHaveLength(1)
  expect(done.findings).toMatchObject([{ code: 'WRITER_NOT_SET' }])
})

test('the writer of the settings chooses, word for word, where it is asked for', async () => {
  const { url } = await serveChat(() => ({ points: [{ kind: 'preference', quote: 'gulls and chips' }] }))
  const chat = { api: 'openai', base_url: url, model: 'm', max_attempts: 1 }
  const { work, log } = await twoMinds({ writer: 'writer-chat', plugins: { 'writer-chat': chat } })
  await log('watcher', 'Saw gulls and chips.')
  expect((await reflect.run(work, { agent: 'watcher', writer: true })).agents[0]?.points).toMatchObject([
    { kind: 'preference', text: 'gulls and chips' },
  ])
})
