import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'

const file = new URL('watch-main-thread.ts', import.meta.url).href

// Ten times as often as usual: until it is seen, what never yields takes all of a core.
const tickMs = 25

/** A process that is watched and listens for signals, and then does what the test says. */
function watched(options: object, code: string) {
  const program = `
import { writeSync } from 'node:fs'
import { watchMainThread } from ${JSON.stringify(file)}
const say = (text) => writeSync(1, text + '\\n')
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { say('heard ' + signal); process.exit(7) })
const isStuck = new Int32Array(new SharedArrayBuffer(4))
say('begins')
watchMainThread({ ...${JSON.stringify({ tickMs, ...options })}, onStuck: () => { Atomics.store(isStuck, 0, 1); say('stuck') } })
${code}`
  const args = ['--conditions=@datacortex/source', '--input-type=module', '--eval', program]
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'close')
  const hears = async (text: RegExp): Promise<void> => await expect.poll(() => said).toMatch(text)
  return { child, ended, hears, said: () => said }
}

const staysAlive = 'setInterval(() => {}, 2 ** 30)\n'

describe.skipIf(process.platform === 'win32')('code that never yields', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it, though no handler has a turn', async (signal) => {
    // After the first tick: at a slow start it may have been told already.
    const code = `${staysAlive}let ticks = 0
setInterval(() => { if (++ticks < 2) return; say('loops'); for (;;) {} }, ${tickMs})`
    const { child, ended, hears, said } = watched({ letGoMs: 1, tellMs: 1 }, code)
    await hears(/loops\nstuck\n/)
    child.kill(signal)
    expect(await ended).toEqual([null, signal])
    expect(said()).not.toContain('heard')
  })

  test.each([
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
    'for (;;) await undefined',
    `;/^(a+)+$/.test('a'.repeat(60) + 'b')`,
  ])('also from the start, and in %s', async (code) => {
    const { child, ended, hears } = watched({ letGoMs: 1, tellMs: 1 }, `${staysAlive}${code}`)
    await hears(/begins\nstuck\n/)
    child.kill('SIGINT')
    expect(await ended).toEqual([null, 'SIGINT'])
  })

  test('it is broken off at the limit: timers have their turn again, and what was to be cleaned up is', async () => {
    const { ended, said } = watched(
      { letGoMs: 50, tellMs: 50, breakOffMs: 250 },
      `${staysAlive}
const work = async () => { await undefined; for (;;) {} }
setImmediate(async () => {
  const late = new Promise((_, reject) => setInterval(() => reject(new Error('late'))))
  try { await Promise.race([late, work()]) } catch (error) { say(error.message) }
  setImmediate(() => process.exit(3))
})`,
    )
    expect(await ended).toEqual([3, null])
    expect(said()).toMatch(/stuck\nlate\n/)
  })

  test('anyone who was only busy has its handlers again, and who gets busy again is told again', async () => {
    const { child, ended, hears } = watched(
      { letGoMs: 500, tellMs: 500 },
      `const busy = () => { while (Atomics.load(isStuck, 0) === 0); Atomics.store(isStuck, 0, 0) }
let times = 0
busy()
setInterval(() => {
  if (process.listenerCount('SIGTERM') === 0) return
  times += 1
  if (times === 1) busy()
  else if (times === 2) say('idle')
})`,
    )
    await hears(/stuck\nstuck\nidle\n/)
    child.kill('SIGTERM')
    await hears(/heard SIGTERM/)
    expect(await ended).toEqual([7, null])
  })

  test('nobody is kept alive by being watched', async () => {
    const { ended, said } = watched({}, `say('done')`)
    expect([await ended, said()]).toEqual([[0, null], 'begins\ndone\n'])
  })
})
