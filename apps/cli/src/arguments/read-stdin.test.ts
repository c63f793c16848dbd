import { expect, test } from 'vitest'
import { readStdin } from './read-stdin.ts'

test('bytes come whole, in the order of their parts', async () => {
  const bytes = Buffer.from('Flut und Ebbe: größer')
  const parts = [bytes.subarray(0, 18), bytes.subarray(18)]
  expect(await readStdin(streamOf(parts), { maxBytes: bytes.length })).toEqual(bytes)
})

test('reading stops as soon as there is more than may be', async () => {
  let given = 0
  const endless = (async function* () {
    for (;;) {
      given += 1
      yield Buffer.alloc(1000)
    }
  })()
  await expect(readStdin(endless, { maxBytes: 10_000 })).rejects.toMatchObject({ code: 'CLI_STDIN_TOO_LARGE' })
  expect(given).toBe(11)
})

async function* streamOf(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(part)
}
