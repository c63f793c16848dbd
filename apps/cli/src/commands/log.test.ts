import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { logList, logShow } from './log.ts'

test('a time that is shown finds the execution that it was shown for', async () => {
  vi.stubEnv('TZ', 'America/New_York')
  const { context } = await commandSpace({ executions: [{ id: 'one', agent_id: 'writer' }] })
  const { data, lines } = await logList(context, { limit: 20 })
  expect(lines[0]).toMatch(/^one {2}2026-11-23 09:06 {2}writer/)
  expect(data).toMatchObject({ executions: [{ timestamp: '2026-11-23T14:06:00.000Z' }] })
  expect((await logShow(context, { id: 'one' })).lines).toContain('began      2026-11-23 09:06')
  const found = async (since: string): Promise<string | undefined> =>
    (await logList(context, { limit: 20, since })).lines.at(-1)
  expect(await found('2026-11-23 09:06')).toBe('1 execution')
  expect(await found('2026-11-23')).toBe('1 execution')
  expect(await found('2026-11-23 09:07')).toBe('next       datacortex log list')
})

test('what is no time is refused', async () => {
  const { context } = await commandSpace()
  await expect(logList(context, { limit: 20, since: 'foo 7' })).rejects.toMatchObject({ code: 'CLI_USAGE' })
})

test('a log that can not be read is not called an empty one', async () => {
  const { context, paths } = await commandSpace()
  await mkdir(join(paths.stateDirectory, 'execution_log.yaml'), { recursive: true })
  expect((await logList(context, { limit: 20 })).lines).toEqual([
    expect.stringContaining('it is a folder'),
    'no executions that can be read',
    'next       datacortex doctor',
  ])
})
