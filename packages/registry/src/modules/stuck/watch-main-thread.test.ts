import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'

const file = fileURLToPath(new URL('watch-main-thread.ts', import.meta.url))

/** A process that is watched and listens for signals, and then does what the test says. */
function watched(options: object, code: string) {
  const program = `
import { writeSync } from 'node:fs'
import { watchMainThread } from ${JSON.stringify(file)}
const say = (text) => writeSync(1, text + '\\n')
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { say('heard ' + signal); process.exit(7) })
watchMainThread({ ...${JSON.stringify(options)}, onStuck: () => say('stuck') })
setTimeout(() => {}, 60_000)
say('ready')
${code}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd: tmpdir() })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'close')
  const hears = async (text: string): Promise<void> =>
    await expect.poll(() => said, { timeout: 20_000, interval: 20 }).toContain(text)
  return { child, ended, hears, said: () => said }
}

describe.skipIf(process.platform === 'win32')('code that never yields', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it, though no handler has a turn', async (signal) => {
    const { child, ended, hears, said } = watched({ letGoMs: 500, tellMs: 1000 }, 'setTimeout(() => { for (;;) {} })')
    await hears('stuck')
    child.kill(signal)
    expect([await ended, said()]).toEqual([[null, signal], 'ready\nstuck\n'])
  })

  test.each([
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
    'for (;;) await undefined',
    `;/^(a+)+$/.test('a'.repeat(60) + 'b')`,
  ])('also from the start, and in %s', async (code) => {
    const { child, ended, hears } = watched({ letGoMs: 500, tellMs: 1000 }, code)
    await hears('stuck')
    child.kill('SIGINT')
    expect(await ended).toEqual([null, 'SIGINT'])
  })

  test('it is broken off at the limit: timers have their turn again, and what was to be cleaned up is', async () => {
    const { ended, hears, said } = watched(
      { letGoMs: 500, tellMs: 500, breakOffMs: 1500 },
      `const late = new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 1000))
const work = async () => { await undefined; for (;;) {} }
setImmediate(async () => {
  try { await Promise.race([late, work()]) } catch (error) { say(error.message) }
  setTimeout(() => process.exit(3), 1000)
})`,
    )
    await hears('late')
    expect([await ended, said()]).toEqual([[3, null], 'ready\nstuck\nlate\n'])
  })

  test('whoever was only busy has its handlers again', async () => {
    const { child, ended, hears } = watched(
      { letGoMs: 500, tellMs: 500 },
      `setTimeout(() => { const end = Date.now() + 2000; while (Date.now() < end); setTimeout(() => say('idle'), 1000) })`,
    )
    await hears('stuck')
    await hears('idle')
    child.kill('SIGTERM')
    await hears('heard SIGTERM')
    expect(await ended).toEqual([7, null])
  })

  test('nothing is told of who yields, and nobody is kept alive', async () => {
    const { ended, said } = watched(
      { letGoMs: 500, tellMs: 500, breakOffMs: 500 },
      `setTimeout(() => process.exit(0), 2000)`,
    )
    expect([await ended, said()]).toEqual([[0, null], 'ready\n'])
  })
})
