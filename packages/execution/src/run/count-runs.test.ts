import { expect, test } from 'vitest'
import { execution } from '../log/__fixtures__/execution.ts'
import { appendToLog } from '../log/append-to-log.ts'
import { readLog } from '../log/read-log.ts'
import { answer, run, runSpace } from './__fixtures__/run-space.ts'

test('no run is told that the clock stepped back long before it, as it changes no figure', async () => {
  const space = await runSpace([{ text: answer }])
  for (const timestamp of ['2026-01-02T10:00:00.000Z', '2026-01-01T10:00:00.000Z'])
    await appendToLog(space.paths, { executions: [execution(timestamp.slice(0, 10), { timestamp })] })
  expect((await run(space)).findings).toEqual([])
  expect((await readLog(space.paths)).findings).toMatchObject([{ code: 'EXECUTION_LOG_CLOCK_BACK' }])
})
