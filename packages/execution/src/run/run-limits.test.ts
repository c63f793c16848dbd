import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLog } from '../log/read-log.ts'
import { answer, run, runSpace, runWith } from './__fixtures__/run-space.ts'

test('a run that says more than an entry of the log can hold is logged with the beginning of it', async () => {
  const insights = Array.from({ length: 520 }, (_, index) => `${index} ${'long '.repeat(400)}`)
  const folder = `${'long'.repeat(50)}/`.repeat(7)
  const outputs = Array.from({ length: 200 }, (_, index) => ({ path: `${folder}${index}.md` }))
  const { result, log } = await runWith([{ text: 'All of it is said below.', insights, outputs }])
  expect(result.status).toBe('success')
  const cut = result.findings.filter(({ code }) => code === 'EXECUTION_RECORD_CUT')
  expect(cut.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The last 1\d{2} outputs that exec-.* named are neither checked nor logged/),
    expect.stringMatching(/^The last 4\d{2} insights of exec-.* were not remembered/),
  ])
  expect(log.executions).toMatchObject([{ id: result.execution_id, status: 'success' }])
  expect(log.session_memories[0]?.insights[0]).toMatch(/^0 long long/)
  expect(log.findings).toEqual([])
})

test('an error as long as a book is logged with its beginning', async () => {
  const message = `It broke. ${'And again. '.repeat(100_000)}`
  const { result, log } = await runWith([{ error: { code: 'X_BROKE', message } }])
  expect(result.error?.message).toMatch(/^It broke\. And again\..* …$/)
  expect(log.executions).toMatchObject([{ status: 'failed', error: { code: 'X_BROKE' } }])
  expect(log.executions[0]?.error?.message.length).toBeLessThan(10_010)
})

test('a run that started thousands of agents says that its entry does not name them all', async () => {
  const space = await runSpace([{ text: answer }])
  const running = join(space.paths.stateDirectory, 'running')
  await mkdir(running, { recursive: true })
  const line = (index: number): string =>
    `${JSON.stringify({ agent_id: 'editor', execution_id: `exec-${index}`, status: 'success' })}\n`
  // More than 10 MB.
  await writeFile(join(running, 'boss.spawned'), Array.from({ length: 160_000 }, (_, index) => line(index)).join(''))
  const { findings, status } = await run(space, { id: 'boss' })
  expect(status).toBe('success')
  expect(findings.find(({ code }) => code === 'EXECUTION_RECORD_CUT')?.message).toMatch(
    /^The last 1\d{5} agents that boss started are not in its entry/,
  )
  expect((await readLog(space.paths)).executions[0]?.spawned_agents[0]?.execution_id).toBe('exec-0')
})

test('what the agent was not given is told', async () => {
  const agents = `agents:
  writer: {name: Writer, description: Writes, skills: [], reads: {required: [0-personal/notes/nowhere.md]}}
`
  const space = await runSpace([{ text: answer }], { files: { '.datacore/registry/agents.yaml': agents } })
  const { left_out: leftOut } = await run(space)
  expect(leftOut).toContainEqual({ origin: '0-personal/notes/nowhere.md', reason: 'it does not exist' })
})

test('of what is above the level of the agent it is told how much, and not what', async () => {
  const agents = `agents:
  writer: {name: Writer, description: Writes, skills: [], reads: {required: [0-personal/diary/a.md, 0-personal/diary/b.md]}}
`
  const files = {
    '.datacore/registry/agents.yaml': agents,
    '.datacore/settings.local.yaml': "privacy: {paths: {'0-personal/diary/**': private}}\n",
    '0-personal/diary/a.md': '# Monday\n',
    '0-personal/diary/b.md': '# Tuesday\n',
  }
  const result = await run(await runSpace([{ text: answer }], { files }))
  expect(result.left_out).toContainEqual({ origin: 'privacy', reason: '2 parts are above the level of the agent' })
  expect(JSON.stringify(result)).not.toContain('diary')
})

test('a runner that breaks when it is stopped takes nothing from its answer', async () => {
  const space = await runSpace([{ text: answer }], { runner: { breaksAtEnd: true } })
  const result = await run(space)
  expect(result).toMatchObject({ status: 'success', text: answer })
  expect(result.findings).toContainEqual(
    expect.objectContaining({
      code: 'EXECUTION_RUNNER_NOT_STOPPED',
      message: expect.stringContaining('it does not want to end'),
    }),
  )
  expect((await readLog(space.paths)).executions).toMatchObject([{ status: 'success' }])
  expect((await run(space)).findings.map(({ code }) => code)).not.toContain('EXECUTION_INTERRUPTED')
})
