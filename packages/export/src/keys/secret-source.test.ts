import { execFile } from 'node:child_process'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../publish/__fixtures__/temporary-folder.ts'
import { readSecretSource } from './secret-source.ts'

const secretSource = new URL('secret-source.ts', import.meta.url).href

test('a secret from a pipe whose writer is slow is waited for, whether reads of it block or not', async () => {
  for (const flag of [constants.O_RDONLY | constants.O_NONBLOCK, constants.O_RDWR]) {
    const pipe = await namedPipe()
    const fd = openSync(pipe, flag)
    const reading = readSecretSource({ fd }, { what: 'Passphrase' })
    const writer = openSync(pipe, 'w')
    await sleep(300)
    writeSync(writer, flag === constants.O_RDWR ? `slow\n${'x'.repeat(5000)}` : 'slow\n')
    closeSync(writer)
    expect(await reading).toBe('slow')
    closeSync(fd)
  }
})

test('stdin as the source of a secret may be slow', async () => {
  const script = `process.stdin.isTTY; const { readSecretSource } = await import(${JSON.stringify(secretSource)})
    console.log(await readSecretSource({ fd: 0 }, { what: 'Passphrase' }))`
  const child = execFile(process.execPath, ['--conditions=@datacortex/source', '--input-type=module', '-e', script])
  let told = ''
  child.stdout?.on('data', (chunk: string) => (told += chunk))
  child.stderr?.on('data', (chunk: string) => (told += chunk))
  await sleep(700)
  child.stdin?.end('slow\n')
  await new Promise((resolve) => child.once('close', resolve))
  expect(told).toBe('slow\n')
})

test('waiting for a secret ends when it is interrupted', async () => {
  const fd = openSync(await namedPipe(), constants.O_RDWR)
  const controller = new AbortController()
  const reading = readSecretSource({ fd }, { what: 'Passphrase', signal: controller.signal })
  setTimeout(() => controller.abort(new Error('stopped')), 100)
  await expect(reading).rejects.toThrow('stopped')
  closeSync(fd)
}, 5000)

async function namedPipe(): Promise<string> {
  const pipe = join(await temporaryFolder(), 'pipe')
  await promisify(execFile)('mkfifo', [pipe])
  return pipe
}
