import { type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

// A process that tells how it was stopped and of each hang-up, and ends when it is told to.
const program = `import { onStopSignals } from ${JSON.stringify(new URL('stop-signals.ts', import.meta.url).href)}
onStopSignals((status) => {
  console.log(status)
  process.exitCode = status
})
process.on('SIGHUP', () => console.log('hung up'))
process.on('disconnect', () => console.log('ended'))
console.log('ready')`

type Standard = 'ignore' | 'pipe' | number

async function started({
  cwd = tmpdir(),
  stdin = 'ignore',
  out = 'pipe',
}: Partial<Record<'stdin' | 'out', Standard>> & { cwd?: string } = {}) {
  const stdio: StdioOptions = [stdin, out, out, 'ipc']
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd, stdio })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  const file = join(cwd, 'nohup.out')
  const said = async (): Promise<string> => (child.stdout === null ? await readFile(file, 'utf8') : text)
  const says = async (expected: string): Promise<void> => await expect.poll(said).toBe(expected)
  await says('ready\n')
  return { child, ended, says }
}

describe.skipIf(process.platform === 'win32')('signals', () => {
  test('a hang-up, also told twice, leaves time for a clean end', async () => {
    const { child, ended, says } = await started()
    child.kill('SIGHUP')
    await says('ready\n129\nhung up\n')
    child.kill('SIGHUP')
    await says('ready\n129\nhung up\nhung up\n')
    child.disconnect()
    expect(await ended).toEqual([129, null])
    await says('ready\n129\nhung up\nhung up\nended\n')
  })

  test.each([
    ['SIGINT', 'SIGINT', '130\n', 130],
    ['SIGTERM', 'SIGINT', '130\n', 130],
    ['SIGHUP', 'SIGTERM', '129\nhung up\n', 129],
  ] as const)('%s and then %s ends at once', async (first, second, reported, status) => {
    const { child, ended, says } = await started()
    child.kill(first)
    await says(`ready\n${reported}`)
    child.kill(second)
    expect(await ended).toEqual([status, null])
    await says(`ready\n${reported}`)
  })

  test('after a hang-up nohup keeps it running: with a stdin that can not be read', async () => {
    const deaf = await open('/dev/null', constants.O_WRONLY)
    onTestFinished(() => deaf.close())
    expect(await endAfterHangUp(await started({ stdin: deaf.fd }))).toEqual([130, null])
  })

  test('after a hang-up nohup keeps it running: with its file as stdout', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'nohup-'))
    onTestFinished(() => rm(cwd, { recursive: true, force: true }))
    const out = await open(join(cwd, 'nohup.out'), 'a')
    onTestFinished(() => out.close())
    expect(await endAfterHangUp(await started({ cwd, out: out.fd }))).toEqual([130, null])
  })
})

/** Hangs up in vain, stops it, and tells how it ended. */
async function endAfterHangUp({ child, ended, says }: Awaited<ReturnType<typeof started>>): Promise<unknown> {
  child.kill('SIGHUP')
  await says('ready\nhung up\n')
  child.kill('SIGTERM')
  await says('ready\nhung up\n130\n')
  child.disconnect()
  const status: unknown = await ended
  await says('ready\nhung up\n130\nended\n')
  return status
}
