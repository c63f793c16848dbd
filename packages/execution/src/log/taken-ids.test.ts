import { mkdir, readFile, rename, rm, rmdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { execution } from './__fixtures__/execution.ts'
import { logSpace } from './__fixtures__/log-space.ts'
import { appendToLog } from './append-to-log.ts'
import { logFiles } from './log-files.ts'

test.each([
  ['with a quote in it', 'a"b', undefined],
  ['with a backslash', 'a\\b', undefined],
  ['in large letters', 'EXEC-DUP', 'executions:\n  - {id: exec-dup, agent_id: a, status: success, timestamp: x}\n'],
  [
    'that another program wrote as a number',
    '16',
    'executions:\n  - {id: 0x10, agent_id: a, status: success, timestamp: x}\n',
  ],
  [
    'that another program wrote with escapes',
    'one',
    'executions:\n  - {id: "\\x6fne", agent_id: a, status: success, timestamp: x}\n',
  ],
])('an id %s is taken once', async (_name, id, text) => {
  const paths = await logSpace(text)
  if (text === undefined) await appendToLog(paths, { executions: [execution(id)] })
  const again = appendToLog(paths, { executions: [execution(id)] })
  await expect(again).rejects.toMatchObject({ code: 'EXECUTION_ID_TAKEN', details: { id } })
})

test('an older part that can not be read hides its ids only while that is so', async () => {
  const paths = await logSpace()
  for (const id of ['one', 'two']) await appendToLog(paths, { executions: [execution(id)] }, { partBytes: 10 })
  const part = join(paths.stateDirectory, 'execution_log.000001.yaml')
  await rm(paths.cacheDirectory, { recursive: true })
  await rename(part, `${part}.away`)
  await mkdir(part)
  await appendToLog(paths, { executions: [execution('three')] }, { partBytes: 10 })
  await expect(readFile(logFiles(paths).idIndex)).rejects.toThrow('ENOENT')
  await rmdir(part)
  await rename(`${part}.away`, part)
  await expect(appendToLog(paths, { executions: [execution('ONE')] })).rejects.toMatchObject({
    code: 'EXECUTION_ID_TAKEN',
  })
})

test.each([8, 3, 17])('an index of ids that lost its last %i bytes is made anew', async (lost) => {
  const paths = await logSpace()
  for (const id of ['one', 'two', 'three']) await appendToLog(paths, { executions: [execution(id)] }, { partBytes: 10 })
  const { idIndex } = logFiles(paths)
  await truncate(idIndex, (await stat(idIndex)).size - lost)
  for (const id of ['one', 'two'])
    await expect(appendToLog(paths, { executions: [execution(id)] })).rejects.toMatchObject({
      code: 'EXECUTION_ID_TAKEN',
    })
})
