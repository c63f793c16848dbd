import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { execution } from './__fixtures__/execution.ts'
import { logNames, logSpace, logText } from './__fixtures__/log-space.ts'
import { appendToLog } from './append-to-log.ts'
import { closePart } from './close-part.ts'
import { logFiles } from './log-files.ts'
import { readLog } from './read-log.ts'

/** A space with a log, and a file in the place of the folder of its state. */
async function withoutFolder(): Promise<SpacePaths> {
  const paths = await logSpace()
  await mkdir(dirname(paths.stateDirectory), { recursive: true })
  await writeFile(paths.stateDirectory, 'in the way')
  return paths
}

test('where a file is in the place of its folder, what is read says so, and what is appended is refused', async () => {
  const paths = await withoutFolder()
  expect((await readLog(paths)).findings).toMatchObject([
    { code: 'EXECUTION_LOG_PART_UNREADABLE', subject: paths.stateDirectory },
  ])
  await expect(appendToLog(paths, { executions: [execution('one')] })).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:EXECUTION_LOG_UNREADABLE|PLATFORM_FILE_UNWRITABLE)$/) as unknown,
  })
})

test('an older part that is a link to itself is told, and new entries go beside it', async () => {
  const paths = await logSpace()
  await appendToLog(paths, { executions: [execution('one')] })
  await symlink('execution_log.000001.yaml', join(paths.stateDirectory, 'execution_log.000001.yaml'))
  await appendToLog(paths, { executions: [execution('two')] })
  const { executions, findings } = await readLog(paths)
  expect(executions.map(({ id }) => id)).toEqual(['two', 'one'])
  expect(findings).toMatchObject([{ code: 'EXECUTION_LOG_PART_UNREADABLE', subject: 'execution_log.000001.yaml' }])
})

test('a part that can not be closed is no bug of the program, and what it holds stays', async () => {
  const paths = await logSpace()
  await appendToLog(paths, { executions: [execution('one')] })
  const text = await logText(paths)
  // Somebody made it after the names were read.
  const older = join(paths.stateDirectory, 'execution_log.000001.yaml')
  await writeFile(older, 'somebody else')
  await expect(closePart(paths, { text, parts: [] })).rejects.toMatchObject({ code: 'PLATFORM_FILE_UNWRITABLE' })
  expect(await readFile(older, 'utf8')).toBe('somebody else')
  expect(await logText(paths)).toBe(text)

  await rm(older)
  await rm(logFiles(paths).active)
  await symlink('execution_log.yaml', logFiles(paths).active)
  await expect(closePart(paths, { text, parts: [] })).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNWRITABLE',
    message: expect.stringContaining('it is a symbolic link') as unknown,
  })
  expect(await logNames(paths)).toEqual(['execution_log.yaml'])
})
