import { readFile, writeFile } from 'node:fs/promises'
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
