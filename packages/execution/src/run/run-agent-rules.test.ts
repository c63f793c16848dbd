import { appendFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSettings } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { readLog } from '../log/read-log.ts'
import { answer, run, runSpace, runWith } from './__fixtures__/run-space.ts'
import { runAgent } from './run-agent.ts'
import type { RunProgress } from './run-agent-options.ts'

test('rules of who may call whom are kept before anything runs', async () => {
  const space = await runSpace([{ text: answer }])
  await expect(run(space, { agent: 'editor' })).rejects.toMatchObject({ code: 'ROUTER_CALL_REFUSED' })
  await expect(run(space, { agent: 'writer', calledBy: 'editor' })).rejects.toMatchObject({
    code: 'ROUTER_SPAWN_REFUSED',
  })
  await expect(run(space, { agent: 'editor', calledBy: 'writer', chain: ['editor', 'writer'] })).rejects.toMatchObject({
    code: 'ROUTER_SPAWN_CYCLE',
  })
  expect(await run(space, { agent: 'editor', calledBy: 'writer' })).toMatchObject({ status: 'success' })
  expect((await readLog(space.paths)).executions).toMatchObject([{ agent_id: 'editor', called_by: 'writer' }])
})

test('a run under a deprecated name says so', async () => {
  const space = await runSpace([{ text: answer }])
  await appendFile(space.paths.agentsFile, '  poet: {alias: writer, deprecated: true, note: Since May.}\n')
  expect(await run(space, { agent: 'poet' })).toMatchObject({
    agent: 'writer',
    findings: [
      {
        code: 'CONTEXT_AGENT_DEPRECATED',
        subject: 'writer',
        message: 'poet is deprecated; use writer. Since May.',
      },
    ],
  })
})

test('an agent that a run starts stands in its record', async () => {
  const space = await runSpace([{ text: answer, afterSpawning: true }])
  const inner = Promise.withResolvers<unknown>()
  const start = { agent: 'editor', calledBy: 'writer', chain: ['writer'], id: 'inner', parent: 'outer' }
  const onProgress = ({ type }: RunProgress): void => {
    if (type === 'attempt') run(space, { ...start, runner: 'other' }).then(inner.resolve, inner.reject)
  }
  await run(space, { id: 'outer', onProgress })
  await inner.promise
  const { executions } = await readLog(space.paths)
  expect(executions.map(({ id, called_by: caller, spawned_agents: spawned }) => [id, caller, spawned])).toEqual([
    ['outer', 'user', [{ agent_id: 'editor', execution_id: 'inner', status: 'success' }]],
    ['inner', 'writer', []],
  ])
})

test('a run whose parent does not run, or can not be one', async () => {
  const space = await runSpace([{ text: answer }])
  for (const parent of ['gone', '../x']) expect((await run(space, { parent })).status).toBe('success')
  expect(await readdir(join(space.paths.stateDirectory, 'running'))).toEqual([])
})

test('hooks are told before, after and of errors; one that breaks stops nothing', async () => {
  const busy = { error: { code: 'X_BUSY', message: 'overloaded' } }
  const space = await runSpace([busy, { text: answer }])
  const settings = await readSettings(space.paths)
  const result = await run(space, { task: 'break the hooks', id: 'exec-hooks', settings })
  expect(result.status).toBe('success')
  expect(result.findings.filter(({ code }) => code === 'EXECUTION_HOOK_FAILED')).toHaveLength(3)
  const reported = await readFile(join(space.paths.stateDirectory, 'modules', 'hook-tell', 'told'), 'utf8')
  expect(reported).toContain('"config":{}')
  expect(reported).not.toContain('stub')
  expect(
    reported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toMatchObject([
    {
      point: 'pre_run',
      config: {},
      execution_id: 'exec-hooks',
      agent_id: 'writer',
      context_tokens: expect.any(Number),
    },
    { point: 'run_error', code: 'X_BUSY', transient: true, attempt: 1 },
    { point: 'post_run', status: 'success', outputs: ['.datacore/state/outputs/exec-hooks.md'] },
  ])
})

test('an agent with code is run by it, and the settings need no runner', async () => {
  const space = await runSpace([], { files: { '.datacore/settings.yaml': '', 'report.pdf': '%PDF-', 'a.bin': 'x' } })
  const counted = await run(space, { agent: 'counter', task: 'report.pdf' })
  expect(counted).toMatchObject({ runner: 'code', status: 'success' })
  expect(counted.text).toBe('# report.pdf\n\napplication/pdf has 5 bytes, all of them counted here.')
  const words = await run(space, { agent: 'counter', task: 'how many' })
  expect(words.text).toContain('text/plain has 8 bytes')
  const secret = await run(space, { agent: 'counter', task: '.datacore/env/KEY' })
  expect(secret).toMatchObject({ status: 'failed', text: '', error: { code: 'RUNNER_INPUT_CLOSED' } })
  const missing = await run(space, { agent: 'counter', task: 'notes/nothere.md' })
  expect(missing).toMatchObject({ status: 'failed', text: '', error: { code: 'RUNNER_INPUT_UNREADABLE' } })
  const sentence = await run(space, { agent: 'counter', task: 'Read report.pdf now' })
  expect(sentence.findings).toMatchObject([
    { code: 'EXECUTION_RUNNER_REMARK', message: expect.stringContaining('report.pdf was not read') },
  ])
})

test('without a runner it says how to name one', async () => {
  const space = await runSpace([], { files: { '.datacore/settings.yaml': '' } })
  await expect(run(space, { task: "Explain the moon's tides" })).rejects.toMatchObject({
    code: 'RUNNER_NOT_CONFIGURED',
    hint: expect.stringMatching(
      /runner add claude-code[^]*datacortex agent context writer 'Explain the moon'\\''s tides'$/,
    ),
  })
  expect((await readLog(space.paths)).executions).toEqual([])
})

test('a skill is meant by its id or its name; one that the agent does not have is refused, and nowhere recorded', async () => {
  const space = await runSpace([{ text: answer }], {
    files: {
      '.datacore/registry/agents.yaml': `agents:
  writer:
    name: Writer
    description: Writes
    skills: [{id: sum-up, name: Sum up}, {id: explain-tides, name: Explain the tides}]
  editor: {name: Editor, description: Corrects, skills: []}
`,
    },
  })
  await expect(run(space, { skill: 'explian' })).rejects.toMatchObject({
    code: 'EXECUTION_SKILL_UNKNOWN',
    message: 'writer has no skill "explian"; nothing ran.',
    hint: 'It has explain-tides, sum-up. Without a skill it runs as well.',
  })
  expect((await readLog(space.paths)).executions).toEqual([])
  await run(space, { skill: 'explain THE tides' })
  await run(space, { skill: 'sum-up' })
  await run(space, { agent: 'editor', skill: 'anything' })
  expect((await readLog(space.paths)).executions.map(({ skill }) => skill)).toEqual([
    'anything',
    'sum-up',
    'explain-tides',
  ])
  const agents = await readFile(space.paths.agentsFile, 'utf8')
  expect(agents).toContain('explain-tides:')
  expect(agents).not.toContain('explian')
})

test('searches become the reasoning path of the run', async () => {
  const hit = {
    id: 'tides.md#1',
    path: 'tides.md',
    title: 'Tides',
    type: 'note',
    score: 0.9,
    hop: 0,
    snippet: 'Ebb and flow.',
    origin: 'local',
  }
  const { log } = await runWith([{ text: answer }], { search: () => Promise.resolve([hit]) })
  expect(log.reasoning_paths).toMatchObject([
    {
      execution_id: log.executions[0]?.id,
      hops: expect.arrayContaining([expect.objectContaining({ hop: 0, results: ['tides.md'] })]),
    },
  ])
  expect(log.reasoning_paths[0]?.final_context).toContain('tides.md')
})

test('a task of how things hang together follows links, and its reasoning path has each hop', async () => {
  const found = { title: 'Tides', type: 'note', score: 0.9, snippet: 'Ebb and flow.', origin: 'local' }
  const direct = { ...found, id: 'tides.md#1', path: 'tides.md', hop: 0 }
  const linked = { ...found, id: 'moon.md#1', path: 'moon.md', score: 0.5, hop: 1, via: ['tides.md'] }
  const search = (_query: string, { expand = 0 }: { readonly expand?: number | undefined }) =>
    Promise.resolve(expand > 0 ? [direct, linked] : [direct])
  const pathOf = async (task: string) => (await runWith([{ text: answer }], { search, task })).log.reasoning_paths[0]
  expect(await pathOf('How do the tides relate to the moon?')).toMatchObject({
    hops: expect.arrayContaining([{ hop: 1, source: 'tides.md', followed_links: ['moon.md'] }]),
    final_context: expect.arrayContaining(['tides.md', 'moon.md']),
  })
  expect(JSON.stringify(await pathOf('Explain the tides.'))).not.toContain('moon.md')
})

test('a registry that can not be written is a finding, the run stands', async () => {
  const space = await runSpace([{ text: answer }])
  const catalogue = await space.catalogue()
  await writeFile(space.paths.agentsFile, 'agents: [broken')
  const result = await runAgent(space.paths, { catalogue, agent: 'writer', task: 'Explain the tides' })
  expect(result).toMatchObject({ status: 'success' })
  expect(result.findings.map(({ code }) => code)).toContain('EXECUTION_PERFORMANCE_NOT_UPDATED')
})

test('several runs at once', async () => {
  const space = await runSpace([{ text: answer }])
  const results = await Promise.all([run(space), run(space), run(space)])
  expect(new Set(results.map(({ execution_id: id }) => id)).size).toBe(3)
  expect((await readLog(space.paths)).executions).toHaveLength(3)
})

test('the code of an agent is not handed a file above its level either', async () => {
  const settings = "privacy: {paths: {'0-personal/journal/**': private}, agents: {archivist: private}}\n"
  const files = { '0-personal/journal/day.txt': 'sad', '.datacore/settings.yaml': settings }
  const space = await runSpace([], { files })
  const refused = await run(space, { agent: 'counter', task: '0-personal/journal/day.txt' })
  expect(refused).toMatchObject({ status: 'failed', attempts: 1, error: { code: 'RUNNER_INPUT_CLOSED' } })
  await writeFile(space.paths.settingsFile, settings.replace('archivist', 'counter'))
  const shown = await run(space, { agent: 'counter', task: '0-personal/journal/day.txt' })
  expect(shown.text).toContain('has 3 bytes')
})

test('a run whose answer a link would lead out of the space is not begun', async () => {
  const [space, outside] = [await runSpace([{ text: answer }]), await runSpace([])]
  await mkdir(space.paths.stateDirectory, { recursive: true })
  await symlink(outside.paths.root, join(space.paths.stateDirectory, 'outputs'))
  const events: RunProgress[] = []
  await expect(run(space, { onProgress: (event) => void events.push(event) })).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNWRITABLE',
  })
  expect(events).toEqual([])
})

test('code of an agent runs in a process of its own, and nothing is gathered for it', async () => {
  const space = await runSpace([])
  const file = join(space.bundledDirectory, 'agent-counter/index.js')
  await writeFile(file, (await readFile(file, 'utf8')).replace("' bytes, all", "' bytes ' + process.pid + ', all"))
  const search = (): Promise<never> => Promise.reject(new Error('Nothing is searched for code.'))
  const { text, status, left_out: leftOut } = await run(space, { agent: 'counter', task: 'high water', search })
  expect([status, leftOut]).toEqual(['success', []])
  const pid = /bytes (\d+), all/.exec(text)?.[1]
  expect(Number(pid)).toBeGreaterThan(0)
  expect(Number(pid)).not.toBe(process.pid)
})
