import { expect, onTestFinished, test, vi } from 'vitest'
import type { AgentService, TaskOutcome } from '../agents/agent-service.ts'
import type { StreamResponse } from '../a2a/wire.ts'
import { listTasks } from './list-tasks.ts'
import type { LiveTask } from './live-task.ts'
import { TaskBoard } from './task-board.ts'

const cook = { agent: 'cook', client: 'ann' }
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

function board(
  keptTasks = 10,
  keptBytes = 1_000_000,
): {
  readonly tasks: TaskBoard
  readonly start: (service: AgentService['execute']) => LiveTask
} {
  let time = Date.UTC(2026, 0, 1)
  let count = 0
  const tasks = new TaskBoard({
    limits: { runningTasks: 2, waitingTasks: 100, keptTasks, keptBytes },
    log: quiet,
    now: () => (time += 1000),
    newId: () => `id-${String((count += 1)).padStart(4, '0')}`,
  })
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Do it' }] } as const
  const start = (execute: AgentService['execute']): LiveTask =>
    tasks.start({ owner: cook, service: { execute }, message, request: { text: 'Do it', data: [], files: [] } })
  return { tasks, start }
}

const done: TaskOutcome = { state: 'TASK_STATE_COMPLETED', parts: [{ text: 'Done.' }] }

async function eventsOf(task: LiveTask): Promise<readonly StreamResponse[]> {
  const events: StreamResponse[] = []
  for await (const event of task.follow(new AbortController().signal)) events.push(event)
  return events
}

test('everybody who follows a task sees the same, also who comes late', async () => {
  const { start } = board()
  const task = start(async (_, { onOutput }) => {
    await Promise.resolve()
    onOutput('Do', { fresh: true })
    onOutput('ne.', { fresh: false })
    return done
  })
  const [first, second] = await Promise.all([eventsOf(task), eventsOf(task)])
  expect(first).toEqual(second)
  expect(first.map((event) => Object.keys(event)[0])).toEqual([
    'task',
    'statusUpdate',
    'artifactUpdate',
    'artifactUpdate',
    'statusUpdate',
  ])
  expect(await eventsOf(task)).toEqual([{ task: task.snapshot() }])
  expect(task.snapshot().artifacts).toEqual([{ artifactId: 'answer', name: 'answer', parts: [{ text: 'Done.' }] }])
})

test('an answer that begins anew replaces the first; one that ends otherwise is sent whole', async () => {
  const { start } = board()
  const task = start(async (_, { onOutput }) => {
    await Promise.resolve()
    onOutput('Wrong', { fresh: true })
    onOutput('Right', { fresh: true })
    onOutput('', { fresh: false })
    return done
  })
  const updates = (await eventsOf(task)).flatMap((event) => ('artifactUpdate' in event ? [event.artifactUpdate] : []))
  expect(updates.map(({ append, lastChunk, artifact }) => [append, lastChunk, artifact.parts[0]?.text])).toEqual([
    [false, false, 'Wrong'],
    [false, false, 'Right'],
    [false, true, 'Done.'],
  ])
})

test('a bug fails the task and tells nothing of itself; what was said before stays', async () => {
  const { start } = board()
  const task = start(async (_, { onOutput }) => {
    onOutput('So far', { fresh: true })
    throw new Error('the password is 1234')
  })
  await task.settled
  expect(task.snapshot()).toMatchObject({
    status: { state: 'TASK_STATE_FAILED' },
    artifacts: [{ parts: [{ text: 'So far' }] }],
  })
  expect(JSON.stringify(task.snapshot())).not.toContain('1234')
})

test('only the newest that are over are kept; what runs is kept always', async () => {
  const { tasks, start } = board(3)
  const running = start(
    async (_, { signal }) => await new Promise((_, reject) => signal.addEventListener('abort', reject)),
  )
  for (let count = 0; count < 10; count += 1) await start(async () => await Promise.resolve(done)).settled
  await Promise.resolve()
  expect(tasks.get(cook, running.id)).toBe(running)
  expect(() => tasks.get(cook, 'id-0003')).toThrow('There is no task')
  for (const owner of [
    { ...cook, agent: 'gardener' },
    { ...cook, client: 'bob' },
  ]) {
    expect(() => tasks.get(owner, running.id)).toThrow('There is no task')
    expect(tasks.of(owner)).toEqual([])
  }
  expect(tasks.of(cook).length).toBeLessThanOrEqual(4)
  await tasks.close(0)
  expect(running.status.state).toBe('TASK_STATE_CANCELED')
})

test('one that took long is kept as long as those that ended with it', async () => {
  const { tasks, start } = board(3)
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const long = start(async () => {
    await gate
    return done
  })
  for (let count = 0; count < 10; count += 1) await start(async () => await Promise.resolve(done)).settled
  open()
  await long.settled
  await start(async () => await Promise.resolve(done)).settled
  await new Promise((resolve) => setImmediate(resolve))
  expect(tasks.get(cook, long.id).status.state).toBe('TASK_STATE_COMPLETED')
  expect(tasks.of(cook)).toHaveLength(3)
})

test('large answers are not kept beyond what they may take together', async () => {
  const { tasks, start } = board(100, 1000)
  const answer = (size: number): LiveTask => {
    return start(async () => await Promise.resolve({ ...done, parts: [{ text: 'x'.repeat(size) }] }))
  }
  const [first, second, third] = [answer(300), answer(300), answer(300)]
  await third.settled
  await new Promise((resolve) => setImmediate(resolve))
  expect(() => tasks.get(cook, first.id)).toThrow('There is no task')
  expect(tasks.of(cook)).toEqual([second, third])
  const huge = answer(5000)
  await huge.settled
  await new Promise((resolve) => setImmediate(resolve))
  expect(tasks.of(cook)).toEqual([huge])
})

test('tasks that are canceled while they wait are forgotten like others', async () => {
  const { tasks, start } = board(3)
  const hang: AgentService['execute'] = async (_, { signal }) =>
    await new Promise((_, reject) => signal.addEventListener('abort', reject))
  const running = [start(hang), start(hang)]
  await Promise.resolve()
  for (let count = 0; count < 10; count += 1) await tasks.cancel(cook, start(hang).id)
  expect(tasks.of(cook).length).toBeLessThanOrEqual(3)
  expect(running.map(({ status }) => status.state)).toEqual(['TASK_STATE_WORKING', 'TASK_STATE_WORKING'])
  await tasks.close(0)
})

test('tasks that begin in the same moment are no more than may run and wait', async () => {
  const { tasks, start } = board()
  const starting = Array.from({ length: 102 }, () => start(async () => await Promise.resolve(done)))
  expect(() => start(async () => await Promise.resolve(done))).toThrow('100 tasks are waiting already')
  await Promise.all(starting.map(async ({ settled }) => await settled))
  await tasks.close(0)
})

test('a time too long for a timer does not end at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { tasks, start } = board()
  const { promise: gate, resolve } = Promise.withResolvers<void>()
  const task = start(async () => {
    await gate
    return done
  })
  const closing = tasks.close(Number.MAX_SAFE_INTEGER)
  await vi.advanceTimersByTimeAsync(1_000_000_000)
  expect(task.controller.signal.aborted).toBe(false)
  resolve()
  await closing
  expect(task.status.state).toBe('TASK_STATE_COMPLETED')
})

test('a task that comes to its end while it is canceled was not canceled', async () => {
  const { tasks, start } = board()
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  const task = start(async (_, { signal }) => {
    resolve()
    await new Promise((stop) => signal.addEventListener('abort', stop))
    return done
  })
  await begun
  await expect(tasks.cancel(cook, task.id)).rejects.toMatchObject({ fault: 'TASK_NOT_CANCELABLE' })
  expect(task.status.state).toBe('TASK_STATE_COMPLETED')
})

test('a reader that falls far behind is let go, and the task goes on', async () => {
  const { start } = board()
  const { promise: gate, resolve } = Promise.withResolvers<void>()
  const task = start(async (_, { onOutput }) => {
    await gate
    for (let piece = 0; piece < 10_001; piece += 1) onOutput('x', { fresh: false })
    return { state: 'TASK_STATE_COMPLETED', parts: [{ text: 'x'.repeat(10_001) }] }
  })
  const slow = task.follow(new AbortController().signal)[Symbol.asyncIterator]()
  expect((await slow.next()).value).toHaveProperty('task')
  resolve()
  await task.settled
  expect(await slow.next()).toMatchObject({ done: true })
  expect(task.snapshot().artifacts?.[0]?.parts[0]?.text).toHaveLength(10_001)
})

test('lists are in pages that neither repeat nor leave out, newest first', async () => {
  const { tasks, start } = board(100)
  for (let count = 0; count < 7; count += 1) await start(async () => await Promise.resolve(done)).settled
  const ids: string[] = []
  let pageToken = ''
  do {
    const page = listTasks(tasks.of(cook), { pageSize: 3, pageToken })
    expect([page.totalSize, page.pageSize]).toEqual([7, 3])
    expect(page.tasks.every(({ artifacts }) => artifacts === undefined)).toBe(true)
    ids.push(...page.tasks.map(({ id }) => id))
    pageToken = page.nextPageToken
  } while (pageToken !== '')
  const times = ids.map((id) => tasks.get(cook, id).status.timestamp)
  expect([ids.length, times]).toEqual([7, times.toSorted().toReversed()])
  const newest = times[0] ?? ''
  expect(listTasks(tasks.of(cook), { statusTimestampAfter: newest }).tasks.map(({ id }) => id)).toEqual([ids[0]])
  expect(listTasks(tasks.of(cook), { statusTimestampAfter: '2027-01-01T00:00:00Z' }).tasks).toEqual([])
  expect(listTasks(tasks.of(cook), { status: 'TASK_STATE_FAILED' }).totalSize).toBe(0)
  expect(listTasks(tasks.of(cook), { contextId: 'other' }).totalSize).toBe(0)
})

test('pages of large tasks have fewer of them, and at least one', async () => {
  const { tasks, start } = board(100, 100_000_000)
  for (const size of [3_000_000, 3_000_000, 6_000_000, 10, 10]) {
    const parts = [{ text: 'x'.repeat(size) }]
    await start(async () => await Promise.resolve({ state: 'TASK_STATE_COMPLETED', parts })).settled
  }
  const sizes: number[][] = []
  let pageToken = ''
  do {
    const page = listTasks(tasks.of(cook), { pageToken, includeArtifacts: true })
    expect(page.totalSize).toBe(5)
    sizes.push(page.tasks.map(({ artifacts }) => artifacts?.[0]?.parts[0]?.text?.length ?? 0))
    pageToken = page.nextPageToken
  } while (pageToken !== '')
  expect(sizes).toEqual([[10, 10], [6_000_000], [3_000_000], [3_000_000]])
  const bare = listTasks(tasks.of(cook), {})
  expect([bare.tasks.length, bare.nextPageToken]).toEqual([5, ''])
})
