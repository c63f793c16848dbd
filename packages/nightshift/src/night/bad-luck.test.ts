import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runGit } from '@datacortex/platform'
import { type JobQueue, openGitQueue, openPostgresQueue, openSqliteQueue } from '@datacortex/queue'
import { noPostgres, startPostgres } from '@datacortex/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { nightFolder, success } from '../__fixtures__/night-folder.ts'
import type { NightPorts } from './night-ports.ts'

const file = '0-personal/org/ai.org'
const titles = ['One', 'Two', 'Three']
const text = titles.map((title) => `* TODO ${title} :AI:\n`).join('')
const isLong = process.env['LONG'] !== undefined

type Folder = Awaited<ReturnType<typeof nightFolder>>

/** Goes on with a night until it ends, as the timer of the next evening does; each task was asked for once, and all are done. */
async function endsWell({ night, read, asked }: Folder, own: Partial<NightPorts> = {}, leaseMs = 1000): Promise<void> {
  await expect.poll(async () => await night({ leaseMs }, own).then(Boolean, String), { timeout: 60_000 }).toBe(true)
  expect(asked.map((one) => one.text).toSorted()).toEqual([...titles].toSorted())
  expect((await read(file))?.match(/^\* \w+ \w+/gm)).toEqual(titles.map((title) => `* DONE ${title}`))
}

function unless<Args extends unknown[], T>(isBroken: () => boolean, what: (...args: Args) => Promise<T>, code: string) {
  return async (...args: Args): Promise<T> => {
    if (isBroken()) throw Object.assign(new Error('It is not there.'), { code })
    return await what(...args)
  }
}

const moments = Array.from({ length: isLong ? 40 : 5 }, (_, place) => (isLong ? place + 1 : place * 3 + 1))

test.each(moments)(
  'a disk that is full from write %i on ends the night, and the next one does what is left',
  async (first) => {
    const folder = await nightFolder({ [file]: text })
    let writes = 0
    const isFull = (): boolean => (writes += 1) >= first
    const { edit, writeNew, note } = folder.ports
    const code = 'PLATFORM_FILE_UNWRITABLE'
    const full = {
      edit: unless(isFull, edit, code),
      writeNew: unless(isFull, writeNew, code),
      note: unless(isFull, note, code),
    }
    const ended = await folder.night({ leaseMs: 1000 }, full).catch((error: unknown) => error)
    // It goes on where it can do without, or ends with that error.
    expect(ended instanceof Error ? ended : { code }).toMatchObject({ code })
    await endsWell(folder)
  },
)

test.each(moments)(
  'a queue that is gone from question %i on ends the night, and the next one does what is left',
  async (first) => {
    const folder = await nightFolder({ [file]: text })
    let questions = 0
    const isGone = (): boolean => (questions += 1) >= first
    const { queue } = folder.ports
    const code = 'QUEUE_UNAVAILABLE'
    const gone: JobQueue = {
      ...queue,
      send: unless(isGone, queue.send, code),
      claim: unless(isGone, queue.claim, code),
      complete: unless(isGone, queue.complete, code),
      stats: unless(isGone, queue.stats, code),
      list: unless(isGone, queue.list, code),
    }
    const ended = await folder.night({ leaseMs: 1000 }, { queue: gone }).catch((error: unknown) => error)
    expect(ended instanceof Error ? ended : { code }).toMatchObject({ code })
    await endsWell(folder)
  },
)

test.skipIf(noPostgres() !== undefined)(
  'a PostgreSQL that restarts while an agent works costs no task',
  async ({ skip }) => {
    const server = await startPostgres()
    onTestFinished(async () => await server.stop())
    const { restart } = server
    skip(restart === undefined, 'the server is somebody else’s')
    let restarts = 0
    const folder = await nightFolder({ [file]: text }, async (asked, signal) => {
      if ((restarts += 1) <= 2) await restart?.()
      return await success(asked, signal)
    })
    const queue = await openPostgresQueue({ url: server.url, schema: `night_${process.pid}` })
    onTestFinished(async () => await queue.close())
    await endsWell(folder, { queue })
    expect(restarts).toBeGreaterThan(0)
  },
)

test('a push that is refused costs no task', async () => {
  let isFirst = true
  let refuse = async (_isRefused: boolean): Promise<void> => await Promise.resolve()
  const folder = await nightFolder({ [file]: text }, async (asked, signal) => {
    if (isFirst) await refuse(true)
    isFirst = false
    return await success(asked, signal)
  })
  const remote = join(folder.root, 'remote.git')
  const git = async (...args: readonly string[]): Promise<string> =>
    await runGit(['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      directory: folder.root,
      timeoutMs: 60_000,
    })
  await git('init', '--quiet', '--bare', remote)
  await git('init', '--quiet', '--initial-branch=jobs')
  await git('remote', 'add', 'origin', remote)
  await git('commit', '--quiet', '--allow-empty', '-m', 'first')
  await git('push', '--quiet', 'origin', 'jobs')
  const hook = join(remote, 'hooks', 'pre-receive')
  refuse = async (isRefused) => {
    await mkdir(dirname(hook), { recursive: true })
    await writeFile(hook, `#!/bin/sh\nexit ${isRefused ? 1 : 0}\n`)
    await chmod(hook, 0o755)
  }
  const queue = await openGitQueue({ folder: folder.root, branch: 'jobs' })
  onTestFinished(async () => await queue.close())
  const refused = folder.night({ leaseMs: 3000 }, { queue })
  await expect(refused).rejects.toMatchObject({ code: 'QUEUE_UNAVAILABLE' })
  await refuse(false)
  await endsWell(folder, { queue }, 3000)
})

test.each([-3, 3])('a clock that is put by %i hours in the middle of the night costs no task', async (hours) => {
  let now = Date.parse('2026-11-27T02:00:00.000Z')
  const folder = await nightFolder({ [file]: text }, async (asked, signal) => {
    if (asked.text === 'One') now += hours * 3_600_000
    return await success(asked, signal)
  })
  const queue = await openSqliteQueue({ file: join(folder.root, 'own.sqlite'), now: () => now })
  onTestFinished(async () => await queue.close())
  const { reports } = await folder.night({}, { queue, now: () => now })
  expect(reports.map(({ state }) => state)).toEqual(['DONE', 'DONE', 'DONE'])
  await endsWell(folder, { queue, now: () => now })
})

test('two machines with one org file, each with a queue of its own, do each task once', async () => {
  let other: ReturnType<Folder['night']> | undefined
  const folder = await nightFolder({ [file]: text }, async (asked, signal) => {
    const isFirst = other === undefined
    other ??= folder.night({}, { queue, machine: 'shed', place: 'shed' })
    // The other one does its whole night while the first agent of this one works.
    if (isFirst) await other
    return await success(asked, signal)
  })
  const queue = await openSqliteQueue({ file: join(folder.root, 'shed.sqlite') })
  onTestFinished(async () => await queue.close())
  const { reports } = await folder.night()
  const statesOf = (all: typeof reports) => all.map(({ title, state }) => `${title} ${state}`)
  expect(statesOf(reports)).toEqual(['One DONE', 'Two DONE', 'Three DONE'])
  expect(statesOf((await other)?.reports ?? [])).toEqual(['Two DONE', 'Three DONE'])
  await endsWell(folder)
})
