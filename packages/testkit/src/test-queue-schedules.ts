import { expect, test } from 'vitest'
import { type QueuePlace, type TestQueue, lease, minute, second, startQueue } from './job-queue-place.ts'

const week = 7 * 24 * 60 * minute

export function testQueueSchedules(makePlace: () => Promise<QueuePlace>): void {
  test('a schedule sends once at its time, however many claim, and makes up for what was missed', async () => {
    const { queue, open, pass, now } = await startQueue(makePlace)
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
}
