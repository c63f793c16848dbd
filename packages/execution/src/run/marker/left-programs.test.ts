import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { logSpace } from '../../log/__fixtures__/log-space.ts'
import { leftPrograms } from './left-programs.ts'
import { recoverRuns } from './recover-runs.ts'

/** A program that runs on, in a group of its own. */
async function program(cwd: string, id: string) {
  const code = "console.log('ready'); setInterval(() => {}, 2 ** 30)"
  const env = { ...process.env, DATACORTEX_EXECUTION: id }
  const child = spawn(process.execPath, ['--eval', code], { cwd, env, detached: true })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test.skipIf(process.platform !== 'linux')('what a killed run left running is told until it is gone', async () => {
  const [paths, elsewhere] = await Promise.all([logSpace(), logSpace()])
  const [left] = await Promise.all([
    program(paths.root, 'left'),
    program(paths.root, 'left-2'),
    program(elsewhere.root, 'left'),
  ])
  const marker = { id: 'left', agent_id: 'writer', timestamp: '2026-01-01T00:00:00.000Z', pid: 1, host: hostname() }
  await mkdir(join(paths.stateDirectory, 'running'), { recursive: true })
  await writeFile(join(paths.stateDirectory, 'running', 'left.json'), JSON.stringify(marker))
  const reported = {
    code: 'EXECUTION_INTERRUPTED',
    message: expect.stringContaining(`What it started still runs: process group ${left.pid}.`),
    hint: `End it with \`kill -- -${left.pid}\` before you run the task again.`,
  }
  expect(await recoverRuns(paths, { dryRun: true })).toMatchObject([reported])
  expect(await recoverRuns(paths)).toMatchObject([reported])
  left.kill('SIGKILL')
  await once(left, 'close')
  expect(await leftPrograms(paths, { id: 'left' })).toEqual([])
})

test('where the system does not tell, nothing is left as far as anybody knows', async () => {
  const paths = await logSpace()
  expect(await leftPrograms(paths, { id: 'left', folder: join(paths.root, 'none') })).toEqual([])
})
