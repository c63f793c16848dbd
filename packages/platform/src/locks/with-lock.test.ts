import type { ChildProcess } from 'node:child_process'
import { chmod, link, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { expect, onTestFinished, test, vi } from 'vitest'
import { asOrdinaryUser } from '../__fixtures__/as-user.ts'
import { eventLoopTurns, exitOf, firstOutput, startScript } from '../__fixtures__/run-script.ts'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { withLock } from './with-lock.ts'

const source = JSON.stringify(new URL('./with-lock.ts', import.meta.url).href)

const holdForEver = (lock: string): string => `
  const { withLock } = await import(${source})
  await withLock(${JSON.stringify(lock)}, async () => {
    console.log('held')
    await new Promise(() => setInterval(() => {}, 2 ** 30))
  })`

const isLong = process.env['LONG'] !== undefined
const processes = isLong ? 8 : 4
// Long enough for any machine.
const timeoutMs = 2 ** 30

// Tells of each time, so that others can do something in between.
const increment = (lock: string, counter: string, times: number): string => `
  const { readFileSync, writeFileSync } = await import('node:fs')
  const { withLock } = await import(${source})
  const counter = ${JSON.stringify(counter)}
  for (let done = 0; done < ${times}; done += 1)
    await withLock(${JSON.stringify(lock)}, async () => {
      const count = Number(readFileSync(counter, 'utf8'))
      await new Promise((resolve) => setImmediate(resolve))
      writeFileSync(counter, String(count + 1))
      console.log(count)
    }, { timeoutMs: ${timeoutMs} })`

const times = isLong ? 50 : 20

test(`${processes} processes that each add ${times} lose nothing`, async () => {
  const folder = await temporaryFolder()
  const counter = join(folder, 'counter')
  await writeFile(counter, '0')
  const children = startedTogether(increment(join(folder, 'lock'), counter, times))
  for (const child of children) child.stdout?.resume()
  expect(await Promise.all(children.map(exitOf))).toEqual(children.map(() => 0))
  expect(await readFile(counter, 'utf8')).toBe(String(processes * times))
})

test('a lock that was never taken is had at the first try, by one of all that try', async () => {
  const lock = join(await temporaryFolder(), 'new', 'lock')
  expect(await withLock(lock, async () => 'mine', { timeoutMs: 0 })).toBe('mine')
  await rm(lock)
  let most = 0
  let inside = 0
  const hold = async (): Promise<void> => {
    inside += 1
    most = Math.max(most, inside)
    await eventLoopTurns(50)
    inside -= 1
  }
  const tries = Array.from({ length: 8 }, async () => await withLock(lock, hold, { timeoutMs: 0 }))
  const failed = (await Promise.allSettled(tries)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(failed.filter((error) => !CodedError.is(error, 'PLATFORM_LOCK_TIMEOUT'))).toEqual([])
  expect(most).toBe(1)
})

test('callers in one process exclude each other', async () => {
  const lock = join(await temporaryFolder(), 'lock')
  let inside = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      await withLock(
        lock,
        async () => {
          inside += 1
          most = Math.max(most, inside)
          await eventLoopTurns(10)
          inside -= 1
        },
        { timeoutMs },
      )
    }),
  )
  expect(most).toBe(1)
})

test('a killed holder frees the lock at once', async () => {
  const lock = join(await temporaryFolder(), 'lock')
  const holder = startScript(holdForEver(lock))
  await firstOutput(holder)
  await expect(withLock(lock, async () => 'mine', { timeoutMs: 50 })).rejects.toThrow('was locked')
  holder.kill('SIGKILL')
  await exitOf(holder)
  expect(await withLock(lock, async () => 'mine', { timeoutMs: 0 })).toBe('mine')
})

test.each([
  ['', 30_000],
  ['20', 600_000],
])('where no limit is given and the patience is %j it waits %d ms', async (patience, ms) => {
  vi.stubEnv('DATACORTEX_PATIENCE', patience)
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const lock = join(await temporaryFolder(), 'lock')
  await withLock(lock, async () => {
    let error: unknown
    const waiting = withLock(lock, async () => 'mine').catch((thrown: unknown) => (error = thrown))
    vi.advanceTimersByTime(ms - 1)
    // What begins later and tries once is refused meanwhile.
    await expect(withLock(lock, async () => 'mine', { timeoutMs: 0 })).rejects.toThrow('was locked')
    expect(error).toBeUndefined()
    vi.advanceTimersByTime(1)
    await waiting
    expect(String(error)).toContain(`was locked for more than ${ms} ms`)
  })
})

test('waiting too long is a coded error that names the holder', async () => {
  const lock = join(await temporaryFolder(), 'lock')
  const holder = startScript(holdForEver(lock))
  await firstOutput(holder)
  const error = await withLock(lock, async () => 'mine', { timeoutMs: 10 }).catch((thrown: unknown) => thrown)
  holder.kill('SIGKILL')
  await exitOf(holder)
  expect(CodedError.is(error, 'PLATFORM_LOCK_TIMEOUT')).toBe(true)
  expect(String(error)).toMatch(new RegExp(`locked for more than 10 ms by process ${holder.pid} on .+ since 2`))
})

test('a signal ends the waiting, with its own reason', async () => {
  const lock = join(await temporaryFolder(), 'lock')
  const reason = new Error('the user pressed Ctrl-C')
  await withLock(lock, async () => {
    const waiting = withLock(lock, async () => 'never', { signal: AbortSignal.any([]), timeoutMs: 20 })
    await expect(waiting).rejects.toThrow('was locked')
    const controller = new AbortController()
    const listening = vi.spyOn(controller.signal, 'addEventListener')
    const aborted = withLock(lock, async () => 'never', { signal: controller.signal, timeoutMs })
    await expect.poll(() => listening.mock.calls.length).toBeGreaterThan(0)
    controller.abort(reason)
    await expect(aborted).rejects.toBe(reason)
    await expect(withLock(lock, async () => 'never', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

test('it is not re-entrant: the inner call waits in vain and says that this process holds the lock', async () => {
  const lock = join(await temporaryFolder(), 'lock')
  const inner = withLock(lock, async () => await withLock(lock, async () => 'never', { timeoutMs: 30 }))
  await expect(inner).rejects.toThrow(`by process ${process.pid} on `)
})

test('a failing function frees the lock and its error comes out', async () => {
  const lock = join(await temporaryFolder(), 'lock')
  const fail = async (): Promise<never> => await Promise.reject(new Error('broken'))
  await expect(withLock(lock, fail)).rejects.toThrow('broken')
  expect(await withLock(lock, async () => 1, { timeoutMs: 0 })).toBe(1)
})

test('if the lock file is deleted while held, newcomers still exclude each other', async () => {
  const lock = join(await temporaryFolder(), 'lock')
  let inside = 0
  let most = 0
  await withLock(lock, async () => {
    await rm(lock)
    const newcomer = async (): Promise<void> => {
      inside += 1
      most = Math.max(most, inside)
      await eventLoopTurns(50)
      inside -= 1
    }
    await Promise.all(Array.from({ length: 8 }, async () => await withLock(lock, newcomer, { timeoutMs })))
  })
  expect(most).toBe(1)
})

test('the owner file is gone after the lock and its absence does no harm', async () => {
  const folder = await temporaryFolder()
  const lock = join(folder, 'deep', 'lock')
  await withLock(lock, async () => {
    expect(JSON.parse(await readFile(`${lock}.owner`, 'utf8'))).toMatchObject({ pid: process.pid })
    await rm(`${lock}.owner`)
  })
  await expect(readFile(`${lock}.owner`)).rejects.toThrow('ENOENT')
  // A folder in its place can be neither written nor removed as a file.
  await mkdir(`${lock}.owner`)
  expect(await withLock(lock, async () => 1)).toBe(1)
})

test.each([
  ['a path below a file', async (folder: string) => join(folder, 'plain', 'lock')],
  ['a folder', async (folder: string) => folder],
  ['a file that is no lock', async (folder: string) => join(folder, 'plain')],
])('%s is refused with a coded error', async (_name, place) => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'plain'), 'x'.repeat(5000))
  const error = await withLock(await place(folder), async () => 1).catch((thrown: unknown) => thrown)
  expect(CodedError.is(error, 'PLATFORM_FILE_UNWRITABLE')).toBe(true)
})

test('who may not write the lock file does not get a lock that excludes nobody', async () => {
  const folder = await temporaryFolder()
  const lock = join(folder, 'lock')
  await withLock(lock, () => Promise.resolve())
  await chmod(lock, 0o444)
  await chmod(folder, 0o777)
  let ran = false
  const refused = asOrdinaryUser(() => withLock(lock, () => Promise.resolve((ran = true))))
  await expect(refused).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNWRITABLE',
    message: expect.stringContaining('it may only be read'),
  })
  expect(ran).toBe(false)
})

test('those who share a folder by its group share its locks', async () => {
  const lock = join(await temporaryFolder(), 'lock')
  const before = process.umask(0o002)
  onTestFinished(() => void process.umask(before))
  await withLock(lock, () => Promise.resolve())
  expect((await stat(lock)).mode & 0o777).toBe(0o664)
  expect((await stat(lock)).size).toBe(0)
})

function startedTogether(code: string): readonly ChildProcess[] {
  return Array.from({ length: processes }, () => startScript(code))
}

const noise = [Buffer.from('x'), Buffer.from('garbage '.repeat(100)), Buffer.alloc(100_000, 7)]

test.each(noise)('in a cache a lock file that was overwritten is a lock again', async (content) => {
  const cache = join(await temporaryFolder(), '.datacore/cache/find')
  const lock = join(cache, 'units.lock')
  await mkdir(cache, { recursive: true })
  await writeFile(lock, content)
  expect(await withLock(lock, async () => 'mine', { timeoutMs: 0 })).toBe('mine')
})

test(`a lock file that is overwritten again and again while ${processes} processes use it loses nothing`, async () => {
  const folder = await temporaryFolder()
  const [lock, counter] = [join(folder, '.datacore/cache/lock'), join(folder, 'counter')]
  await mkdir(join(folder, '.datacore/cache'), { recursive: true })
  await writeFile(lock, 'garbage '.repeat(100))
  await writeFile(counter, '0')
  const children = startedTogether(increment(lock, counter, times))
  let spoils = 0
  let spoiling: Promise<unknown> = Promise.resolve()
  // From here, where no lock is held: writing it in a process that holds it would free its lock.
  const spoil = async (): Promise<void> => await writeFile(lock, 'garbage '.repeat(100))
  for (const child of children)
    child.stdout?.on('data', () => {
      spoils += 1
      if (spoils % 3 === 0) spoiling = spoiling.then(spoil)
    })
  expect(await Promise.all(children.map(exitOf))).toEqual(children.map(() => 0))
  await spoiling
  expect(spoils).toBeGreaterThan(9)
  expect(await readFile(counter, 'utf8')).toBe(String(processes * times))
})

test('what is no file of a cache keeps its content, and the hint says what to do', async () => {
  const folder = await temporaryFolder()
  const cache = join(folder, '.datacore/cache')
  const own = join(folder, 'own')
  await mkdir(cache, { recursive: true })
  await mkdir(own)
  const text = 'somebody wrote this '.repeat(50)
  await writeFile(join(own, 'lock'), text)
  await symlink(own, join(cache, 'linked'))
  await symlink(join(own, 'lock'), join(cache, 'soft'))
  await link(join(own, 'lock'), join(cache, 'hard'))
  for (const lock of [join(cache, 'linked/lock'), join(cache, 'soft')])
    await expect(withLock(lock, async () => 'mine', { timeoutMs: 0 })).rejects.toMatchObject({
      code: 'PLATFORM_FILE_UNWRITABLE',
      hint: expect.stringContaining('Remove the link'),
    })
  for (const lock of [join(own, 'lock'), join(cache, 'hard')]) {
    await expect(withLock(lock, async () => 'mine', { timeoutMs: 0 })).rejects.toMatchObject({
      code: 'PLATFORM_FILE_UNWRITABLE',
      message: expect.stringContaining('something else is in it'),
      hint: expect.stringContaining('delete it'),
    })
  }
  expect(await readFile(join(own, 'lock'), 'utf8')).toBe(text)
})

test("the user's own cache is one too", async () => {
  const cache = join(await temporaryFolder(), 'mine')
  vi.stubEnv('DATACORTEX_CACHE_DIR', cache)
  onTestFinished(() => void vi.unstubAllEnvs())
  await mkdir(cache)
  await writeFile(join(cache, 'model.lock'), 'garbage '.repeat(100))
  expect(await withLock(join(cache, 'model.lock'), async () => 'mine', { timeoutMs: 0 })).toBe('mine')
})
