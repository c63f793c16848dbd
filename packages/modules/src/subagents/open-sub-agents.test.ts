import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { watch } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { discoverModules } from '../discover/discover-modules.ts'
import { type TemporarySpace, temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { type OpenSubAgentsOptions, type SubAgents, openSubAgents } from './open-sub-agents.ts'

const signal = new AbortController().signal

// Does what its input says, good and bad.
const actor = `
import { writeFileSync } from 'node:fs'
const whole = (text) => ({ documents: [{ id: '', title: 'T', text, blocks: [], authors: [] }], findings: [] })
const kept = []
export const plugin = {
  name: 'agent-actor', kind: 'sub-agent',
  setup: ({ config, dataDir }) => ({
    accepts: ({ name }) => !name.endsWith('.other'),
    async extract({ bytes, path }, { signal }) {
      const text = Buffer.from(bytes).toString()
      const at = (what) => writeFileSync(dataDir + '/' + what, '')
      if (text.startsWith('loop')) { at(text); for (;;) {} }
      if (text === 'heap') for (;;) kept.push(new Array(1e6).fill(kept.length))
      if (text === 'buffers') for (;;) kept.push(Buffer.alloc(20e6, 1))
      if (text === 'crash') process.exit(3)
      if (text.startsWith('SIG')) {
        const arrived = new Promise((resolve) => process.once(text, resolve))
        process.kill(process.pid, text)
        await arrived
      }
      if (text === 'coded') throw Object.assign(new Error('It is sad.'), { code: 'ACTOR_SAD', hint: 'Cheer it up.', details: {}, [Symbol.for('datacortex.CodedError')]: true })
      if (text === 'bug') return undefined.x
      if (text === 'shape') return { text }
      if (text.startsWith('wait')) {
        const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
        at(text)
        await aborted
        at('told')
      }
      if (text === 'print') { console.log('noise'); console.error('noise') }
      return whole(process.pid + ' ' + text + (config.suffix ?? ''))
    },
  }),
}`

const manifest = (name: string, accepts: string): string =>
  `manifest_version: 2\nname: ${name}\nversion: 1.0.0\ndescription: d\nprovides:\n  subagents:\n    a: {accepts: [${accepts}], description: d}\n`

const packageJson = (name: string): string =>
  JSON.stringify({ name, version: '1.0.0', type: 'module', exports: { '.': './index.js' } })

// Longer than any test may take.
const noLimitMs = 86_400_000

/** Where an extraction writes files that say how far it is. */
const dataDirectory = (): string => join(shared.paths.stateDirectory, 'modules', 'agent-actor')

const hasWritten = (file: string): boolean => existsSync(join(dataDirectory(), file))

/** Resolves when it writes the file; `expect.poll` would move a fake clock on. */
async function writes(file: string): Promise<void> {
  for await (const { filename } of watch(dataDirectory())) if (filename === file) return
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}

async function open(space: TemporarySpace, options: Partial<OpenSubAgentsOptions> = {}): Promise<SubAgents> {
  const bundledDirectory = await writeFiles(join(space.elsewhere, 'plugins'), {
    'agent-actor/module.yaml': manifest('agent-actor', 'text/plain, text/html'),
    'agent-actor/package.json': packageJson('agent-actor'),
    'agent-actor/index.js': actor,
    'agent-last/module.yaml': manifest('agent-last', 'text/plain, text/css, text/csv'),
    'agent-last/package.json': packageJson('agent-last'),
    'agent-last/index.js': actor.replaceAll('agent-actor', 'agent-last').replace("!name.endsWith('.other')", 'true'),
  })
  const { modules } = await discoverModules(space.paths, { bundledDirectory })
  return openSubAgents({ paths: space.paths, modules, timeoutMs: noLimitMs, memoryMb: 250, ...options })
}

// The start of a process is what all this costs: one goes on from test to test, until one of them ends it.
let shared: TemporarySpace
let one: SubAgents
beforeAll(async () => {
  shared = await temporarySpace()
  one = await open(shared, { processes: 1 })
})
afterAll(async () => {
  await one[Symbol.asyncDispose]()
  await shared[Symbol.asyncDispose]()
})

const input = (text: string, name = 'a.txt') => ({ contentType: 'text/plain', name, bytes: Buffer.from(text) })

const textOf = async (agents: SubAgents, text: string): Promise<string> =>
  (await agents.extract(input(text), { signal })).extraction.documents[0]?.text ?? ''

test('the one that takes the fewest kinds is asked first, and the next if it refuses', async () => {
  await using space = await temporarySpace()
  await using agents = await open(space, { settings: { 'agent-actor': { suffix: '!' } } })
  expect(agents.candidates('text/plain')).toEqual(['agent-actor', 'agent-last'])
  expect(await agents.extract(input('hello'), { signal })).toMatchObject({
    module: 'agent-actor',
    extraction: { documents: [{ text: expect.stringMatching(/hello!$/) }] },
  })
  expect(await agents.extract(input('hello', 'a.other'), { signal })).toMatchObject({ module: 'agent-last' })
  await expect(agents.extract({ ...input('x'), contentType: 'image/png' }, { signal })).rejects.toMatchObject({
    code: 'SUBAGENT_MISSING',
  })
  await expect(
    agents.extract({ ...input('x', 'a.other'), contentType: 'text/html' }, { signal }),
  ).rejects.toMatchObject({ code: 'SUBAGENT_MISSING', details: { tried: ['agent-actor'] } })
})

test('what the program reads itself an installed module is asked about only afterwards, or if the user wants it', async () => {
  await using space = await temporarySpace()
  await writeFiles(join(space.paths.modulesDirectory, 'outliner'), {
    'module.yaml': manifest('outliner', 'text/plain, text/x-tide'),
  })
  await using agents = await open(space)
  expect(agents.candidates('text/plain')).toEqual(['agent-actor', 'agent-last', 'outliner'])
  // What nobody else knows is its own.
  expect(agents.candidates('text/x-tide')).toEqual(['outliner'])
  await using wanted = await open(space, { readers: ['outliner', 'agent-last'] })
  expect(wanted.candidates('text/plain')).toEqual(['outliner', 'agent-last', 'agent-actor'])
})

test('a process is kept for the next input, and reads the file itself where it is told to', async () => {
  const directory = await writeFiles(join(shared.elsewhere, 'files'), { 'b.txt': 'from disk' })
  const [first, second] = [await textOf(one, 'print'), await textOf(one, 'two')]
  expect(first.split(' ')[0]).toBe(second.split(' ')[0])
  const read = { contentType: 'text/plain', name: 'b.txt', path: join(directory, 'b.txt'), bytes: 'read' } as const
  const { extraction } = await one.extract(read, { signal })
  expect(extraction.documents[0]?.text).toContain('from disk')
})

test.each([
  ['heap', 'EXTRACTION_MEMORY'],
  ['buffers', 'EXTRACTION_MEMORY'],
  ['crash', 'EXTRACTION_CRASHED'],
  ['coded', 'ACTOR_SAD'],
  ['bug', 'MODULE_CODE_FAILED'],
  ['shape', 'PLUGIN_ANSWER_INVALID'],
])('an extraction that ends with %s is a coded error, and the next one works', async (text, code) => {
  await expect(textOf(one, text)).rejects.toMatchObject({ code })
  expect(await textOf(one, 'after')).toContain('after')
})

test('an extraction that never yields is ended at the limit and not before, and the next one works', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const looping = textOf(one, 'loop to the limit').catch((error: unknown) => error)
  // A fake clock goes on by the interval at each look.
  await expect.poll(() => hasWritten('loop to the limit'), { interval: 0 }).toBe(true)
  vi.advanceTimersByTime(noLimitMs - 1)
  expect(vi.getTimerCount()).toBe(1)
  // The limit, and the kill after it.
  vi.advanceTimersByTime(1)
  vi.runAllTimers()
  expect(await looping).toMatchObject({ code: 'EXTRACTION_TIMEOUT', details: { timeoutMs: noLimitMs } })
  vi.useRealTimers()
  expect(await textOf(one, 'after')).toContain('after')
})

test.skipIf(process.platform === 'win32').each(['SIGHUP', 'SIGTERM', 'SIGINT'])(
  'what stops a whole group, such as a terminal, with %s leaves it to the parent whether an extraction goes on',
  async (name) => {
    expect(await textOf(one, name)).toContain(name)
  },
)

test('a process that can not be started is a coded error', async () => {
  await using space = await temporarySpace()
  const node = process.execPath
  await using agents = await open(space, { processes: 1 })
  process.execPath = join(space.elsewhere, 'no-such-node')
  try {
    await expect(textOf(agents, 'hello')).rejects.toMatchObject({ code: 'EXTRACTION_CRASHED' })
  } finally {
    process.execPath = node
  }
  expect(await textOf(agents, 'after')).toContain('after')
})

test('one that is aborted is told, and gone if it does not stop within a moment', async () => {
  onTestFinished(() => void vi.useRealTimers())
  for (const text of ['wait to be told', 'loop all the same']) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const controller = new AbortController()
    const given = one.extract(input(text), { signal: controller.signal }).catch((error: unknown) => error)
    await expect.poll(() => hasWritten(text), { interval: 0 }).toBe(true)
    const isReported = text.startsWith('wait') ? writes('told') : undefined
    controller.abort(new Error('given up'))
    await isReported
    vi.advanceTimersByTime(500)
    expect(await given).toMatchObject({ message: 'given up' })
    vi.useRealTimers()
  }
  expect(await textOf(one, 'after')).toContain('after')
})

test('several at once are no more than there are processes, and none is left behind', async () => {
  await using space = await temporarySpace()
  const agents = await open(space, { processes: 2 })
  const texts = await Promise.all(Array.from({ length: 12 }, (_, index) => textOf(agents, `input ${index}`)))
  const pids = new Set(texts.map((text) => Number(text.split(' ')[0])))
  expect(pids.size).toBeLessThanOrEqual(2)
  expect(texts.map((text) => text.replace(/^\d+ /, ''))).toEqual(texts.map((_, index) => `input ${index}`))
  await agents[Symbol.asyncDispose]()
  expect([...pids].filter(isRunning)).toEqual([])
})

test('anyone who gives up while waiting for a process is let go at once, and takes no turn of another', async () => {
  const first = new AbortController()
  const running = one.extract(input('wait'), { signal: first.signal }).catch((error: unknown) => error)
  const second = new AbortController()
  const waiting = one.extract(input('b'), { signal: second.signal })
  const third = textOf(one, 'c')
  second.abort(new Error('stop'))
  // The first one is at it still.
  await expect(waiting).rejects.toThrow('stop')
  first.abort()
  await running
  expect(await third).toMatch(/ c$/)
})

test('an extraction that loops ends when its parent is killed', async () => {
  await using space = await temporarySpace()
  const directory = await writeFiles(join(space.elsewhere, 'orphan'), {
    'parent.mjs': `
import { fork, spawnSync } from 'node:child_process'
const child = fork(process.argv[2], [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
child.on('message', () => process.send(child.pid))`,
    'child.mjs': `
import { Worker } from 'node:worker_threads'
new Worker(new URL('watch.mjs', import.meta.url), { workerData: 4000 }).once('message', () => {
  process.send('looping', () => { for (;;) {} })
})`,
    'watch.mjs': `
import { parentPort } from 'node:worker_threads'
await import(process.env.WATCH)
parentPort.postMessage('watches')`,
  })
  const watch = new URL('memory-watch.ts', import.meta.url).href
  const parent = fork(join(directory, 'parent.mjs'), [join(directory, 'child.mjs')], {
    env: { ...process.env, WATCH: watch },
    execArgv: [],
  })
  const [pid] = await once(parent, 'message')
  parent.kill('SIGKILL')
  // Gone already, unless it is not watched.
  onTestFinished(() => void spawnSync('kill', ['-9', String(pid)], { stdio: 'ignore' }))
  await expect.poll(() => isRunning(Number(pid))).toBe(false)
})
