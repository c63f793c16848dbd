import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPlugin } from '@datacortex/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const never = new AbortController().signal

const task = {
  agent: { id: 'writer', name: 'Writer', prompt: 'Write.' },
  task: 'a task',
  request: 'a task',
  prompt: 'Write.\n\na task',
  directory,
  run: { id: 'exec-1', chain: ['boss', 'writer'] },
}

function started(settings: Readonly<Record<string, unknown>>) {
  return startPlugin(plugin, { directory, settings })
}

/** Polls move a clock that stands by their interval. */
const atOnce = { interval: 0 }

/** A clock of timers that stands, and a way to see that a program has ended whose outputs are still open. */
function heldTimers(): { readonly drained: () => Promise<void>; readonly pass: (ms: number) => void } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  // One for silence, one for all that still comes.
  const drained = async (): Promise<void> => await expect.poll(() => vi.getTimerCount(), atOnce).toBe(2)
  return { drained, pass: (ms) => void vi.advanceTimersByTime(ms) }
}

// It says each line that it reads from a named pipe, which it holds open all the time.
const relay = 'mkfifo lines; (while read line; do echo "$line"; [ "$line" = end ] && break; done <> lines) & echo done'

test('what a program left running says after it, slower than one breath, is part of the answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'datacortex-command-'))
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  await using runner = await started({ command: ['bash', '-c', relay] })
  const { drained, pass } = heldTimers()
  let output = ''
  const onOutput = (chunk: string): void => void (output += chunk)
  const run = runner.run({ ...task, directory: folder }, { signal: never, onOutput })
  await drained()
  for (const line of ['one', 'two', 'three', 'end']) {
    pass(900)
    await appendFile(join(folder, 'lines'), `${line}\n`)
    await expect.poll(() => output, atOnce).toContain(`\n${line}\n`)
  }
  expect(await run).toEqual({ text: 'done\none\ntwo\nthree\nend\n', remarks: [] })
})

// It has let go of its stdout before the program ends.
const onlyStderr =
  'f=$(mktemp -u); (exec > /dev/null; : > "$f"; exec sleep 1000000) & until [ -e "$f" ]; do :; done; rm "$f"; echo done'

test.each([
  ['stdout', 'sleep 1000000 & echo done', 'partial'],
  ['stderr alone', onlyStderr, undefined],
])('something silent that holds %s open is not waited for', async (_name, script, status) => {
  await using runner = await started({ command: ['bash', '-c', script] })
  const { drained, pass } = heldTimers()
  let output = ''
  const run = runner.run(task, { signal: never, onOutput: (chunk) => void (output += chunk) })
  await drained()
  await expect.poll(() => output, atOnce).toBe('done\n')
  // The end of an output that nobody holds comes before what begins now.
  await once(spawn('true'), 'exit')
  pass(1000)
  const result = await run
  expect([result.text, result.status]).toEqual(['done\n', status])
  const remark =
    'It ended, but something that it left running still had its output open and was stopped: more may have been to come.'
  expect(result.remarks).toEqual(status === undefined ? [] : [remark])
})

test('something that goes on talking after its program is not listened to once nobody waits any more', async () => {
  await using runner = await started({ command: ['bash', '-c', '(while :; do echo x; sleep 0.05; done) & echo done'] })
  const { drained, pass } = heldTimers()
  const controller = new AbortController()
  let output = ''
  const run = runner.run(task, { signal: controller.signal, onOutput: (chunk) => void (output += chunk) })
  const ended = run.catch((error: unknown) => error)
  await drained()
  // As long as somebody waits, each word gives it another breath.
  for (let breath = 0; breath < 3; breath += 1) {
    pass(900)
    const before = output.length
    await expect.poll(() => output.length, atOnce).toBeGreaterThan(before)
  }
  controller.abort(new DOMException('The time is over.', 'TimeoutError'))
  pass(1000)
  expect(await ended).toMatchObject({ name: 'TimeoutError' })
})
