import { readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { undoWrites } from '@datacortex/platform'
import { logSpace } from '../../log/__fixtures__/log-space.ts'
import { readLog } from '../../log/read-log.ts'
import { writeFiles } from '../../context/__fixtures__/agent-space.ts'
import { type SpaceSnapshot, type TakenSnapshot, changesBetween, takeSnapshot } from './space-snapshot.ts'
import { type RunSpace, answer, run, runSpace } from '../__fixtures__/run-space.ts'

function taken(snapshot: SpaceSnapshot): TakenSnapshot {
  if (!('files' in snapshot)) throw new Error(snapshot.notTaken)
  return snapshot
}

test('two looks at a space tell what was created, changed and deleted between them, and not what the program keeps', async () => {
  const paths = await logSpace()
  const agents = (figures: string, name = 'W'): string => `# Mine\nagents:\n  w: {name: ${name}${figures}}\n`
  await writeFiles(paths.root, {
    'a.md': 'a',
    'b.md': 'b',
    'notes/gone.md': 'c',
    '.datacore/registry/agents.yaml': agents(''),
    '.datacore/state/x': '1',
  })
  const before = taken(await takeSnapshot(paths))
  await writeFiles(paths.root, {
    'b.md': 'bb',
    'notes/new.md': 'n',
    '.git/config': 'x',
    'node_modules/x/index.js': 'x',
    '.datacore/state/x': '22',
    '.datacore/cache/y': 'y',
    '.datacore/registry/agents.yaml': agents(', performance: {total_executions: 1}'),
  })
  await rm(join(paths.root, 'notes', 'gone.md'))
  const after = taken(await takeSnapshot(paths))
  expect(changesBetween(before, after)).toEqual([
    { path: 'b.md', change: 'changed' },
    { path: 'notes/gone.md', change: 'deleted' },
    { path: 'notes/new.md', change: 'created' },
  ])
  await writeFile(paths.agentsFile, agents('', 'Somebody else'))
  await utimes(join(paths.root, 'a.md'), 1, 1)
  expect(changesBetween(after, taken(await takeSnapshot(paths))).map(({ path }) => path)).toEqual([
    '.datacore/registry/agents.yaml',
    'a.md',
  ])
  expect(await takeSnapshot(paths, { mostFiles: 2 })).toEqual({ notTaken: 'the space has more than 2 files' })
  expect(await takeSnapshot(paths, { mostMs: -1 })).toEqual({
    notTaken: 'to look at the space takes more than -1 ms',
  })
})

/** A runner that may start programs, and does to the space what the test says. */
async function programSpace(changes: string): Promise<RunSpace> {
  const space = await runSpace([{ text: answer }], {
    files: { 'out/old.md': 'old', 'important.md': 'mine', 'gone.md': 'mine' },
  })
  await writeFiles(space.bundledDirectory, {
    'runner-program/module.yaml':
      "manifest_version: 2\nname: runner-program\nversion: 1.0.0\ndescription: For tests\npermissions: {commands: ['*']}\n",
    'runner-program/package.json': '{"type":"module","exports":"./index.js"}',
    'runner-program/index.js': `
import { appendFileSync as add, readdirSync as list, rmSync as remove, writeFileSync as write } from 'node:fs'
export const plugin = { name: 'runner-program', kind: 'runner', setup: () => ({
  run: async ({ directory }) => { const at = (path) => directory + '/' + path; ${changes}; return { text: 'Done, as you asked me to.' } },
}) }`,
  })
  await writeFile(space.paths.settingsFile, 'runners: {default: program, program: {plugin: runner-program}}\n')
  const registry = `agents:\n  writer: {name: Writer, description: Writes, writes: [out/], skills: []}\n`
  await writeFile(space.paths.agentsFile, registry)
  return space
}

test('what a program changes stands among the outputs, and where it may not is told', async () => {
  const space = await programSpace(
    "add(at('important.md'), '!'); remove(at('gone.md')); write(at('out/new.md'), '[[Nowhere]]'); add(at('.datacore/registry/agents.yaml'), '  x: {name: X}\\n'); write(at('.datacore/settings.local.yaml'), '')",
  )
  const result = await run(space)
  expect(result.outputs.slice(1)).toEqual([
    { path: '.datacore/registry/agents.yaml', type: 'changed-during-run' },
    { path: '.datacore/settings.local.yaml', type: 'created-during-run' },
    { path: 'gone.md', type: 'deleted-during-run' },
    { path: 'important.md', type: 'note', change: 'changed' },
    { path: 'out/new.md', type: 'note', change: 'created' },
  ])
  const checks = Object.fromEntries(result.checks.map(({ check, ...verdict }) => [check, verdict]))
  expect(checks['links_valid']).toEqual({ passed: false, detail: 'out/new.md:1 leads nowhere: Nowhere' })
  expect(checks['writes_within_bounds']?.passed).toBe(false)
  for (const said of ['important.md: it was changed during the run', 'gone.md: it was deleted during the run'])
    expect(checks['writes_within_bounds']?.detail).toContain(said)
  expect((await readLog(space.paths)).executions[0]?.quality.automated_checks).toEqual(result.checks)
  const undone = await undoWrites(result.undo ?? '', { root: space.paths.root })
  expect(undone).toEqual({ restored: ['important.md', 'gone.md'], removed: ['out/new.md'], kept: [], partly: [] })
  const textOf = async (path: string): Promise<string> => await readFile(join(space.paths.root, path), 'utf8')
  expect([await textOf('important.md'), await textOf('gone.md')]).toEqual(['mine', 'mine'])
})

test('what is too large to be kept before a run is said to last, and what was not there is removed by undo', async () => {
  const space = await programSpace("add(at('large.md'), '!'); write(at('out/new.md'), 'new')")
  await writeFile(join(space.paths.root, 'large.md'), 'x'.repeat(16_000_001))
  const result = await run(space)
  expect(result.findings.filter(({ code }) => code === 'EXECUTION_CHANGE_LASTS')).toMatchObject([
    { message: expect.stringMatching(/large\.md\.$/) },
  ])
  const { restored, removed } = await undoWrites(result.undo ?? '', { root: space.paths.root })
  expect({ restored, removed }).toEqual({ restored: [], removed: ['out/new.md'] })
})

const otherRun = { id: 'exec_other', agent_id: 'other', timestamp: '2026-01-01T00:00:00Z', pid: 1, host: 'elsewhere' }
const startedAgent = { agent_id: 'other', execution_id: 'exec_other', status: 'success' }
const running = '.datacore/state/running'

test.each([
  ['another run is under way', `write(at('${running}/exec_other.json'), ${inCode(otherRun)})`],
  [
    'it started another agent',
    `add(at('${running}/' + list(at('${running}')).find((name) => name.endsWith('.json')).replace('.json', '.spawned')), ${inCode(startedAgent)} + '\\n')`,
  ],
])('while %s nobody can tell whose hand it was', async (_name, code) => {
  const space = await programSpace(`add(at('important.md'), '!'); ${code}`)
  const result = await run(space)
  const bounds = result.checks.find(({ check }) => check === 'writes_within_bounds')
  expect(bounds).toMatchObject({ passed: null })
  expect(result.undo).toBeUndefined()
  expect(bounds?.detail).toMatch(/^another run was under way, which may have done it: important\.md/)
  expect((await readLog(space.paths)).executions[0]?.quality.automated_checks).toEqual(result.checks)
})

function inCode(value: object): string {
  return JSON.stringify(JSON.stringify(value))
}
