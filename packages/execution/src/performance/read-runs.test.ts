import { readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { execution } from '../log/__fixtures__/execution.ts'
import { logNames, logSpace } from '../log/__fixtures__/log-space.ts'
import { appendToLog } from '../log/append-to-log.ts'
import { readLog } from '../log/read-log.ts'
import { computePerformance } from './compute-performance.ts'
import { readRuns } from './read-runs.ts'

test('gives the same performance as the whole log: at first, from the cache, and with a damaged cache', async () => {
  const paths = await logSpace()
  const add = async (id: string): Promise<void> => {
    const feedback = {
      id: `f-${id}`,
      execution_id: id,
      agent_id: 'writer',
      verdict: 'positive',
      timestamp: 't',
    } as const
    const entries = { executions: [execution(id, { skill: 's', agent_hash: 'h', task: 'text' })], feedback: [feedback] }
    await appendToLog(paths, entries, { partBytes: 10 })
  }
  const same = async (): Promise<void> => {
    const [runs, whole] = [await readRuns(paths), await readLog(paths)]
    expect(computePerformance(runs)).toEqual(computePerformance(whole))
    expect(runs.executions.map(({ id }) => id)).toEqual(whole.executions.map(({ id }) => id))
  }
  for (const id of ['one', 'two', 'three', 'four']) await add(id)
  await same()
  await same()
  await add('five')
  await same()

  const cache = join(paths.cacheDirectory, 'execution', 'runs.jsonl')
  const lines = await readFile(cache, 'utf8')
  await writeFile(cache, lines.replace('"success"', '"failed"').slice(0, -20))
  await same()
  await add('six')
  await same()

  // A person changes a closed part.
  const oldest = join(paths.stateDirectory, (await logNames(paths))[0] ?? '')
  await writeFile(oldest, (await readFile(oldest, 'utf8')).replace('"success"', '"failed"'))
  await same()
  expect(computePerformance(await readRuns(paths)).agents.get('writer')?.success_rate).toBeCloseTo(5 / 6, 3)
})

test('a part that could not be read is read again, though nothing tells that its file has changed', async () => {
  const paths = await logSpace()
  for (const id of ['one', 'two']) await appendToLog(paths, { executions: [execution(id)] }, { partBytes: 10 })
  const part = join(paths.stateDirectory, 'execution_log.000001.yaml')
  const text = await readFile(part, 'utf8')
  const written = async (content: string): Promise<void> => {
    await writeFile(part, content)
    await utimes(part, 1, 1)
  }
  await written('\0'.repeat(Buffer.byteLength(text)))
  expect(await readRuns(paths)).toMatchObject({
    executions: [{ id: 'two' }],
    findings: [{ code: 'EXECUTION_LOG_PART_UNREADABLE' }],
  })
  await written(text)
  expect(await readRuns(paths)).toMatchObject({ executions: [{ id: 'two' }, { id: 'one' }], findings: [] })
})

test('tells the same of the clock as the whole log', async () => {
  const paths = await logSpace()
  const error = { code: 'EXECUTION_INTERRUPTED', message: 'it was stopped', transient: true }
  const runs = [
    execution('one', { timestamp: '2025-12-21T10:00:00Z' }),
    execution('killed', { timestamp: '2025-12-20T10:00:00Z', duration_ms: 0, status: 'failed', error }),
    execution('two', { timestamp: '2025-12-21T10:05:00Z' }),
  ]
  for (const run of runs) await appendToLog(paths, { executions: [run] }, { partBytes: 10 })
  for (const _time of ['at first', 'from the cache']) expect((await readRuns(paths)).findings).toEqual([])
})
