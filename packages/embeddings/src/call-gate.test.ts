import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tinyCrossEncoder } from './__fixtures__/tiny-cross-encoder.ts'
import { closeGate, newCallGate, throughGate } from './call-gate.ts'

const child = fileURLToPath(new URL('__fixtures__/gated-thread.ts', import.meta.url))
let model = ''
beforeAll(async () => {
  model = await tinyCrossEncoder(await mkdtemp(join(tmpdir(), 'datacortex-gate-')))
})
afterAll(() => rm(model, { recursive: true }))

// Without a gate nearly each of them ends with SIGABRT.
test.each([
  ['terminate', 'ended ended ended ended ended '],
  ['exit', 'ended ended '],
])('a thread in ONNX Runtime does not take the process along: %s', async (how, stdout) => {
  const args = ['--conditions=@datacortex/source', child, how, join(model, 'onnx/model.onnx')]
  expect(await promisify(execFile)(process.execPath, args)).toEqual({ stdout, stderr: '' })
})

test('a gate is closed when the call has left it, also by an error', async () => {
  const gate = newCallGate()
  const { promise, reject } = Promise.withResolvers<never>()
  const order: string[] = []
  const calling = throughGate(gate, async () => await promise)
  const close = async (): Promise<void> => {
    await closeGate(gate)
    order.push('closed')
  }
  const closing = close()
  await Promise.resolve()
  order.push('still called')
  reject(new Error('broken'))
  await expect(calling).rejects.toThrow('broken')
  await closing
  expect(order).toEqual(['still called', 'closed'])
  await closeGate(gate)
})
