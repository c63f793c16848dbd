import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { appendFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { logFiles } from '../log/log-files.ts'
import { readLog } from '../log/read-log.ts'
import { type RunSpace, answer, run, runSpace } from './__fixtures__/run-space.ts'
import type { AgentRun, RunProgress } from './run-agent-options.ts'
import { recoverRuns } from './marker/recover-runs.ts'

const outputsOf = ({ paths }: RunSpace): string => join(paths.stateDirectory, 'outputs')
const logOf = ({ paths }: RunSpace): string => logFiles(paths).active

/** A run during which something happens to the disk. */
async function disturbed(
  space: RunSpace,
  disturb: () => void,
): Promise<{ result: AgentRun; reported: readonly string[] }> {
  const reported: string[] = []
  const onProgress = ({ type }: RunProgress): void => {
    reported.push(type)
    if (type === 'output') disturb()
  }
  return { result: await run(space, { id: 'exec-1', onProgress }), reported }
}

function replaced(place: string): void {
  rmSync(place, { recursive: true, force: true })
  writeFileSync(place, 'in the way')
}

test('a run whose answer could not be kept is not begun', async () => {
  const space = await runSpace([{ text: answer }])
  await mkdir(space.paths.stateDirectory, { recursive: true })
  await writeFile(outputsOf(space), 'a file')
  const events: RunProgress[] = []
  await expect(run(space, { onProgress: (event) => void events.push(event) })).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNWRITABLE',
  })
  expect(events).toEqual([])
})

test('a run that could not be logged is not begun', async () => {
  const space = await runSpace([{ text: answer }])
  await mkdir(logOf(space), { recursive: true })
  const events: RunProgress[] = []
  await expect(run(space, { onProgress: (event) => void events.push(event) })).rejects.toMatchObject({
    code: 'EXECUTION_LOG_UNREADABLE',
  })
  expect(events).toEqual([])
})

test('looking whether a run can be kept leaves nothing behind', async () => {
  const space = await runSpace([{ text: answer }])
  await run(space, { id: 'exec-1' })
  expect(await readdir(outputsOf(space))).toEqual(['exec-1.md'])
  expect((await readdir(space.paths.stateDirectory)).filter((name) => name.includes('probe'))).toEqual([])
})

test('an answer that can no longer be kept is told, and the run is logged without it', async () => {
  const space = await runSpace([{ text: answer }])
  const { result } = await disturbed(space, () => replaced(outputsOf(space)))
  expect(result).toMatchObject({ status: 'partial', text: answer, outputs: [] })
  expect(result.findings).toMatchObject([{ code: 'EXECUTION_ANSWER_NOT_KEPT', severity: 'error', subject: 'exec-1' }])
  expect((await readLog(space.paths)).executions).toMatchObject([{ id: 'exec-1', status: 'partial', outputs: [] }])
  expect(await recoverRuns(space.paths)).toEqual([])
})

test('an answer whose run can no longer be logged is told, and nobody says later that the run was interrupted', async () => {
  const space = await runSpace([{ text: answer }])
  const { result, reported } = await disturbed(space, () => mkdirSync(logOf(space), { recursive: true }))
  expect(result).toMatchObject({ status: 'partial', text: answer })
  expect(result.findings).toMatchObject([{ code: 'EXECUTION_NOT_LOGGED', severity: 'error', subject: 'exec-1' }])
  expect(reported).not.toContain('logged')
  rmSync(logOf(space), { recursive: true })
  expect(await recoverRuns(space.paths)).toEqual([])
})

test('an answer is told also where nothing of the state can be written any more', async () => {
  const space = await runSpace([{ text: answer }])
  const { result } = await disturbed(space, () => replaced(space.paths.stateDirectory))
  expect(result).toMatchObject({ status: 'partial', text: answer, outputs: [] })
  const codes = result.findings.map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining(['EXECUTION_ANSWER_NOT_KEPT', 'EXECUTION_NOT_LOGGED']))
})

test('it is told, too, where the space was watched for what a program writes', async () => {
  const space = await runSpace([{ text: answer }])
  const manifest = join(space.bundledDirectory, 'runner-stub', 'module.yaml')
  await appendFile(manifest, 'permissions: {commands: [stub]}\n')
  const { result } = await disturbed(space, () => replaced(space.paths.stateDirectory))
  expect(result).toMatchObject({ status: 'partial', text: answer, outputs: [] })
  const codes = result.findings.map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining(['EXECUTION_ANSWER_NOT_KEPT', 'EXECUTION_NOT_LOGGED']))
})

test('a run whose marker could not be kept is not begun', async () => {
  const space = await runSpace([{ text: answer }])
  await mkdir(space.paths.stateDirectory, { recursive: true })
  await writeFile(join(space.paths.stateDirectory, 'running'), 'a file')
  await expect(run(space)).rejects.toMatchObject({ code: 'EXECUTION_LOG_UNREADABLE' })
})
