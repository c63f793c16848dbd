import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { registryOf } from '../__fixtures__/registry-of.ts'
import { temporarySpace } from './__fixtures__/temporary-space.ts'
import { confirmRouting, forgetRouting } from './confirm-routing.ts'
import { learnedUtterances } from './learned-utterances.ts'
import { readRoutings, routingLimit } from './read-routings.ts'
import { routingsFile } from './routings-file.ts'
import { taskKey } from './task-key.ts'

const now = (): Date => new Date('2026-01-02T03:04:05Z')

test('a confirmed routing is read again, once, without its tags', async () => {
  const paths = await temporarySpace()
  expect(await readRoutings(paths)).toEqual({ routings: [], lines: 0, findings: [] })
  expect(await confirmRouting(paths, { task: '* TODO Fix the build :AI:', agent: 'doctor' }, { now })).toBe('added')
  expect(await confirmRouting(paths, { task: ' fix  the BUILD.', agent: 'doctor' }, { now })).toBe('unchanged')
  expect(await readRoutings(paths)).toEqual({
    routings: [
      { key: taskKey('Fix the build'), task: 'Fix the build', agent: 'doctor', at: '2026-01-02T03:04:05.000Z' },
    ],
    lines: 1,
    findings: [],
  })
})

test('a dry run checks what the real one would, and writes nothing', async () => {
  const paths = await temporarySpace()
  const dry = { now, dryRun: true }
  expect(await confirmRouting(paths, { task: 'Fix the build', agent: 'doctor' }, dry)).toBe('planned')
  await expect(confirmRouting(paths, { task: ':AI:two:', agent: 'doctor' }, dry)).rejects.toMatchObject({
    code: 'ROUTER_TASK_EMPTY',
  })
  expect(await readRoutings(paths)).toEqual({ routings: [], lines: 0, findings: [] })
})

test('the last word counts', async () => {
  const paths = await temporarySpace()
  for (const agent of ['a', 'b', 'a', 'c']) await confirmRouting(paths, { task: 'Fix it', agent })
  const { routings, lines } = await readRoutings(paths)
  expect([routings.map(({ agent }) => agent), lines]).toEqual([['c'], 4])
})

test('what was confirmed is taken back by a line of its own, and may be confirmed again', async () => {
  const paths = await temporarySpace()
  expect(await forgetRouting(paths, 'Fix it')).toBeUndefined()
  await expect(readFile(routingsFile(paths))).rejects.toThrow('ENOENT')
  for (const task of ['Fix it', 'Leave it']) await confirmRouting(paths, { task, agent: 'a' }, { now })
  const known = { key: taskKey('Fix it'), task: 'Fix it', agent: 'a', at: now().toISOString() }
  expect(await forgetRouting(paths, '- [ ] fix  IT. :AI:', { dryRun: true })).toEqual(known)
  expect((await readRoutings(paths)).lines).toBe(2)
  expect(await forgetRouting(paths, '- [ ] fix  IT. :AI:', { now })).toEqual(known)
  expect((await readFile(routingsFile(paths), 'utf8')).split('\n').at(-2)).toBe(
    JSON.stringify({ ...known, agent: null }),
  )
  expect(await readRoutings(paths)).toMatchObject({ routings: [{ task: 'Leave it' }], lines: 3, findings: [] })
  for (const task of ['Fix it', ':AI:', '']) expect(await forgetRouting(paths, task)).toBeUndefined()
  expect(await confirmRouting(paths, { task: 'Fix it', agent: 'a' })).toBe('added')
  expect((await readRoutings(paths)).routings.map(({ task }) => task)).toEqual(['Leave it', 'Fix it'])
})

test('twice as many of the longest lines as are remembered can be read and are written anew', async () => {
  const paths = await temporarySpace()
  // Control characters take six bytes each in JSON.
  const [task, agent] = ['\u0001'.repeat(500), '\u0001'.repeat(200)]
  // Without `LONG` every fourth is as long as that: 20 MB.
  const stride = process.env['LONG'] === undefined ? 4 : 1
  const texts = (index: number): object =>
    index % stride === 0 ? { task, agent } : { task: `Task ${index}`, agent: 'a' }
  const line = (index: number): string =>
    JSON.stringify({ key: `${index}`.padStart(64, '0'), ...texts(index), at: now().toISOString() })
  await mkdir(dirname(routingsFile(paths)), { recursive: true })
  const lines = Array.from({ length: 2 * routingLimit }, (_, index) => `${line(index)}\n`)
  await writeFile(routingsFile(paths), lines.join(''))
  expect(await confirmRouting(paths, { task: 'Fix it', agent: 'a' }, { now })).toBe('added')
  const read = await readRoutings(paths)
  expect([read.lines, read.routings.at(-1)?.task, read.findings]).toEqual([routingLimit, 'Fix it', []])
})

test('a long task is known as a whole and kept as a beginning', async () => {
  const paths = await temporarySpace()
  const long = 'word '.repeat(1500)
  await confirmRouting(paths, { task: `${long}one`, agent: 'a' })
  await confirmRouting(paths, { task: `${long}two`, agent: 'b' })
  const { routings } = await readRoutings(paths)
  expect(routings.map(({ agent, task }) => [agent, task.length])).toEqual([
    ['a', 500],
    ['b', 500],
  ])
})

test('what can not be remembered is refused, and nothing is written', async () => {
  const paths = await temporarySpace()
  for (const task of ['', ' :AI: ', '!?'])
    await expect(confirmRouting(paths, { task, agent: 'a' })).rejects.toMatchObject({ code: 'ROUTER_TASK_EMPTY' })
  for (const agent of ['', ' ', 'x'.repeat(201)])
    await expect(confirmRouting(paths, { task: 'x', agent })).rejects.toMatchObject({ code: 'ROUTER_ROUTING_INVALID' })
  await expect(readFile(routingsFile(paths))).rejects.toThrow('ENOENT')
})

test('a torn line is closed and told, bad lines too, and the others count', async () => {
  const paths = await temporarySpace()
  await confirmRouting(paths, { task: 'One', agent: 'a' })
  const file = routingsFile(paths)
  // Cut in the middle of a character, as a kill can leave it.
  await appendFile(file, Buffer.from('{"key":"é').subarray(0, -1))
  expect((await readRoutings(paths)).findings.map(({ code, subject }) => [code, subject])).toEqual([
    ['ROUTER_ROUTING_LINE', `${file}:2`],
  ])
  await confirmRouting(paths, { task: 'Two', agent: 'b' })
  await appendFile(file, '{"key":1}\n\n')
  const { routings, findings } = await readRoutings(paths)
  expect(routings.map(({ task }) => task)).toEqual(['One', 'Two'])
  expect(findings.map(({ subject }) => subject)).toEqual([`${file}:2`, `${file}:4`, `${file}:5`])
})

test('the file is written anew when it has become long, with the newest tasks', async () => {
  const paths = await temporarySpace()
  await mkdir(paths.stateDirectory, { recursive: true })
  const line = (index: number): string => {
    const task = `Task ${index % (routingLimit + 5)}`
    return `${JSON.stringify({ key: taskKey(task), task, agent: `a${index}`, at: now().toISOString() })}\n`
  }
  await writeFile(routingsFile(paths), Array.from({ length: 2 * routingLimit }, (_, index) => line(index)).join(''))
  await confirmRouting(paths, { task: 'The newest', agent: 'b' })
  const { routings, lines, findings } = await readRoutings(paths)
  expect([routings.length, lines, findings]).toEqual([routingLimit, routingLimit, []])
  expect(routings.at(-1)).toMatchObject({ task: 'The newest', agent: 'b' })
})

test('a file that can not be read or written is an error that says so', async () => {
  const paths = await temporarySpace()
  await mkdir(routingsFile(paths), { recursive: true })
  await expect(readRoutings(paths)).rejects.toMatchObject({ code: 'PLATFORM_FILE_UNREADABLE' })
  const other = await temporarySpace()
  await writeFile(other.datacore, '')
  await expect(confirmRouting(other, { task: 'x', agent: 'a' })).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNWRITABLE',
  })
  await chmod(other.datacore, 0o600)
})

test('processes that write at the same time and are killed lose nothing that was acknowledged', async () => {
  const paths = await temporarySpace()
  // Without `LONG` one writer less, and one of two kills.
  const long = process.env['LONG'] !== undefined
  const count = long ? 8 : 5
  const fixture = fileURLToPath(new URL('./__fixtures__/confirm-many.ts', import.meta.url))
  const acknowledged = new Map<string, number>((long ? ['a', 'b', 'c'] : ['a', 'b']).map((name) => [name, 0]))
  const work = async (name: string, killAfter: number | undefined): Promise<void> => {
    const from = acknowledged.get(name) ?? 0
    const child = spawn(
      process.execPath,
      ['--conditions=@datacortex/source', fixture, paths.root, name, String(from), String(count)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    onTestFinished(() => void child.kill('SIGKILL'))
    const ended = once(child, 'close')
    for await (const line of createInterface(child.stdout)) {
      acknowledged.set(name, Number(line) + 1)
      if (Number(line) === killAfter) child.kill('SIGKILL')
    }
    await ended
  }
  await Promise.all([
    (async () => {
      await work('a', 2)
      await work('a', undefined)
    })(),
    work('b', undefined),
    (async () => {
      if (!long) return
      await work('c', 4)
      await work('c', undefined)
    })(),
  ])
  expect([...acknowledged.values()]).toEqual([...acknowledged.keys()].map(() => count))
  const { routings, findings } = await readRoutings(paths)
  expect(routings).toHaveLength(acknowledged.size * count)
  expect(findings.length).toBeLessThanOrEqual(2)
})

test('learned tasks are handed to the search under current names', () => {
  const at = now().toISOString()
  const many = Array.from({ length: 60 }, (_, index) => ({ key: `${index}`, task: `Task ${index}`, agent: 'new', at }))
  const utterances = learnedUtterances(registryOf({ new: {}, old: { alias: 'new' }, gone: { removed: true } }), [
    ...many,
    { key: 'x', task: 'By a former name', agent: 'old', at },
    { key: 'y', task: 'Of one that is gone', agent: 'gone', at },
    { key: 'z', task: 'Of nobody', agent: 'nobody', at },
  ])
  expect([...utterances.keys()]).toEqual(['new'])
  expect(utterances.get('new')).toHaveLength(50)
  expect(utterances.get('new')?.slice(-2)).toEqual(['Task 59', 'By a former name'])
})
