import { describe, expect, onTestFinished, test } from 'vitest'
import type { QueuePlace, TestQueue } from './job-queue-place.ts'
import { testQueueProcesses } from './test-queue-processes.ts'

export type QueueSuiteOptions = {
  /** How many jobs four processes share. */
  readonly jobs: number
}

/**
 * The suite of every store of jobs: order, keys, leases, the attempt as fencing token, retries, schedules, clocks that
 * jump, and real processes, one of which is killed.
 *
 * @param makePlace - Makes an empty place for one test.
 * @example testJobQueue(async () => ({ open: () => openSqliteQueue({ file, now }), now, pass, program }), { jobs: 200 })
 */
export function testJobQueue(makePlace: () => Promise<QueuePlace>, { jobs }: QueueSuiteOptions): void {
  const start = async () => {
    const place = await makePlace()
    const open = async (): Promise<TestQueue> => {
      const queue = await place.open()
      onTestFinished(async () => await queue[Symbol.asyncDispose]())
      return queue
    }
    const queue = await open()
    const next = async (kind = 'a', from = queue) => (await from.claim([kind], lease))[0]
    const stateOf = async (id: string) => (await queue.list({ ids: [id] }))[0]?.state
    return { ...place, open, queue, next, stateOf }
  }

  describe('what a worker gets', () => {
    test('higher priority first, then older ones, and no more than it asks for', async () => {
      const { queue } = await start()
      for (const [payload, priority] of [
        ['low', -1],
        ['old', 0],
        ['young', 0],
        ['high', 5],
      ] as const)
        await queue.send('a', payload, { priority })
      const first = await queue.claim(['a'], { ...lease, limit: 3 })
      const rest = await queue.claim(['a'], { ...lease, limit: 3 })
      expect(first.map(({ payload }) => payload)).toEqual(['high', 'old', 'young'])
      expect(rest.map(({ payload }) => payload)).toEqual(['low'])
      expect(await queue.claim(['a'], lease)).toEqual([])
    })

    test('kinds in the order in which they are named, and no others', async () => {
      const { queue } = await start()
      for (const kind of ['a', 'b', 'c']) await queue.send(kind, kind)
      const asked = async () => (await queue.claim(['c', 'a'], { ...lease, limit: 9 })).map(({ kind }) => kind)
      expect([await asked(), await asked(), await asked()]).toEqual([['c'], ['a'], []])
    })

    test('nothing before its time', async () => {
      const { queue, next, now, pass } = await start()
      await queue.send('a', 'later', { startAfter: (await now()) + minute, priority: 9 })
      const id = await queue.send('a', 'now')
      expect(await next()).toMatchObject({ payload: 'now', attempt: 1 })
      await queue.complete(id, 1)
      expect(await next()).toBeUndefined()
      await pass(minute + second)
      expect(await next()).toMatchObject({ payload: 'later', attempt: 1 })
    })

    test('the whole payload, a mebibyte and any letters', async () => {
      const { queue, next } = await start()
      const payload = { text: 'ß𝄞\u2028"\\u0000', list: [0.1, -3, true, null, { deep: [] }], '': 'x'.repeat(1_048_000) }
      const id = await queue.send('a', payload)
      expect((await next())?.payload).toEqual(payload)
      await queue.complete(id, 1, payload)
      expect((await queue.list({ ids: [id] }))[0]).toMatchObject({ state: 'done', payload, result: payload })
    })

    test.each([
      ['too much', 'ß'.repeat(600_000), 'QUEUE_PAYLOAD_INVALID'],
      ['no JSON', Number.NaN, 'QUEUE_PAYLOAD_INVALID'],
      ['a text that ends early elsewhere', { a: ['\0'] }, 'QUEUE_PAYLOAD_INVALID'],
      ['half a character', '\ud800', 'QUEUE_PAYLOAD_INVALID'],
    ])('%s is refused', async (_, payload, code) => {
      const { queue } = await start()
      await expect(queue.send('a', payload)).rejects.toMatchObject({ code })
      expect(await queue.list()).toEqual([])
    })

    test('options that mean nothing are refused', async () => {
      const { queue } = await start()
      const refused = { code: 'QUEUE_OPTION_INVALID' }
      await expect(queue.send('a b', 1)).rejects.toMatchObject(refused)
      await expect(queue.send('a', 1, { priority: 0.5 })).rejects.toMatchObject(refused)
      await expect(queue.send('a', 1, { maxAttempts: 0 })).rejects.toMatchObject(refused)
      await expect(queue.claim(['a'], { leaseMs: -1 })).rejects.toMatchObject(refused)
    })
  })

  describe('a key', () => {
    test('is of one job that is ready, active or failed', async () => {
      const { queue, next, now } = await start()
      const id = await queue.send('a', 1, { key: 'k' })
      const again = async () => await queue.send('a', 2, { key: 'k' })
      expect(await again()).toBe(id)
      await next()
      expect(await again()).toBe(id)
      await queue.fail(id, 1, { message: 'no' }, { retryAt: (await now()) - second })
      expect(await again()).toBe(id)
      expect(await queue.send('b', 3, { key: 'k' })).not.toBe(id)
      expect((await next())?.payload).toBe(1)
      await queue.complete(id, 2)
      const another = await again()
      expect(another).not.toBe(id)
      expect(await queue.stats()).toMatchObject({ ready: 2, done: 1 })
    })

    test('that another job has keeps a dead one dead', async () => {
      const { queue, next } = await start()
      const id = await queue.send('a', 1, { key: 'k' })
      await next()
      await queue.fail(id, 1, { message: 'no' }, { terminal: true })
      const other = await queue.send('a', 2, { key: 'k' })
      expect(await queue.redrive([id])).toEqual([])
      await queue.cancel(other)
      expect(await queue.redrive([id])).toEqual([id])
    })
  })

  describe('a lease', () => {
    test('is kept by heartbeats and lost by silence', async () => {
      const { queue, next, pass, open } = await start()
      const other = await open()
      const id = await queue.send('a', 1)
      await next()
      for (let beats = 0; beats < 3; beats += 1) {
        await pass(minute - 5 * second)
        expect(await queue.heartbeat(id, 1)).toBe(true)
        expect(await next('a', other)).toBeUndefined()
      }
      await pass(minute + second)
      expect(await next('a', other)).toMatchObject({ id, attempt: 2 })
    })

    test('once lost, the attempt that had it can do nothing', async () => {
      const { queue, next, pass, stateOf } = await start()
      const id = await queue.send('a', 1)
      await next()
      await pass(minute + second)
      await next()
      const stale = { code: 'QUEUE_ATTEMPT_STALE' }
      expect(await queue.heartbeat(id, 1)).toBe(false)
      await expect(queue.complete(id, 1)).rejects.toMatchObject(stale)
      await expect(queue.fail(id, 1, { message: 'late' })).rejects.toMatchObject(stale)
      expect(await stateOf(id)).toBe('active')
      await queue.complete(id, 2, 'mine')
      await queue.complete(id, 2, 'again')
      await expect(queue.complete(id, 1)).rejects.toMatchObject(stale)
      expect((await queue.list({ ids: [id] }))[0]).toMatchObject({ state: 'done', result: 'mine' })
    })

    test('does not outlive the deadline of the attempt', async () => {
      const { queue, next, pass } = await start()
      const id = await queue.send('a', 1, { deadlineMs: 90 * second })
      await next()
      await pass(50 * second)
      expect(await queue.heartbeat(id, 1)).toBe(true)
      await pass(45 * second)
      expect(await queue.heartbeat(id, 1)).toBe(false)
      expect(await next()).toMatchObject({ id, attempt: 2 })
    })

    test('of a clock that was set back ends, and nothing waits that is ready', async () => {
      const { queue, next, pass } = await start()
      const lost = await queue.send('a', 'lost')
      await next()
      await queue.send('a', 'ready')
      await pass(-60 * minute)
      expect(await next()).toMatchObject({ payload: 'ready', attempt: 1 })
      expect(await next()).toBeUndefined()
      await pass(minute + second)
      const again = await queue.claim(['a'], { ...lease, limit: 2 })
      expect(again.find(({ id }) => id === lost)).toMatchObject({ payload: 'lost', attempt: 2 })
    })
  })

  describe('a job that fails', () => {
    test('is tried again at its time, then dead with all that was known of it', async () => {
      const { queue, next, pass, now } = await start()
      const id = await queue.send('a', { b: 1 }, { maxAttempts: 2, group: 'night', key: 'k' })
      await next()
      const retryAt = (await now()) + 10 * minute
      expect(await queue.fail(id, 1, { message: 'no', code: 'A_B' }, { retryAt })).toBe('failed')
      expect(await queue.fail(id, 1, { message: 'said twice' }, { retryAt })).toBe('failed')
      expect(await next()).toBeUndefined()
      await pass(10 * minute + second)
      expect(await next()).toMatchObject({ id, attempt: 2, maxAttempts: 2 })
      expect(await queue.fail(id, 2, { message: 'never' })).toBe('dead')
      const dead = { state: 'dead', attempt: 2, payload: { b: 1 }, group: 'night', error: { message: 'never' } }
      expect(await queue.list()).toMatchObject([dead])
      expect(await next()).toBeUndefined()
    })

    test('waits a while without a time', async () => {
      const { queue, next, pass } = await start()
      const id = await queue.send('a', 1)
      await next()
      await queue.fail(id, 1, { message: 'no' })
      expect(await next()).toBeUndefined()
      await pass(3 * second)
      await next()
      await queue.fail(id, 2, { message: 'no' })
      await pass(3 * second)
      expect(await next()).toBeUndefined()
      await pass(2 * second)
      expect(await next()).toMatchObject({ attempt: 3 })
    })

    test('for good is dead at once, and comes back with its payload and all its attempts', async () => {
      const { queue, next } = await start()
      const id = await queue.send('a', { b: 1 }, { maxAttempts: 2 })
      await next()
      expect(await queue.fail(id, 1, { message: 'bad input' }, { terminal: true })).toBe('dead')
      expect(await queue.redrive([id, 'nobody'])).toEqual([id])
      expect(await queue.redrive([id])).toEqual([])
      expect(await next()).toMatchObject({ id, payload: { b: 1 }, attempt: 2, maxAttempts: 3 })
      await expect(queue.complete(id, 1)).rejects.toMatchObject({ code: 'QUEUE_ATTEMPT_STALE' })
      await queue.complete(id, 2)
    })

    test('by crashes alone ends as well', async () => {
      const { queue, next, pass } = await start()
      const id = await queue.send('a', 1, { maxAttempts: 3 })
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        expect(await next()).toMatchObject({ id, attempt })
        await pass(minute + second)
      }
      expect(await next()).toBeUndefined()
      expect(await queue.list()).toMatchObject([{ state: 'dead', attempt: 3, error: { code: 'QUEUE_WORKER_LOST' } }])
    })
  })

  test('what is cancelled is given to nobody, and its worker learns it', async () => {
    const { queue, next, stateOf } = await start()
    const waiting = await queue.send('a', 'waiting')
    expect(await queue.cancel(waiting)).toBe(true)
    expect(await queue.cancel(waiting)).toBe(true)
    expect(await next()).toBeUndefined()
    const active = await queue.send('a', 'active')
    await next()
    expect(await queue.cancel(active)).toBe(true)
    expect(await queue.heartbeat(active, 1)).toBe(false)
    await expect(queue.complete(active, 1)).rejects.toMatchObject({ code: 'QUEUE_ATTEMPT_STALE' })
    const done = await queue.send('a', 'done')
    await next()
    await queue.complete(done, 1)
    expect([await queue.cancel(done), await stateOf(done)]).toEqual([false, 'done'])
    expect(await queue.redrive([active])).toEqual([active])
    const unknown = [
      () => queue.cancel('nobody'),
      () => queue.complete('nobody', 1),
      () => queue.heartbeat('nobody', 1),
    ]
    for (const change of unknown) await expect(change()).rejects.toMatchObject({ code: 'QUEUE_JOB_UNKNOWN' })
  })

  test('lists and counts can be asked for a group, and outlive the process', async () => {
    const { queue, open, next } = await start()
    await queue.send('a', 1, { group: 'night' })
    await queue.send('b', 2, { group: 'night' })
    await queue.send('a', 3)
    await next()
    await queue[Symbol.asyncDispose]()
    const other = await open()
    expect((await other.list({ group: 'night' })).map(({ payload }) => payload)).toEqual([2, 1])
    expect((await other.list()).map(({ payload }) => payload)).toEqual([3, 2, 1])
    expect(await other.stats({ group: 'night' })).toEqual({ ...none, ready: 1, active: 1 })
    expect(await other.stats()).toEqual({ ...none, ready: 2, active: 1 })
  })

  test('a schedule sends once at its time, however many claim, and makes up for what was missed', async () => {
    const { queue, open, pass, now } = await start()
    const other = await open()
    const { nextAt } = await queue.schedule('weekly', '0 0 * * 1', 'UTC', { b: 1 })
    const claims = async () => {
      const claim = async (one: TestQueue) => await one.claim(['weekly'], { ...lease, limit: 9 })
      return (await Promise.all([queue, other].map(claim))).flat().filter(({ attempt }) => attempt === 1)
    }
    expect(await claims()).toEqual([])
    await pass(nextAt - (await now()) + second)
    expect(await claims()).toMatchObject([{ payload: { b: 1 }, schedule: { name: 'weekly', missed: 0 } }])
    expect(await claims()).toEqual([])
    await pass(3 * week)
    const late = await claims()
    expect(late).toMatchObject([{ schedule: { missed: 2 } }])
    const dueAt = late[0]?.schedule?.dueAt ?? 0
    expect([dueAt <= (await now()), dueAt > (await now()) - week]).toEqual([true, true])
    expect([await queue.unschedule('weekly'), await queue.schedules()]).toEqual([true, []])
    const wrong = queue.schedule('x', '0 25 * * *', 'Mars/Base', 1)
    await expect(wrong).rejects.toMatchObject({ code: 'QUEUE_SCHEDULE_INVALID' })
  })

  testQueueProcesses(makePlace, { jobs })
}

const second = 1000
const minute = 60_000
const week = 7 * 24 * 60 * minute
const lease = { leaseMs: minute }
const none = { ready: 0, active: 0, done: 0, failed: 0, dead: 0, cancelled: 0 }
