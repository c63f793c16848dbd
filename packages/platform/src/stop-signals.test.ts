import type { StdioOptions } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'

// A process that tells how it was stopped, and ends a moment later by itself.
const program = `import { onStopSignals } from ${JSON.stringify(fileURLToPath(new URL('stop-signals.ts', import.meta.url)))}
const waiting = setTimeout(() => {}, 60_000)
onStopSignals((status) => {
  console.log(status)
  process.exitCode = status
  clearTimeout(waiting)
  setTimeout(() => console.log('ended'), 500)
})
console.log('ready')`

async function started({ cwd = tmpdir(), stdio = 'pipe' }: { cwd?: string; stdio?: StdioOptions } = {}) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd, stdio })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close')
  const said = child.stdout === null ? undefined : text(child.stdout)
  if (child.stdout !== null) await once(child.stdout, 'data')
  return { child, ended, said }
}

describe.skipIf(process.platform === 'win32')('signals', () => {
  test('a hang-up, also told twice, leaves time for a clean end', async () => {
    const { child, ended, said } = await started()
    child.kill('SIGHUP')
    await once(child.stdout ?? child, 'data')
    child.kill('SIGHUP')
    expect([await ended, await said]).toEqual([[129, null], 'ready\n129\nended\n'])
  })

  test.each([
    ['SIGINT', 'SIGINT', 130],
    ['SIGTERM', 'SIGINT', 130],
    ['SIGHUP', 'SIGTERM', 129],
  ] as const)('%s and then %s ends at once', async (first, second, status) => {
    const { child, ended, said } = await started()
    child.kill(first)
    await once(child.stdout ?? child, 'data')
    child.kill(second)
    expect([await ended, await said]).toEqual([[status, null], `ready\n${status}\n`])
  })

  test('after a hang-up nohup keeps it running: with a stdin that can not be read', async () => {
    const deaf = await open('/dev/null', constants.O_WRONLY)
    onTestFinished(() => deaf.close())
    const { child, ended, said } = await started({ stdio: [deaf.fd, 'pipe', 'pipe'] })
    child.kill('SIGHUP')
    child.kill('SIGTERM')
    expect([await ended, await said]).toEqual([[130, null], 'ready\n130\nended\n'])
  })

  test('after a hang-up nohup keeps it running: with its file as stdout', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'nohup-'))
    onTestFinished(() => rm(cwd, { recursive: true, force: true }))
    const file = join(cwd, 'nohup.out')
    const out = await open(file, 'a')
    onTestFinished(() => out.close())
    const { child, ended } = await started({ cwd, stdio: ['ignore', out.fd, out.fd] })
    await expect.poll(() => readFile(file, 'utf8'), { timeout: 20_000 }).toBe('ready\n')
    child.kill('SIGHUP')
    child.kill('SIGTERM')
    expect([await ended, await readFile(file, 'utf8')]).toEqual([[130, null], 'ready\n130\nended\n'])
  })
})
