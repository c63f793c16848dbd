import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startScript } from '../__fixtures__/run-script.ts'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { redirecting, serve } from './__fixtures__/local-server.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { openTurns } from './turns.ts'

const { signal } = new AbortController()
const now = 1_700_000_000_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

const [url, other] = [new URL('https://a.example/x'), new URL('https://b.example/')]

test('refuses what would wait too long, says how long, and counts each host for itself', async () => {
  const turns = openTurns({ file: join(await temporaryFolder(), 'turns.sqlite'), perMinute: 3 })
  for (let index = 0; index < 3; index += 1) await turns.take(url, { maxWaitMs: 0, signal })
  const error: unknown = await turns.take(url, { maxWaitMs: 1000, signal }).catch((error: unknown) => error)
  expect(error).toMatchObject({ code: 'FETCH_RATE_LIMITED', details: { transient: true, retryAfterMs: 60_000 } })
  await turns.take(other, { maxWaitMs: 0, signal })
})

test('a wait that is aborted ends at once', async () => {
  const turns = openTurns({ file: join(await temporaryFolder(), 'turns.sqlite'), perMinute: 1 })
  await turns.take(url, { maxWaitMs: 0, signal })
  const impatient = new AbortController()
  const aborted = turns.take(url, { maxWaitMs: 120_000, signal: impatient.signal })
  impatient.abort(new Error('given up'))
  await expect(aborted).rejects.toThrow('given up')
})

test('turns from before the clock was set back keep nobody waiting', async () => {
  const turns = openTurns({ file: join(await temporaryFolder(), 'turns.sqlite'), perMinute: 1 })
  await turns.take(url, { maxWaitMs: 0, signal })
  vi.setSystemTime(now - 30 * 60_000)
  await turns.take(url, { maxWaitMs: 0, signal })
  await expect(turns.take(url, { maxWaitMs: 0, signal })).rejects.toThrow(/often enough/)
})

test('processes share their turns', async () => {
  const file = join(await temporaryFolder(), 'turns.sqlite')
  const script = `
    import { openTurns } from ${JSON.stringify(join(import.meta.dirname, 'turns.ts'))}
    globalThis.Date = class extends Date { static now() { return ${now} } }
    const turns = openTurns({ file: ${JSON.stringify(file)}, perMinute: 20 })
    const { signal } = new AbortController()
    let taken = 0
    for (let index = 0; index < 20; index += 1)
      await turns.take(new URL('https://a.example/'), { maxWaitMs: 0, signal }).then(() => (taken += 1), () => {})
    console.log(taken)`
  const taken = await Promise.all(
    [1, 2, 3].map(async () => Number(await text(startScript(script).stdout ?? Readable.from([])))),
  )
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(20)
})

test('a broken file is made anew, and a folder that is none does not open the gates', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'broken.sqlite'), 'this is no database '.repeat(100))
  for (const file of [join(folder, 'broken.sqlite'), join(folder, 'broken.sqlite', 'below.sqlite')]) {
    const turns = openTurns({ file, perMinute: 1 })
    await turns.take(url, { maxWaitMs: 0, signal })
    await expect(turns.take(url, { maxWaitMs: 0, signal })).rejects.toThrow(/often enough/)
  }
})

test('a file that breaks while it is used does not open the gates', async () => {
  const file = join(await temporaryFolder(), 'turns.sqlite')
  const turns = openTurns({ file, perMinute: 1 })
  await turns.take(other, { maxWaitMs: 0, signal })
  await writeFile(file, 'this is no database '.repeat(1000))
  await turns.take(url, { maxWaitMs: 0, signal })
  await expect(turns.take(url, { maxWaitMs: 0, signal })).rejects.toThrow(/often enough/)
})

test('private hosts that are allowed are asked as often as one likes, public ones are not', async () => {
  const server = await serve(redirecting)
  const file = join(await temporaryFolder(), 'turns.sqlite')
  const get = createGuardedFetch({
    allowPrivate: [server.host],
    turns: { file, perMinute: 1 },
    limits: { turnMs: 0 },
    resolve: async () => await Promise.resolve([{ address: '10.0.0.1', family: 4 }]),
  })
  for (let index = 0; index < 5; index += 1) expect((await get(server.url)).status).toBe(200)
  await expect(get('https://public.example/')).rejects.toThrowError(expect.objectContaining({ code: 'FETCH_REFUSED' }))
  await expect(get('https://public.example/')).rejects.toThrowError(
    expect.objectContaining({ code: 'FETCH_RATE_LIMITED' }),
  )
})
