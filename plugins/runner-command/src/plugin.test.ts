import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CodedError } from '@datacortex/errors'
import { startPlugin, testManifest, testRunnerPlugin } from '@datacortex/testkit'
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

/** A command that runs a script, as settings would name it. */
function node(script: string): readonly string[] {
  return [process.execPath, '--input-type=module', '-e', script]
}

/** Keeps a program alive. */
const forever = 'setInterval(() => {}, 2 ** 30)'

function started(settings: Readonly<Record<string, unknown>>, secrets: Readonly<Record<string, string>> = {}) {
  return startPlugin(plugin, { directory, settings, secrets })
}

testManifest(directory)
testRunnerPlugin(plugin, {
  directory,
  secrets: { MODEL_KEY: 'planted-secret-value' },
  echoes: { command: ['cat'] },
  hangs: { command: node(`process.stdin.resume(); console.log('waiting'); ${forever}`) },
  begun: (output) => output !== '',
  fails: {
    command: node('console.error("bad key " + process.env.MODEL_KEY); process.exit(3)'),
    env: ['MODEL_KEY'],
  },
})

test('what a failing program said is in the error, without secrets and control characters', async () => {
  const script = 'console.error("\\u001b[31mbad key " + process.env.MODEL_KEY); process.exit(3)'
  await using runner = await started({ command: node(script), env: ['MODEL_KEY'] }, { MODEL_KEY: 'planted-secret' })
  await expect(runner.run(task, { signal: never })).rejects.toMatchObject({
    code: 'RUNNER_COMMAND_FAILED',
    message: `The program ${process.execPath} ended with 3. It said: bad key ***`,
    details: { status: 3 },
  })
})

test('arguments that are too long', async () => {
  await using runner = await started({ command: ['echo', 'x'.repeat(5_000_000)] })
  await expect(runner.run(task, { signal: never })).rejects.toMatchObject({ code: 'RUNNER_COMMAND_NOT_STARTED' })
})

test('a secret is neither in the answer nor in what is told meanwhile, also if it comes in two pieces', async () => {
  const folder = await temporaryFolder()
  // The first piece was told when the second is written: its own words are asked for.
  const script = `import { existsSync, watch } from 'node:fs'
    const key = process.env.MODEL_KEY
    const watcher = watch('.', goOn)
    let isWritten = false
    process.stdout.write('the key ' + key.slice(0, 6), goOn)
    function goOn() {
      if (isWritten || !existsSync('go-on')) return
      isWritten = true
      watcher.close()
      process.stdout.write(key.slice(6) + ' is mine, plan')
    }`
  await using runner = await started({ command: node(script), env: ['MODEL_KEY'] }, { MODEL_KEY: 'planted-secret' })
  let output = ''
  const onOutput = (chunk: string): void => {
    output += chunk
    writeFileSync(join(folder, 'go-on'), '')
  }
  const { text } = await runner.run({ ...task, directory: folder }, { signal: never, onOutput })
  expect([text, output]).toEqual(['the key *** is mine, plan', 'the key *** is mine, plan'])
})

test('the beginning of a secret that the limit cut is neither in the answer nor in what is told meanwhile', async () => {
  const script = 'process.stdout.write(`the key is: ${process.env.MODEL_KEY} and more`)'
  const settings = { command: node(script), env: ['MODEL_KEY'], max_output_bytes: 30 }
  await using runner = await started(settings, { MODEL_KEY: 'sk-secret-value-1234567' })
  let output = ''
  const { text } = await runner.run(task, { signal: never, onOutput: (chunk) => void (output += chunk) })
  expect([text, output]).toEqual(['the key is: ***', 'the key is: ***'])
})

test.each(['sk-secret-value-1234567', 'sk-secret-value-äöüäöü'])(
  'the end of the secret %s that the limit of stderr cut is not in the error',
  async (key) => {
    const script = 'process.stderr.write(`key: ${process.env.MODEL_KEY}${"y".repeat(1991)}`); process.exitCode = 1'
    await using runner = await started({ command: node(script), env: ['MODEL_KEY'] }, { MODEL_KEY: key })
    const error: unknown = await runner.run(task, { signal: never }).catch((error: unknown) => error)
    expect(String(error)).toMatch(/It said: \*\*\*y{1991}$/)
  },
)

test.each([
  [['no-such-program-anywhere'], 'RUNNER_COMMAND_NOT_STARTED', false],
  [[directory], 'RUNNER_COMMAND_NOT_STARTED', false],
  [[`${process.execPath}/x`], 'RUNNER_COMMAND_NOT_STARTED', false],
  [node('process.exit(75)'), 'RUNNER_COMMAND_FAILED', true],
  [node('process.kill(process.pid, "SIGSEGV")'), 'RUNNER_COMMAND_FAILED', undefined],
])('%j fails with %s, transient: %s', async (command, code, transient) => {
  await using runner = await started({ command })
  const error: unknown = await runner.run(task, { signal: never }).catch((error: unknown) => error)
  expect(error).toMatchObject({ code })
  expect(CodedError.is(error) ? error.details['transient'] : 'not coded').toBe(transient)
})

test('a program that reads no input, and one that gets a large one', async () => {
  await using silent = await started({ command: node('console.log("done")') })
  const large = { ...task, prompt: 'x'.repeat(2_000_000) }
  expect((await silent.run(large, { signal: never })).text).toBe('done\n')
  const count = 'let n = 0; for await (const chunk of process.stdin) n += chunk.length; console.log(n)'
  await using reading = await started({ command: node(count) })
  expect((await reading.run(large, { signal: never })).text).toBe('2000000\n')
})

test('only ordinary and named variables are passed, what is missing is told', async () => {
  vi.stubEnv('SURELY_PRIVATE', 'leak')
  const script =
    'console.log(JSON.stringify([process.env.SURELY_PRIVATE ?? null, process.env.GREETING, !!process.env.PATH]))'
  await using runner = await started({ command: node(script), env: ['GREETING', 'ABSENT'] }, { GREETING: 'hello' })
  expect(await runner.run(task, { signal: never })).toEqual({
    text: '[null,"hello",true]\n',
    remarks: ['ABSENT is not set, so the program ran without it.'],
  })
})

test('it knows which run it is, and who started it', async () => {
  await using runner = await started({
    command: node('console.log(process.env.DATACORTEX_EXECUTION, process.env.DATACORTEX_CHAIN)'),
  })
  expect((await runner.run(task, { signal: never })).text).toBe('exec-1 boss,writer\n')
  const disguised = { ...task, run: { id: 'exec-1', chain: ['writer,boss'] } }
  expect((await runner.run(disguised, { signal: never })).text).toBe('exec-1 writer%2Cboss\n')
})

test('an agent with an identity knows its sender id, and one without has none', async () => {
  const command = node('console.log(process.env.ACAS_SENDER_ID)')
  await using runner = await started({ command })
  const known = { ...task, run: { ...task.run, sender: '42' } }
  expect((await runner.run(known, { signal: never })).text).toBe('42\n')
  expect((await runner.run(task, { signal: never })).text).toBe('undefined\n')
})

test('it knows the client for whom it runs, and only that one', async () => {
  vi.stubEnv('DATACORTEX_CLIENT', 'client of another run')
  await using runner = await started({ command: node('console.log(process.env.DATACORTEX_CLIENT)') })
  expect((await runner.run(task, { signal: never })).text).toBe('undefined\n')
  const asked = { ...task, run: { ...task.run, client: 'client ann/3f2a91c0' } }
  expect((await runner.run(asked, { signal: never })).text).toBe('client ann/3f2a91c0\n')
})

test('it works in the folder of the space', async () => {
  await using runner = await started({ command: node('console.log(process.cwd() + "/")') })
  expect((await runner.run(task, { signal: never })).text.trim()).toBe(directory)
})

test('output without end is read up to the limit, and takes no memory', async () => {
  const flood = `const block = 'x'.repeat(1_000_000)
    for (;;) if (!process.stdout.write(block)) await new Promise((go) => process.stdout.once('drain', go))`
  await using runner = await started({ command: node(flood), max_output_bytes: 3_000_000 })
  const before = process.memoryUsage().rss
  let most = 0
  let streamed = 0
  const result = await runner.run(task, {
    signal: never,
    onOutput: (chunk) => {
      streamed += chunk.length
      most = Math.max(most, process.memoryUsage().rss)
    },
  })
  expect([result.text.length, streamed, result.status]).toEqual([3_000_000, 3_000_000, 'partial'])
  expect(result.remarks).toEqual(['It wrote more than 3000000 bytes and was stopped: the rest is lost.'])
  expect(most - before).toBeLessThan(150_000_000)
})

test('a flood on stderr is bounded, its end is what is told', async () => {
  const flood = `for (let i = 0; i < 5; i++) process.stderr.write('y'.repeat(1_000_000)); process.stderr.write('the reason'); process.exitCode = 1`
  await using runner = await started({ command: node(flood) })
  const error: unknown = await runner.run(task, { signal: never }).catch((error: unknown) => error)
  expect(String(error)).toMatch(/the reason$/)
  expect(String(error).length).toBeLessThan(2300)
})

test('what a program that failed said on stdout is told where stderr is empty', async () => {
  const said = `process.stdout.write('x'.repeat(5000) + ' rate_limit exceeded, try later'); process.exitCode = 1`
  await using runner = await started({ command: node(said) })
  const error: unknown = await runner.run(task, { signal: never }).catch((error: unknown) => error)
  expect(String(error)).toMatch(/x rate_limit exceeded, try later$/)
  expect(String(error).length).toBeLessThan(2300)
})

test('characters that chunks and the limit cut are whole or left out', async () => {
  await using runner = await started({ command: node('process.stdout.write("ä🤗".repeat(30000))') })
  let streamed = ''
  const { text } = await runner.run(task, { signal: never, onOutput: (chunk) => void (streamed += chunk) })
  expect([text, streamed]).toEqual(['ä🤗'.repeat(30000), 'ä🤗'.repeat(30000)])
  await using cut = await started({ command: node('process.stdout.write("🤗🤗")'), max_output_bytes: 6 })
  expect((await cut.run(task, { signal: never })).text).toBe('🤗')
})

const family = `import { spawn } from 'node:child_process'
  const stubborn = 'process.on("SIGTERM", () => {}); process.send("ready"); process.disconnect(); ${forever}'
  const child = spawn(process.execPath, ['-e', stubborn], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  await new Promise((go) => child.once('message', go))
  console.log(process.pid + ' ' + child.pid)`

test.each([
  ['a program that ends by itself', family + '; process.exit(0)', false],
  ['a program that is stopped', `${family}; ${forever}`, true],
  ['one that ignores the polite signal', `process.on('SIGTERM', () => {}); ${family}; ${forever}`, true],
])('%s leaves no child behind', async (_name, script, isStopped) => {
  await using runner = await started({ command: node(script), kill_after_ms: 200 })
  const controller = new AbortController()
  let output = ''
  const onOutput = (chunk: string): void => {
    output += chunk
    if (isStopped) controller.abort(new Error('stopped by the test'))
  }
  const run = runner.run(task, { signal: controller.signal, onOutput })
  const ended = await run.then(
    () => 'by itself',
    (error: unknown) => String(error),
  )
  expect(ended).toBe(isStopped ? 'Error: stopped by the test' : 'by itself')
  const pids = output.trim().split(' ').map(Number)
  expect(pids).toHaveLength(2)
  await expect.poll(() => pids.filter(isRunning)).toEqual([])
})

test('a program that ignores the polite signal does not outlive this process', async () => {
  const stubborn = "process.on('SIGTERM', () => {}); console.log(process.pid); setInterval(() => {}, 2 ** 30)"
  // As after a second Ctrl-C, which waits for nothing.
  const script = `import { runCommand } from './src/run-command.ts'
    import { hideSecrets } from '@datacortex/plugin'
    const controller = new AbortController()
    const onOutput = (text) => {
      process.stdout.write(text)
      controller.abort()
      process.exit(130)
    }
    await runCommand([process.execPath, '-e', ${JSON.stringify(stubborn)}], {
      environment: {}, directory: '.', prompt: '', max_output_bytes: 1000, kill_after_ms: 60_000,
      signal: controller.signal, onOutput, hide: hideSecrets([]),
    })`
  const flags = ['--conditions=@datacortex/source', '--input-type=module', '-e', script]
  const parent = spawnSync(process.execPath, flags, { cwd: directory, encoding: 'utf8' })
  expect([parent.status, parent.stderr]).toEqual([130, ''])
  await expect.poll(() => isRunning(Number(parent.stdout))).toBe(false)
})

test.each([
  [{}, 'command'],
  [{ command: [] }, 'command'],
  [{ command: 'claude -p' }, 'must be a list of the program and its words'],
  [{ command: ['a\0b'] }, 'command'],
  [{ command: ['a'], env: ['KEY=value'] }, 'env'],
  [{ command: ['a'], max_output_bytes: 0 }, 'max_output_bytes'],
  [{ command: ['a'], shell: true }, 'shell'],
])('the settings %j are refused', async (settings, place) => {
  await expect(started(settings)).rejects.toThrow(place)
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'datacortex-command-'))
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  return folder
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // One that ended and that nobody has asked about is listed, too.
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
