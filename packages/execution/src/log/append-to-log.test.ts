import { link, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseYaml } from '@datacortex/platform/yaml'
import { expect, test } from 'vitest'
import { execution } from './__fixtures__/execution.ts'
import { logNames, logSpace, logText } from './__fixtures__/log-space.ts'
import { appendToLog } from './append-to-log.ts'
import { logFiles } from './log-files.ts'
import { readLog } from './read-log.ts'

test('writes the form of DIP-0016', async () => {
  const paths = await logSpace()
  await appendToLog(paths, {
    executions: [
      execution('exec-2025-12-21-001', {
        task_id: 'next_actions:L227',
        outputs: [{ path: 'notes/Data.md', type: 'zettel' }],
        quality: { user_feedback: null, automated_checks: [{ check: 'output_exists', passed: true }] },
        spawned_agents: [{ agent_id: 'reader', execution_id: 'exec-2', status: 'success' }],
      }),
    ],
    session_memories: [
      {
        id: 'mem-1',
        source_execution: 'exec-2025-12-21-001',
        agent_id: 'writer',
        timestamp: '2025-12-21T10:15:32Z',
        summary: 'Two\nlines: "quoted"',
        insights: ['SPV structure is the key enabler'],
        tags: ['rwa'],
        outputs: [],
      },
    ],
  })
  await appendToLog(paths, {
    reasoning_paths: [
      {
        execution_id: 'exec-2025-12-21-001',
        hops: [
          { hop: 0, query: 'data', results: ['A.md', 'B.md'] },
          { hop: 1, source: 'A.md', followed_links: ['C.md'] },
        ],
        final_context: ['A.md', 'C.md'],
      },
    ],
    executions: [execution('exec-2', { status: 'failed', error: { code: 'X', message: 'No: way', transient: false } })],
  })
  expect(await logText(paths)).toMatchInlineSnapshot(`
    "# Execution log of this space. Older parts lie beside it as execution_log.NNNNNN.yaml.
    version: "1.0.0"
    last_sync: null

    executions:
      - id: "exec-2025-12-21-001"
        agent_id: "writer"
        timestamp: "2025-12-21T10:15:32.000Z"
        duration_ms: 45000
        status: "success"
        outputs:
          - path: "notes/Data.md"
            type: "zettel"
        quality:
          user_feedback: null
          automated_checks:
            - check: "output_exists"
              passed: true
        spawned_agents:
          - agent_id: "reader"
            execution_id: "exec-2"
            status: "success"
        task_id: "next_actions:L227"
      - id: "exec-2"
        agent_id: "writer"
        timestamp: "2025-12-21T10:15:32.000Z"
        duration_ms: 45000
        status: "failed"
        outputs: []
        quality:
          user_feedback: null
          automated_checks: []
        spawned_agents: []
        error:
          code: "X"
          message: "No: way"
          transient: false
    session_memories:
      - id: "mem-1"
        source_execution: "exec-2025-12-21-001"
        agent_id: "writer"
        timestamp: "2025-12-21T10:15:32Z"
        summary: "Two\\nlines: \\"quoted\\""
        insights: ["SPV structure is the key enabler"]
        tags: ["rwa"]
        outputs: []
    reasoning_paths:
      - execution_id: "exec-2025-12-21-001"
        hops:
          - hop: 0
            query: "data"
            results: ["A.md", "B.md"]
          - hop: 1
            source: "A.md"
            followed_links: ["C.md"]
        final_context: ["A.md", "C.md"]
    "
  `)
})

test('nothing to append writes nothing', async () => {
  const paths = await logSpace()
  await appendToLog(paths, { executions: [] })
  await expect(readdir(paths.stateDirectory)).rejects.toThrow('ENOENT')
})

test('keeps comments, unknown keys and order of what others wrote', async () => {
  const before = `# Ours
version: "1.0.0"
last_sync: "2025-12-21T10:30:00Z" # by nightshift
x-owner: {name: Ada}
evaluations: []   # none yet
executions:
- agent_id: 'old-agent'
  id: plain-1
  status: success
  # a remark
  timestamp: '2025-12-20T10:00:00Z'
  notes: |
    # not a comment
    text

# About the rest
zoo: [1, 2]
`
  const paths = await logSpace(before)
  await appendToLog(paths, {
    executions: [execution('new-1')],
    evaluations: [
      {
        id: 'eval-1',
        evaluator_agent: 'critic',
        evaluated_agent: 'writer',
        execution_id: 'new-1',
        timestamp: '2025-12-21T11:00:00Z',
        scores: { task_completion: 95, output_quality: 88, efficiency: 72 },
        tags: [],
      },
    ],
  })
  expect(await logNames(paths)).toEqual(['execution_log.yaml'])
  const after = await logText(paths)
  const added = after.split('\n').filter((line) => !before.split('\n').includes(line))
  expect(removed(before, after)).toEqual(['evaluations: []   # none yet'])
  expect(added[0]).toBe('evaluations:   # none yet')
  expect(parseYaml(after).problems).toEqual([])
  const { executions, evaluations, findings } = await readLog(paths)
  expect(executions.map(({ id }) => id)).toEqual(['new-1', 'plain-1'])
  expect(evaluations).toHaveLength(1)
  expect(findings).toEqual([])
})

test('an id is taken once: in one call, in the active part, in an older one, without the cache', async () => {
  const paths = await logSpace()
  const taken = { code: 'EXECUTION_ID_TAKEN', details: { id: 'one' } }
  await expect(appendToLog(paths, { executions: [execution('one'), execution('one')] })).rejects.toMatchObject(taken)
  await appendToLog(paths, { executions: [execution('one')] }, { partBytes: 10 })
  await expect(appendToLog(paths, { executions: [execution('one')] })).rejects.toMatchObject(taken)
  // Named by another entry, but not taken.
  await appendToLog(paths, { executions: [execution('two', { task: 'after three' })] }, { partBytes: 10 })
  await appendToLog(paths, { executions: [execution('three')] }, { partBytes: 10 })
  expect(await logNames(paths)).toHaveLength(3)
  await expect(appendToLog(paths, { executions: [execution('one')] })).rejects.toMatchObject(taken)
  await rm(paths.cacheDirectory, { recursive: true })
  await expect(appendToLog(paths, { executions: [execution('one')] })).rejects.toMatchObject(taken)
  await writeFile(logFiles(paths).idIndex, 'rubbish')
  await expect(appendToLog(paths, { executions: [execution('one')] })).rejects.toMatchObject(taken)
  expect((await readLog(paths)).executions.map(({ id }) => id)).toEqual(['three', 'two', 'one'])
})

test('parts are closed by size and carry on what stands beside the lists', async () => {
  const paths = await logSpace('# Ours\nversion: "1.0.0"\nlast_sync: "2025-12-21"\nexecutions: []\nx-owner: Ada\n')
  for (let index = 0; index < 25; index += 1)
    await appendToLog(paths, { executions: [execution(`exec-${index}`)] }, { partBytes: 2000 })
  const names = await logNames(paths)
  expect(names.length).toBeGreaterThan(2)
  for (const name of names) {
    const text = await readFile(join(paths.stateDirectory, name), 'utf8')
    expect(text.startsWith('# Ours\nversion: "1.0.0"\nlast_sync: "2025-12-21"\n')).toBe(true)
    expect(text).toContain('x-owner: Ada\n')
    expect(text.length).toBeLessThan(2600)
  }
  const { executions, findings } = await readLog(paths)
  expect(executions.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, index) => `exec-${24 - index}`))
  expect(findings).toEqual([])
})

test('a writer that was killed between closing a part and beginning the next one costs nothing', async () => {
  const paths = await logSpace()
  await appendToLog(paths, { executions: [execution('one')] })
  await link(logFiles(paths).active, join(paths.stateDirectory, 'execution_log.000001.yaml'))
  const before = await readLog(paths)
  expect(before.executions.map(({ id }) => id)).toEqual(['one'])
  expect(before.findings).toEqual([])
  await expect(appendToLog(paths, { executions: [execution('one')] })).rejects.toMatchObject({
    code: 'EXECUTION_ID_TAKEN',
  })
  await appendToLog(paths, { executions: [execution('two')] })
  expect(await logNames(paths)).toEqual(['execution_log.000001.yaml', 'execution_log.yaml'])
  const after = await readLog(paths)
  expect(after.executions.map(({ id }) => id)).toEqual(['two', 'one'])
  expect(after.findings).toEqual([])
})

test('a log that is a link is left alone, and what it leads to too', async () => {
  const [paths, outside] = [await logSpace(), await logSpace()]
  const elsewhere = join(outside.root, '.bashrc')
  await writeFile(elsewhere, 'alias ls=ls\n')
  await mkdir(paths.stateDirectory, { recursive: true })
  await symlink(elsewhere, logFiles(paths).active)
  const refused = { code: 'PLATFORM_FILE_UNWRITABLE', message: expect.stringContaining('a symbolic link') as unknown }
  await expect(appendToLog(paths, { executions: [execution('one')] })).rejects.toMatchObject(refused)
  expect(await readFile(elsewhere, 'utf8')).toBe('alias ls=ls\n')
  expect((await readdir(paths.stateDirectory)).filter((name) => name !== 'locks')).toEqual(['execution_log.yaml'])
})

test.each([
  ['too large', { task: 'x'.repeat(1_100_000) }, /has 1,1\d\d,\d\d\d bytes/],
  ['a negative duration', { duration_ms: -1 }, /monotonic clock/],
  ['a duration that is no number', { duration_ms: Number.NaN }, /monotonic clock/],
  ['no agent', { agent_id: '' }, /has no agent_id/],
  ['an id of two lines', { id: 'a\nb' }, /characters that no id can have/],
])('refuses an entry: %s', async (_name, more, message) => {
  const paths = await logSpace()
  await appendToLog(paths, { executions: [execution('one')] })
  const before = await logText(paths)
  const bad = appendToLog(paths, { executions: [execution('two'), execution('three', more)] })
  await expect(bad).rejects.toMatchObject({
    code: 'EXECUTION_ENTRY_INVALID',
    message: expect.stringMatching(message) as unknown,
  })
  expect(await logText(paths)).toBe(before)
})

test('an aborted append writes nothing', async () => {
  const paths = await logSpace()
  const append = appendToLog(
    paths,
    { executions: [execution('one')] },
    { signal: AbortSignal.abort(new Error('stop')) },
  )
  await expect(append).rejects.toThrow('stop')
  await expect(readdir(paths.stateDirectory)).rejects.toThrow('ENOENT')
})

test.each([1e30, 1.5e21, 1e-7, 123456789012345, 0.1])('the duration %j comes back as it was', async (durationMs) => {
  const paths = await logSpace()
  await appendToLog(paths, { executions: [execution('one', { duration_ms: durationMs })] })
  expect(await logText(paths)).toMatch(/duration_ms: [\d.]+\n/)
  expect((await readLog(paths)).executions[0]?.duration_ms).toBe(durationMs)
})

test('text with every kind of character comes back as it was', async () => {
  const paths = await logSpace()
  const task = 'é 😀 \u0000\u001b[31m \u0085 \u2028 \ufeff "\\" \'#\' - : | >\r\n\ttab'
  await appendToLog(paths, { executions: [execution('one', { task })] })
  await appendToLog(paths, { executions: [execution('two', { task: '\ud800 lone' })] })
  const { executions } = await readLog(paths)
  expect(executions.map((one) => one.task)).toEqual(['\ufffd lone', task])
})

function removed(before: string, after: string): readonly string[] {
  const kept = after.split('\n')
  return before.split('\n').filter((line) => !kept.includes(line))
}
