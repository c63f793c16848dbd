import { appendFile, cp, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { text as textOf } from 'node:stream/consumers'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { runDatacortex, runJson } from './one-process.ts'
import { sample } from './run-datacortex.ts'
import { useSampleSpace } from './sample-space.ts'
import { temporaryCopy } from './temporary-folder.ts'

const space = useSampleSpace()
const librarian = 'research-librarian'
const question = 'When do spring tides come?'

beforeAll(async () => {
  const cwd = space().root
  await cp(join(sample, 'notes'), cwd, { recursive: true })
  await runJson(['index'], { cwd })
  await runJson(['module', 'install', join(sample, 'modules/outliner'), '--yes'], { cwd })
})

describe('route', () => {
  test('by tag, by pattern, by meaning, or to nobody; each says what decided', async () => {
    const cwd = space().root
    const routed = async (...args: readonly string[]): Promise<unknown> => await runJson(['route', ...args], { cwd })
    expect(await routed('* TODO How is it built? :AI:outline:')).toMatchObject({
      agent: 'outliner',
      via: 'tag',
      score: 1,
      rule: { kind: 'tag', fired: ':AI:outline:' },
    })
    expect(await routed('How is it built?', '--tags', ':AI:outline:')).toMatchObject({ agent: 'outliner', via: 'tag' })
    expect(await routed('the outline of tides.md, please')).toMatchObject({ agent: 'outliner', via: 'pattern' })
    expect(await routed('my pod keeps crash looping')).toMatchObject({
      agent: 'kubernetes-operator',
      via: 'semantic',
      candidates: expect.arrayContaining([expect.objectContaining({ agent: 'kubernetes-operator' })]),
    })
    expect(await routed('bake a wedding cake with three tiers')).toMatchObject({ agent: null, via: 'none' })
  })

  test('a confirmed task goes to its agent from then on, and says so', async () => {
    const cwd = await temporaryCopy(space().root)
    const task = 'water the beehives on the roof'
    expect(await runJson(['route', task, '--confirm', 'cluster-fixer', '--dry-run'], { cwd })).toMatchObject({
      agent: 'kubernetes-operator',
      remembered: null,
    })
    expect(await runJson(['route', task], { cwd })).toMatchObject({ agent: null })
    expect(await runJson(['route', task, '--confirm', 'cluster-fixer'], { cwd })).toMatchObject({ remembered: 'added' })
    expect(await runJson(['route', `  ${task.toUpperCase()}!`], { cwd })).toMatchObject({
      agent: 'kubernetes-operator',
      rule: { kind: 'confirmed' },
    })
    expect(await runJson(['route', 'give the bees on our roof some water'], { cwd })).toMatchObject({
      agent: 'kubernetes-operator',
      rule: { kind: 'meaning', fired: task },
    })
  })

  test('many tasks are answered in order by one process', async () => {
    const input = '* TODO x :AI:outline:\n{"query": "my pod keeps crash looping"}\n'
    const { status, stdout } = await runDatacortex(['route', '--queries', '-'], { cwd: space().root, input })
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { agent: string })
    expect([status, answers.map(({ agent }) => agent)]).toEqual([0, ['outliner', 'kubernetes-operator']])
  })

  test('neither a task nor a file, and an empty task', async () => {
    const cwd = space().root
    expect((await runDatacortex(['route'], { cwd })).status).toBe(2)
    expect(await runJson(['route', ' '], { cwd, status: 1 })).toMatchObject({ error: { code: 'ROUTER_TASK_EMPTY' } })
  })
})

test('the context has the prompt and the notes that answer, within the budget', async () => {
  const cwd = space().root
  const context = await runJson(['agent', 'context', librarian, question, '--budget', '700'], { cwd })
  expect(context).toMatchObject({
    agent: librarian,
    parts: expect.arrayContaining([
      expect.objectContaining({ kind: 'prompt' }),
      expect.objectContaining({ kind: 'search', origin: '0-personal/3-knowledge/zettel/Spring tides.md' }),
      expect.objectContaining({ kind: 'task', text: question }),
    ]),
  })
  const { tokens, left_out: leftOut } = context as { tokens: number; left_out: readonly unknown[] }
  expect(tokens).toBeLessThanOrEqual(700)
  expect(leftOut).not.toEqual([])
  const { stdout } = await runDatacortex(['agent', 'context', librarian, question, '--prompt'], { cwd })
  expect(stdout).toContain('You are a librarian')
  expect(stdout).toContain('about two days later')
  expect(await runJson(['agent', 'context', librarian, question, '--budget', '20'], { cwd, status: 1 })).toMatchObject({
    error: { code: 'MEMORY_BUDGET_TOO_SMALL' },
  })
})

test('a dry run tells what the run is refused for: code that changed since it was approved', async () => {
  const cwd = await temporaryCopy(space().root)
  const run = ['agent', 'run', 'outliner', '0-personal/3-knowledge/zettel/Spring tides.md']
  await appendFile(join(cwd, '.datacore/modules/outliner/index.js'), '// Another text.\n')
  const code = 'MODULE_INTEGRITY_CHANGED'
  expect(await runJson([...run, '--dry-run'], { cwd })).toMatchObject({ findings: [{ code, severity: 'error' }] })
  expect((await runDatacortex([...run, '--dry-run'], { cwd })).stdout).toMatch(/^would not run {2}outliner by code\n/)
  expect(await runJson(run, { cwd, status: 1 })).toMatchObject({ error: { code } })
})

test('without a runner it is said how to name one, and what to do without', async () => {
  const failed = await runJson(['agent', 'run', librarian, question], { cwd: space().root, status: 1 })
  expect(failed).toMatchObject({
    error: { code: 'RUNNER_NOT_CONFIGURED', hint: expect.stringContaining('datacortex agent context') },
  })
})

test('a coded agent runs without a model; an unknown one, a wrong input and a refused caller are coded errors', async () => {
  const cwd = await temporaryCopy(space().root)
  const note = '0-personal/3-knowledge/zettel/Spring tides.md'
  expect(await runJson(['agent', 'run', 'outliner', note, '--dry-run'], { cwd })).toMatchObject({ runner: 'code' })
  expect(await runJson(['log', 'list'], { cwd })).toMatchObject({ executions: [] })
  const run = await runJson(['agent', 'run', 'outliner', note], { cwd })
  expect(run).toMatchObject({ status: 'success', runner: 'code', text: expect.stringContaining('- Spring tides') })
  const { outputs } = run as { outputs: readonly { path: string }[] }
  expect(await readFile(join(cwd, outputs[0]?.path ?? ''), 'utf8')).toContain('[[Slack water]]')
  expect(await runJson(['agent', 'run', 'nobody', note], { cwd, status: 1 })).toMatchObject({
    error: { code: 'REGISTRY_AGENT_NOT_FOUND' },
  })
  const refused = ['agent', 'run', 'outliner', note, '--called-by', 'translator']
  expect(await runJson(refused, { cwd, status: 1 })).toMatchObject({ error: { code: 'ROUTER_SPAWN_REFUSED' } })
  const env = { DATACORTEX_CHAIN: 'translator', DATACORTEX_EXECUTION: 'exec-outer' }
  expect(await runJson(['agent', 'run', 'outliner', note], { cwd, env, status: 1 })).toMatchObject({
    error: { code: 'ROUTER_SPAWN_REFUSED' },
  })
})

test('the figures of an agent of a module, which stand in no file of the space, are shown with it', async () => {
  const cwd = await temporaryCopy(space().root)
  expect(await runJson(['agent', 'show', 'file-reader'], { cwd })).not.toHaveProperty('performance')
  await runJson(['agent', 'run', 'file-reader', '0-personal/3-knowledge/zettel/Spring tides.md'], { cwd })
  const performance = { total_executions: 1, success_rate: 1 }
  expect(await runJson(['agent', 'show', 'file-reader'], { cwd })).toMatchObject({ performance })
})

test('from a task to what was learned: run, log, evaluate, feedback, performance, next context', async () => {
  const cwd = await temporaryCopy(space().root)
  const asked = await chatServer(cwd)
  const run = await runJson(['agent', 'run', librarian, question, '--execution-id', 'exec-1'], { cwd })
  expect(run).toMatchObject({
    execution_id: 'exec-1',
    status: 'success',
    runner: 'local',
    tokens_in: 11,
    tokens_out: 7,
  })
  expect(run).toHaveProperty(
    'checks',
    expect.arrayContaining([expect.objectContaining({ check: 'output_exists', passed: true })]),
  )
  expect(asked.join('')).toContain('about two days later')
  const twice = await runJson(['agent', 'run', librarian, question, '--execution-id', 'exec-1'], { cwd, status: 1 })
  expect(twice).toMatchObject({ error: { code: 'EXECUTION_ID_TAKEN' } })

  const points = ['--completion', '95', '--quality', '88', '--efficiency', '72']
  expect(await runJson(['evaluate', 'exec-1', '--by', librarian, ...points], { cwd, status: 1 })).toMatchObject({
    error: { code: 'EXECUTION_SELF_EVALUATION' },
  })
  expect(await runJson(['evaluate', 'exec-1', '--by', 'user', ...points, '--dry-run'], { cwd })).toMatchObject({
    id: null,
  })
  const evaluated = await runJson(['evaluate', 'exec-1', '--by', 'translator', ...points, '--tags', 'tides'], { cwd })
  expect(evaluated).toMatchObject({ id: expect.stringMatching(/^eval-/), evaluated_agent: librarian })
  const rated = await runJson(['feedback', 'exec-1', 'positive', '--note', 'right'], { cwd })
  const { reputation } = rated as { reputation: number }
  // Two good words are no reason for an extreme.
  expect(reputation).toBeGreaterThan(50)
  expect(reputation).toBeLessThan(75)

  expect(await runJson(['log', 'list', '--agent', librarian, '--since', '1h'], { cwd })).toMatchObject({
    executions: [{ id: 'exec-1', quality: { user_feedback: 'positive' } }],
  })
  expect(await runJson(['log', 'show', 'exec-1'], { cwd })).toMatchObject({
    executions: [{ id: 'exec-1', agent_id: librarian }],
    evaluations: [{ evaluator_agent: 'translator', scores: { task_completion: 95 } }],
    session_memories: [{ insights: ['High water lags the full moon by two days.'] }],
  })
  const log: unknown = parse(await readFile(join(cwd, '.datacore/state/execution_log.yaml'), 'utf8'))
  expect(log).toMatchObject({ executions: [{ id: 'exec-1' }], evaluations: [{}] })
  expect(await runJson(['agent', 'show', librarian], { cwd })).toMatchObject({
    performance: { total_executions: 1, success_rate: 1, reputation: { feedback_count: 2 } },
  })
  const next = await runJson(['agent', 'context', librarian, 'How far does high water lag the moon?'], { cwd })
  expect(JSON.stringify(next)).toContain('High water lags the full moon by two days.')
  expect(await runJson(['doctor'], { cwd })).toMatchObject({ ok: true })
  expect(await runJson(['log', 'show', 'exec-2'], { cwd, status: 1 })).toMatchObject({
    error: { code: 'EXECUTION_UNKNOWN' },
  })
  expect((await runDatacortex(['log', 'list', '--since', 'soon'], { cwd })).status).toBe(2)
})

test('doctor names what routing and running will stumble over', async () => {
  const cwd = await temporaryCopy(space().root)
  const runners = 'runners:\n  local: {plugin: runner-that-is-not-there}'
  const privacy = "privacy:\n  paths: {'+(a)': private}\n  agents: {nobody: private}"
  await appendFile(join(cwd, '.datacore/settings.yaml'), `\n${runners}\n${privacy}\n`)
  await appendFile(join(cwd, '.datacore/state/routings.jsonl'), '{"torn\n')
  const { findings } = (await runJson(['doctor'], { cwd, status: 1 })) as { findings: readonly { code: string }[] }
  expect(findings.map(({ code }) => code)).toEqual(
    expect.arrayContaining([
      'EXECUTION_PRIVACY_PATTERN',
      'CONTEXT_PRIVACY_AGENT_UNKNOWN',
      'EXECUTION_RUNNER_UNAVAILABLE',
      'ROUTER_ROUTING_LINE',
    ]),
  )
})

/** A server of the chat completions protocol on this machine, named in the settings; gives back what it was asked. */
async function chatServer(cwd: string): Promise<readonly string[]> {
  const asked: string[] = []
  const content =
    'Spring tides come two days after the full moon.\n\nInsight: High water lags the full moon by two days.'
  const server = createServer((request, response) => {
    void (async () => {
      asked.push(await textOf(request))
      response.writeHead(200, { 'content-type': 'application/json' })
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
      response.end(JSON.stringify({ choices, usage: { prompt_tokens: 11, completion_tokens: 7 } }))
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const settings = `\nrunners:\n  local: {plugin: runner-openai-compatible, base_url: "http://127.0.0.1:${port}/v1", model: m, stream: false}\n`
  await appendFile(join(cwd, '.datacore/settings.yaml'), settings)
  return asked
}
