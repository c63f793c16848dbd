import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drainOutput } from './drain-output.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const never = new AbortController().signal

function outputs(): { readonly stdout: PassThrough; readonly stderr: PassThrough } {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() }
  for (const stream of Object.values(streams)) stream.resume()
  return streams
}

async function said(stream: PassThrough): Promise<void> {
  const heard = once(stream, 'data')
  stream.write('x')
  await heard
}

test('however much still comes, it is read for a limited time', async () => {
  const { stdout, stderr } = outputs()
  stderr.end()
  const drained = drainOutput({ stdout, stderr }, { idleMs: 1000, mostMs: 10_000, signal: never })
  for (let passedMs = 0; passedMs < 10_000; passedMs += 500) {
    expect(stdout.destroyed, `${passedMs} ms`).toBe(false)
    await said(stdout)
    vi.advanceTimersByTime(500)
  }
  expect(await drained).toBe(false)
  expect(stdout.destroyed).toBe(true)
})

test('what comes on stderr after the end of stdout keeps nobody waiting', async () => {
  const { stdout, stderr } = outputs()
  stdout.end()
  await once(stdout, 'close')
  const drained = drainOutput({ stdout, stderr }, { idleMs: 50, mostMs: 60_000, signal: never })
  vi.advanceTimersByTime(30)
  await said(stderr)
  vi.advanceTimersByTime(20)
  expect(await drained).toBe(true)
})

test('a pipe that broke has no whole answer', async () => {
  const { stdout, stderr } = outputs()
  stderr.end()
  const drained = drainOutput({ stdout, stderr }, { idleMs: 1000, mostMs: 60_000, signal: never })
  stdout.destroy(new Error('EIO'))
  expect(await drained).toBe(false)
})
