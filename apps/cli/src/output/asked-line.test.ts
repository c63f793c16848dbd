import { PassThrough } from 'node:stream'
import { createInterface } from 'node:readline/promises'
import { expect, test } from 'vitest'
import { askedLine } from './asked-line.ts'

const { signal } = new AbortController()

test('the end of the input is no answer, and nobody waits on', async () => {
  const input = new PassThrough()
  const lines = createInterface({ input, output: new PassThrough() })
  const first = askedLine(lines, { question: 'Install? ', signal })
  input.write('y\n')
  expect(await first).toBe('y')
  const second = askedLine(lines, { question: 'Sure? ', signal })
  input.end()
  expect(await second).toBeUndefined()
})

test('the signal ends the wait', async () => {
  const lines = createInterface({ input: new PassThrough(), output: new PassThrough() })
  const interruption = new AbortController()
  const asked = askedLine(lines, { question: 'Install? ', signal: interruption.signal })
  interruption.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  lines.close()
})
