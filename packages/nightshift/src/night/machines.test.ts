import { expect, test } from 'vitest'
import { nightFolder } from '../__fixtures__/night-folder.ts'
import { nightLimits } from './night-limits.ts'
import type { NightPorts, TaskReport } from './night-ports.ts'
import { workJobs } from './work-jobs.ts'

const file = '0-personal/org/ai.org'
const text = ['One', 'Two'].map((title) => `* TODO ${title} :AI:\n`).join('')

/** Two folders with the same file, whose nights share the queue of the first. */
async function twoMachines(answer?: Parameters<typeof nightFolder>[1]) {
  const desk = await nightFolder({ [file]: text })
  const shed = await nightFolder({ [file]: text }, answer)
  const committed: NightPorts['committed'] = async () => await Promise.resolve({ commit: 'c0ffee', text })
  const pulled: string[] = []
  const stop = new AbortController()
  const reports: TaskReport[] = []
  const work = async (own: Partial<NightPorts> = {}, until: 'all-ended' | 'stopped' = 'all-ended') => {
    using limits = nightLimits({ budget: {}, spent: [], now: shed.ports.now })
    const usual = { evaluators: [], threshold: 0.8, workers: 1, leaseMs: 2000, trustsQueue: true, until, limits }
    const report = async (one: TaskReport): Promise<void> => await Promise.resolve(void reports.push(one))
    const place = {
      queue: desk.ports.queue,
      place: 'shed',
      ownKind: 'at-shed',
      bringTo: async (commit: string) => await Promise.resolve(void pulled.push(commit)),
    }
    return await workJobs({ ...usual, report, signal: stop.signal }, { ...shed.ports, ...place, ...own })
  }
  // A night that does nothing itself.
  const claim: NightPorts['queue']['claim'] = async () => await Promise.resolve([])
  const night = async (own: Partial<NightPorts> = {}) =>
    await desk.night({}, { committed, queue: { ...desk.ports.queue, claim }, ...own })
  return { desk, shed, work, night, pulled, reports, stop }
}

test('a worker elsewhere pulls, does the tasks, and leaves the headings to where the night is', async () => {
  const { desk, shed, work, night, pulled, stop } = await twoMachines()
  const working = work({}, 'stopped').catch(() => undefined)
  const { reports } = await night()
  stop.abort()
  await working
  expect(reports.map(({ title, state, execution }) => `${title} ${state} ${execution}`).toSorted()).toEqual([
    'One DONE exec-1',
    'Two DONE exec-2',
  ])
  expect(shed.asked.map((one) => one.text)).toEqual(['One', 'Two'])
  expect(pulled).toEqual(['c0ffee', 'c0ffee'])
  expect(await shed.read(file)).toBe(text)
  expect((await desk.read(file))?.match(/^\* .*/gm)).toEqual(['* DONE One :AI:', '* DONE Two :AI:'])
  const jobs = await desk.ports.queue.list()
  expect(JSON.stringify(jobs)).not.toMatch(/One|Two/)
})

test('what no other machine has stays with the one that has it', async () => {
  const { desk, night, work } = await twoMachines()
  const { reports } = await night({
    committed: async () => await Promise.resolve({ commit: 'c0ffee', text: '* TODO One :AI:\n' }),
    queue: desk.ports.queue,
    ownKind: 'at-desk',
  })
  expect(reports).toHaveLength(2)
  const jobs = await desk.ports.queue.list()
  expect(jobs.map(({ kind }) => kind).toSorted()).toEqual(['at-desk', 'org-task', 'org-task.begun'])
  expect(await work()).toEqual(new Set())
})

test('a clone that can not be brought in step does nothing, and leaves the task to others', async () => {
  const { desk, shed, work, night } = await twoMachines()
  await leaveJobs({ desk, night })
  const bringTo = async (): Promise<never> => await Promise.reject(new Error('it does not have it'))
  await expect(work({ bringTo })).rejects.toThrow('it does not have it')
  expect(await desk.ports.queue.stats({ kinds: ['org-task'] })).toMatchObject({ ready: 1, failed: 1, dead: 0 })
  const { reports } = await night({ queue: desk.ports.queue })
  expect(reports.map(({ state }) => state)).toEqual(['DONE', 'DONE'])
  expect([shed.asked.length, desk.asked.length]).toEqual([0, 2])
})

test.each([
  ['its log has what came of it', 'DONE', true],
  ['it was cut off before anybody was asked', 'DONE', false],
])('a worker that was killed goes on where %s', async (_, state, isLogged) => {
  const { desk, shed, work, night, reports } = await twoMachines()
  await killedAt('shed', { desk, night })
  if (isLogged) {
    const usual = { outputs: [], failedChecks: [], wasInterrupted: false, costUsd: 0.3, tokens: 1, durationMs: 1 }
    shed.log.set('killed', { executionId: 'killed', agent: 'writer', status: 'success', text: 'All.', ...usual })
  }
  await work()
  expect(reports.map((one) => [one.title, one.state, one.execution])).toContainEqual(['One', state, 'killed'])
  expect(shed.asked.map((one) => one.text).toSorted()).toEqual(isLogged ? ['Two'] : ['One', 'Two'])
})

test('what another machine had begun when it fell silent is not paid twice, but reported', async () => {
  const { desk, shed, work, night, reports } = await twoMachines()
  await killedAt('cellar', { desk, night })
  await work()
  expect(reports.map((one) => [one.title, one.state, one.reason])).toEqual([
    ['One', 'FAILED', 'the machine that worked on it fell silent, and asking again could cost twice'],
    ['Two', 'DONE', undefined],
  ])
  expect(shed.asked.map((one) => one.text)).toEqual(['Two'])
})

type Desk = Pick<Awaited<ReturnType<typeof twoMachines>>, 'desk' | 'night'>

/** A night is killed when it has left its jobs. */
async function leaveJobs({ desk, night }: Desk): Promise<void> {
  const stop = new Error('The night was killed.')
  const claim: NightPorts['queue']['claim'] = async () => await Promise.reject(stop)
  await expect(night({ queue: { ...desk.ports.queue, claim } })).rejects.toBe(stop)
}

/** A worker at some place was killed when it had begun the first job of a night. */
async function killedAt(place: string, { desk, night }: Desk): Promise<void> {
  const { queue } = desk.ports
  await leaveJobs({ desk, night })
  const [job] = await queue.claim(['org-task'], { leaseMs: 60_000 })
  if (job === undefined) throw new Error('The night left a job.')
  await queue.send('org-task.begun', { execution: 'killed', place }, { group: job.id, key: `${job.id} 1` })
  await queue.fail(job.id, job.attempt, { message: 'it fell silent' }, { retryAt: 0 })
}
