import { execFile } from 'node:child_process'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../publish/__fixtures__/temporary-folder.ts'
import { readSecretSource } from './secret-source.ts'

const secretSource = new URL('secret-source.ts', import.meta.url).href

test('a secret from a pipe whose writer is slow is waited for, whether reads of it block or not', async () => {
  for (const flag of [constants.O_RDONLY | constants.O_NONBLOCK, constants.O_RDWR]) {
    const pipe = await namedPipe()
    const fd = openSync(pipe, flag)
    const { signal, waits } = listenedTo()
    const writer = openSync(pipe, 'r+')
    const reading = readSecretSource({ fd }, { what: 'Passphrase', signal })
    await waits()
    writeSync(writer, flag === constants.O_RDWR ? `slow\n${'x'.repeat(5000)}` : 'slow\n')
    closeSync(writer)
    expect(await reading).toBe('slow')
    closeSync(fd)
  }
})

test('stdin as the source of a secret may be slow', async () => {
  const script = `process.stdin.isTTY; const { readSecretSource } = await import(${JSON.stringify(secretSource)})
    const { signal } = new AbortController()
    const listen = signal.addEventListener.bind(signal)
    let waits = false
    signal.addEventListener = (...args) => {
      if (!waits) console.log('waits')
      waits = true
      listen(...args)
    }
    console.log(await readSecretSource({ fd: 0 }, { what: 'Passphrase', signal }))`
  const child = execFile(process.execPath, ['--conditions=@datacortex/source', '--input-type=module', '-e', script])
  let reported = ''
  child.stdout?.on('data', (chunk: string) => (reported += chunk))
  child.stderr?.on('data', (chunk: string) => (reported += chunk))
  await expect.poll(() => reported).toBe('waits\n')
  child.stdin?.end('slow\n')
  await new Promise((resolve) => child.once('close', resolve))
  expect(reported).toBe('waits\nslow\n')
})

test('waiting for a secret ends when it is interrupted', async () => {
  const fd = openSync(await namedPipe(), constants.O_RDWR)
  const { signal, waits, stop } = listenedTo()
  const reading = readSecretSource({ fd }, { what: 'Passphrase', signal })
  await waits()
  stop(new Error('stopped'))
  await expect(reading).rejects.toThrow('stopped')
  closeSync(fd)
})

/** A signal, and when somebody waits for it. */
function listenedTo() {
  const controller = new AbortController()
  const listening = vi.spyOn(controller.signal, 'addEventListener')
  return {
    signal: controller.signal,
    waits: async () => await expect.poll(() => listening.mock.calls.length).toBeGreaterThan(0),
    stop: (reason: Error) => controller.abort(reason),
  }
}

async function namedPipe(): Promise<string> {
  const pipe = join(await temporaryFolder(), 'pipe')
  await promisify(execFile)('mkfifo', [pipe])
  return pipe
}
