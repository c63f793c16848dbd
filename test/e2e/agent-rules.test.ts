import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

const agents = `agents:
  boss: {name: Boss, description: Leads, spawns: [helper], delegates_to: [expert], skills: []}
  helper: {name: Helper, description: Helps, skills: []}
  expert: {name: Expert, description: Knows, skills: []}
`

/** A space whose only runner prints this by `printf`. */
async function spaceThatSays(text: string): Promise<string> {
  return await spaceThatRuns(['printf', text])
}

/** A space whose only runner is this command. */
async function spaceThatRuns(command: readonly string[]): Promise<string> {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  await mkdir(join(cwd, '.datacore/registry'), { recursive: true })
  await writeFile(join(cwd, '.datacore/registry/agents.yaml'), agents)
  const runners = { default: 'shell', shell: { plugin: 'runner-command', command } }
  await appendFile(join(cwd, '.datacore/settings.yaml'), `\nrunners: ${JSON.stringify(runners)}\n`)
  await runJson(['trust', 'approve', '--yes'], { cwd })
  return cwd
}

test('who may start an agent and who may hand over to one are two rules', async () => {
  const cwd = await spaceThatSays('It is done, and well.')
  const caller = ['--called-by', 'boss', '--dry-run']
  const asked = (agent: string, ...more: readonly string[]) => ['agent', 'run', agent, 'do it', ...caller, ...more]
  expect(await runJson(asked('helper'), { cwd })).toMatchObject({ agent: 'helper', runner: 'shell' })
  expect(await runJson(asked('expert', '--delegate'), { cwd })).toMatchObject({ agent: 'expert', runner: 'shell' })
  expect(await runJson(asked('expert'), { cwd, status: 1 })).toMatchObject({ error: { code: 'ROUTER_SPAWN_REFUSED' } })
  expect(await runJson(asked('helper', '--delegate'), { cwd, status: 1 })).toMatchObject({
    error: { code: 'ROUTER_DELEGATE_REFUSED' },
  })
})

test('a run under a deprecated name says so, also before it is made', async () => {
  const cwd = await spaceThatSays('It is done, and well.')
  await appendFile(join(cwd, '.datacore/registry/agents.yaml'), '  aide: {alias: helper, deprecated: true}\n')
  const reported = { findings: [{ code: 'CONTEXT_AGENT_DEPRECATED', message: 'aide is deprecated; use helper.' }] }
  const run = ['agent', 'run', 'aide', 'do it']
  expect(await runJson([...run, '--dry-run'], { cwd })).toMatchObject(reported)
  expect(await runJson([...run, '--forget'], { cwd })).toMatchObject(reported)
  for (const asked of [[...run, '--dry-run'], run])
    expect((await runDatacortex(asked, { cwd })).stdout).toMatch(/^note +aide is deprecated; use helper\.$/m)
})

test('in its run an agent speaks for itself: no verdict of a person, no praise of its own', async () => {
  const cwd = await spaceThatSays('It is done, and well.')
  const env = { DATACORTEX_EXECUTION: 'exec-outer', DATACORTEX_CHAIN: 'helper' }
  await runJson(['agent', 'run', 'helper', 'do it', '--execution-id', 'one'], { cwd })
  await runJson(['agent', 'run', 'expert', 'do it', '--execution-id', 'two'], { cwd })
  expect(await runJson(['feedback', 'one', 'positive'], { cwd, env, status: 1 })).toMatchObject({
    error: {
      code: 'CLI_VERDICT_OF_AGENT',
      hint: expect.stringMatching(/^helper ran it itself.* a person does, outside/),
    },
  })
  expect(await runJson(['feedback', 'exec-outer', 'positive'], { cwd, env, status: 1 })).toMatchObject({
    error: { code: 'CLI_VERDICT_OF_AGENT', hint: expect.stringMatching(/^helper ran it itself/) },
  })
  expect(await runJson(['feedback', 'two', 'positive'], { cwd, env, status: 1 })).toMatchObject({
    error: { code: 'CLI_VERDICT_OF_AGENT', hint: expect.stringContaining('datacortex evaluate two --by helper') },
  })
  const scores = ['--completion', '100', '--quality', '100', '--efficiency', '100']
  const said = ['evaluate', 'one', '--by', 'user', ...scores]
  expect(await runJson(said, { cwd, env, status: 1 })).toMatchObject({ error: { code: 'EXECUTION_SELF_EVALUATION' } })
  expect(await runJson(['evaluate', 'two', '--by', 'user', ...scores], { cwd, env })).toMatchObject({
    evaluator_agent: 'helper',
    findings: [{ code: 'CLI_EVALUATOR_IS_CALLER', message: expect.stringContaining('of helper and not of user') }],
  })
  expect(await runJson(['evaluate', 'two', '--by', 'helper', ...scores], { cwd, env })).toMatchObject({ findings: [] })
  expect(await runJson(said, { cwd })).toMatchObject({ evaluator_agent: 'user' })
})

test('what an agent says can not rewrite the terminal', async () => {
  const cwd = await spaceThatSays(String.raw`\033]0;PWN\007\033[2JThe first line is this.\nAnd a second.`)
  const { status, stdout } = await runDatacortex(['agent', 'run', 'helper', 'do it'], { cwd })
  expect(status).toBe(0)
  expect(stdout.split('\n').slice(0, 2)).toEqual(['The first line is this.', 'And a second.'])
})

test('a log that is longer than what is shown says so', async () => {
  const cwd = await spaceThatSays('It is done, and well.')
  for (const id of ['one', 'two'])
    await runJson(['agent', 'run', 'helper', 'x', '--execution-id', id, '--forget'], { cwd })
  expect(await runJson(['log', 'list'], { cwd })).toMatchObject({
    more: false,
    executions: [{ id: 'two' }, { id: 'one' }],
  })
  expect(await runJson(['log', 'list', '--limit', '1'], { cwd })).toMatchObject({
    more: true,
    executions: [{ id: 'two' }],
  })
  await appendFile(join(cwd, '.datacore/registry/agents.yaml'), '  aide: {alias: helper}\n')
  expect(await runJson(['log', 'list', '--agent', 'aide'], { cwd })).toMatchObject({ executions: [{}, {}] })
  expect(await runJson(['log', 'list', '--agent', 'helpr'], { cwd, status: 1 })).toMatchObject({
    error: { code: 'REGISTRY_AGENT_NOT_FOUND', hint: expect.stringContaining('helper') },
  })
  const { stdout } = await runDatacortex(['log', 'list', '--limit', '1'], { cwd })
  expect(stdout).toMatch(/1 execution\nnext +datacortex log list --limit 10 {3}\(there are earlier ones\)\n$/)
})

test('an answer that could not be kept is shown, and the status says that something is wrong', async () => {
  const spoil =
    'cat > /dev/null; rm -rf .datacore/state/outputs; echo > .datacore/state/outputs; echo The costly answer.'
  const cwd = await spaceThatRuns(['bash', '-c', spoil])
  const { status, stdout } = await runDatacortex(['agent', 'run', 'helper', 'do it', '--execution-id', 'one'], { cwd })
  expect([status, stdout.split('\n')[0]]).toEqual([1, 'The costly answer.'])
  expect(await runJson(['log', 'show', 'one'], { cwd })).toMatchObject({
    executions: [{ status: 'partial', outputs: [] }],
  })
})
