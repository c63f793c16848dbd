import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectedWith } from './mcp-client.ts'
import { program, runDatacortex, runJson } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'

const count = {
  input: { type: 'string' },
  output: { type: 'object', properties: { words: { type: 'integer' } }, required: ['words'] },
}
const counting = `count=${JSON.stringify(count)}`
const counter = 'architect/counter'

// The program of all agents: the architect makes a counter and asks it, the counter counts.
const script = `
import { spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
const asked = await text(process.stdin)
const own = (...words) =>
  JSON.parse(spawnSync(process.execPath, [${JSON.stringify(program)}, ...words, '--json'], { encoding: 'utf8' }).stdout)
const count = (input) => own('run', '${counter}', 'count', '--input', JSON.stringify(input))
if (asked.includes('Prepare yourself')) {
  const made = own('agent', 'create', 'counter', '--primer', 'You count.', '--task', ${JSON.stringify(counting)}, '--capability', 'tools:Read')
  const more = own('agent', 'create', 'greedy', '--primer', 'You write.', '--capability', 'tools:Write')
  const others = own('agent', 'create', 'other', '--parent', 'helper', '--primer', 'You help.')
  const promoted = own('agent', 'promote', '${counter}', '--yes')
  const refused = [more, others, promoted].map(({ error }) => error?.code)
  console.log(JSON.stringify({ made: made.path, words: [count('one two'), count('a b c')].map(({ result }) => result?.words), refused }))
} else {
  const [, input] = /Input:\\s+("[^"]*")/.exec(asked) ?? []
  console.log(JSON.stringify({ words: JSON.parse(input).split(' ').length }))
}
`

async function madeSpace(): Promise<string> {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  await writeFile(join(cwd, 'agent.mjs'), script)
  const agents = {
    architect: { name: 'Architect', description: 'Makes agents.', runtime: { tools: ['Read'] }, spawns: [] },
    helper: { name: 'Helper', description: 'Helps.' },
  }
  await mkdir(join(cwd, '.datacore/registry'), { recursive: true })
  await writeFile(join(cwd, '.datacore/registry/agents.yaml'), JSON.stringify({ agents }))
  const own = { plugin: 'runner-command', command: [process.execPath, join(cwd, 'agent.mjs')] }
  await writeFile(join(cwd, '.datacore/settings.yaml'), JSON.stringify({ runners: { default: 'own', own } }))
  await runJson(['trust', 'approve', '--yes'], { cwd })
  return cwd
}

test('an agent makes a specialist in its run and uses it twice; other processes run it from its files, and the user promotes it', async () => {
  const cwd = await madeSpace()
  const ran = await runJson(['run', 'architect', 'Prepare yourself.', '--execution-id', 'exec-1'], { cwd })
  expect(JSON.parse((ran as { readonly text: string }).text)).toEqual({
    made: counter,
    words: [2, 3],
    refused: ['DYNAMIC_CAPABILITY_MISSING', 'DYNAMIC_NOT_THE_PARENT', 'DYNAMIC_NOT_THE_USER'],
  })
  expect(await runJson(['log', 'show', 'exec-1'], { cwd })).toMatchObject({
    executions: [{ agent_id: 'architect', spawned_agents: [{ agent_id: counter }, { agent_id: counter }] }],
  })
  expect(await runJson(['agent', 'show', counter], { cwd })).toMatchObject({
    dynamic: { parent: 'architect', created_by: 'exec-1', capabilities: { tools: ['Read'] } },
    performance: { total_executions: 2, success_rate: 1 },
  })
  const again = ['run', counter, 'count', '--input', '"one two"']
  expect(await runJson(again, { cwd })).toMatchObject({ agent: counter, result: { words: 2 } })
  expect(await runJson(['agent', 'promote', counter, '--yes'], { cwd })).toMatchObject({ id: 'counter' })
  expect(await runJson(again, { cwd })).toMatchObject({ agent: 'counter', result: { words: 2 } })
})

test('a list shows each below its parent, and a dry run what there is to build from', async () => {
  const cwd = await madeSpace()
  const create = ['agent', 'create', 'two', '--parent', 'architect/one', '--primer', 'You rhyme.']
  await runJson(['agent', 'create', 'one', '--parent', 'architect', '--primer', 'You write.'], { cwd })
  const { stdout } = await runDatacortex([...create, '--dry-run'], { cwd })
  expect(stdout).toMatch(/^would make +architect\/one\/two$/m)
  expect(stdout).toMatch(/^build from +architect\/one  one: You write\.$/m)
  await runJson(create, { cwd })
  expect((await runDatacortex(['agent', 'list', '--dynamic'], { cwd })).stdout).toMatch(
    /^architect\n {2}one +You write\.\n {4}two +You rhyme\.$/m,
  )
})

test('over MCP an agent makes children with its own rights, and promotes none', async () => {
  const cwd = await madeSpace()
  const { client, call } = await connectedWith({ DATACORTEX_EXECUTION: 'exec-9', DATACORTEX_CHAIN: 'architect' }, cwd)
  const create = async (given: Record<string, unknown>) =>
    await call('create_agent', { id: 'poet', primer: 'You rhyme.', ...given })
  expect(await create({})).toMatchObject({ structuredContent: { path: 'architect/poet', parent: 'architect' } })
  for (const [given, code] of [
    [{ id: 'two', capabilities: ['tools:Write'] }, 'DYNAMIC_CAPABILITY_MISSING'],
    [{ id: 'two', parent: 'helper' }, 'DYNAMIC_NOT_THE_PARENT'],
    [{}, 'DYNAMIC_ID_TAKEN'],
    [{ id: '../two' }, 'DYNAMIC_ID_INVALID'],
  ] as const) {
    const refused = await create(given)
    expect([refused.isError, JSON.stringify(refused.content)]).toEqual([true, expect.stringContaining(code)])
  }
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('promote_agent')
})
