import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { drainOutput } from './drain-output.ts'

const never = new AbortController().signal

function outputs(): { readonly stdout: PassThrough; readonly stderr: PassThrough } {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() }
  for (const stream of Object.values(streams)) stream.resume()
  return streams
}

test('however much still comes, it is read for a limited time', async () => {
  const { stdout, stderr } = outputs()
  const talking = setInterval(() => stdout.write('x'), 5)
  stderr.end()
  expect(await drainOutput({ stdout, stderr }, { idleMs: 1000, mostMs: 100, signal: never })).toBe(false)
  clearInterval(talking)
  expect(stdout.destroyed).toBe(true)
})

test('what comes on stderr after the end of stdout keeps nobody waiting', async () => {
  const { stdout, stderr } = outputs()
  const talking = setInterval(() => stderr.write('x'), 5)
  stdout.end()
  expect(await drainOutput({ stdout, stderr }, { idleMs: 50, mostMs: 60_000, signal: never })).toBe(true)
  clearInterval(talking)
})

test('a pipe that broke has no whole answer', async () => {
  const { stdout, stderr } = outputs()
  stderr.end()
  setTimeout(() => stdout.destroy(new Error('EIO')), 5)
  expect(await drainOutput({ stdout, stderr }, { idleMs: 1000, mostMs: 60_000, signal: never })).toBe(false)
})
