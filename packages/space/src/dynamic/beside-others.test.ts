import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isThere } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { agentContext } from '../agents/agent-context.ts'
import { findAgents } from '../agents/find-agents.ts'
import { listAgents } from '../agents/list-agents.ts'
import { removeAgents } from '../agents/remove-agents.ts'
import { routeTask } from '../agents/route-task.ts'
import { runAgent } from '../agents/run-agent.ts'
import { showAgent } from '../agents/show-agent.ts'
import { indexNotes } from '../indexing/index-notes.ts'
import { runFindings } from '../findings/run-findings.ts'
import type { Work } from '../work.ts'
import { createAgent } from './create-agent.ts'
import { promoteAgent } from './promote-agents.ts'
import { spawnClones } from './spawn-clones.ts'

const says = (text: string) => [process.execPath, '-e', `process.stdin.resume(); console.log(${JSON.stringify(text)})`]
const writes = [
  process.execPath,
  '-e',
  'process.stdin.resume(); const fs = require("fs"); fs.mkdirSync("0-personal/notes", { recursive: true }); fs.writeFileSync("0-personal/notes/out.md", "x"); console.log("Written.")',
]

async function runSpace(command: readonly string[], more: object = {}) {
  const settings = { ...more, runners: { default: 'own', own: { plugin: 'runner-command', command } } }
  const { paths, work } = await workSpace({
    agents: { architect: { writes: ['0-personal/notes/'] }, helper: {} },
    settings,
  })
  const yes = async (): Promise<boolean> => await Promise.resolve(true)
  return { paths, work: { ...work, ask: { confirm: yes, mayRun: yes } } satisfies Work }
}

/** All that is said of agents of the registry, without how long it took. */
async function said(work: Work): Promise<string> {
  const answers = [
    await listAgents.run(work, {}),
    await showAgent.run(work, { agent: 'helper' }),
    await findAgents.run(work, { task: 'helper', min_score: 0.9 }),
    await routeTask.run(work, { task: '@helper look at this' }),
    await agentContext.run(work, { agent: 'helper', task: 'Help.' }),
    await runFindings(work, { catalogue: await work.catalogue() }),
    await readFile(work.paths.agentsFile, 'utf8'),
  ]
  return JSON.stringify(answers, (key, value: unknown) => (key === 'took_ms' ? undefined : value), 1)
}

test('what agents of the registry are and answer is the same byte for byte before, beside and after dynamic ones', async () => {
  const { paths, work } = await runSpace(says('x'))
  const before = await said(work)
  expect(await isThere(join(paths.stateDirectory, 'dynamic'))).toBe(false)
  await createAgent.run(work, { id: 'gardener', parent: 'architect', primer: 'You water the roses.' })
  expect(await said(work)).toBe(before)
  await removeAgents.run(work, { ids: ['architect/gardener'], yes: true })
  expect(await said(work)).toBe(before)
})

const learned = 'Done.\n\n## Insights\n\n- The tide clock is two minutes fast.'

async function memoriesFor(work: Work, agent: string) {
  const { parts } = await agentContext.run(work, { agent, task: 'Is the tide clock fast?' })
  return parts.filter(({ kind }) => kind === 'memory').map(({ text }) => text)
}

test('what a child learned is its own: it is given it, also when it was promoted, and no other child is', async () => {
  const { work } = await runSpace(says(learned))
  for (const id of ['clock', 'other'])
    await createAgent.run(work, { id, parent: 'architect', primer: 'You read clocks.' })
  await runAgent.run(work, { agent: 'architect/clock', task: 'Read the tide clock.' })
  await indexNotes.run(work, {})
  const own = [expect.stringContaining('two minutes fast')]
  expect(await memoriesFor(work, 'architect/clock')).toEqual(own)
  expect(await memoriesFor(work, 'architect/other')).toEqual([])
  await promoteAgent.run(work, { agent: 'architect/clock', yes: true })
  expect(await memoriesFor(work, 'clock')).toEqual(own)
})

test('what the child of a closed agent learned stays as closed, also when the child is gone', async () => {
  const privacy = {
    levels: ['open', 'closed'],
    agents: { default: 'open', architect: 'closed' },
    default: 'open',
  }
  const { work } = await runSpace(says(learned), { privacy })
  await createAgent.run(work, { id: 'clock', parent: 'architect', primer: 'You read clocks.' })
  await runAgent.run(work, { agent: 'architect/clock', task: 'Read the tide clock.' })
  await indexNotes.run(work, {})
  expect(await memoriesFor(work, 'helper')).toEqual([])
  expect(await memoriesFor(work, 'architect/clock')).toHaveLength(1)
  await removeAgents.run(work, { ids: ['architect/clock'], yes: true })
  expect(await memoriesFor(work, 'helper')).toEqual([])
  expect(await memoriesFor(work, 'architect')).toHaveLength(1)
})

test('what a child wrote where only its parent may is told', async () => {
  const { work } = await runSpace(writes)
  await createAgent.run(work, { id: 'child', parent: 'architect', primer: 'You write.' })
  const ran = await runAgent.run(work, { agent: 'architect/child', task: 'Write.' })
  const detail = expect.stringMatching(/^0-personal\/notes\/out\.md: .* the agent may write nothing$/)
  const check = 'writes_within_bounds'
  expect(ran).toMatchObject({ checks: expect.arrayContaining([{ check, passed: false, detail }]) })
  const own = await runAgent.run(work, { agent: 'architect', task: 'Write.' })
  expect(own).toMatchObject({ checks: expect.arrayContaining([{ check, passed: true }]) })
})

test('what expired goes to the trash with the next run below its parent', async () => {
  const { paths, work } = await runSpace(says('x'))
  const made = { parent: 'architect', primer: 'You solve.' }
  await createAgent.run(work, { ...made, id: 'old', limits: { expires: '2026-01-01T00:00:00Z' } })
  await createAgent.run(work, { ...made, id: 'young', limits: { expires: '2126-01-01T00:00:00Z' } })
  await expect(runAgent.run(work, { agent: 'architect/old', task: 'x' })).rejects.toMatchObject({
    code: 'DYNAMIC_EXPIRED',
  })
  await runAgent.run(work, { agent: 'architect/young', task: 'x' })
  expect(await readdir(join(paths.stateDirectory, 'dynamic/architect'))).toEqual([
    '.spent.json',
    'young.spent.json',
    'young.yaml',
  ])
  expect(await readdir(join(paths.stateDirectory, 'trash'))).toHaveLength(1)
})

test('a copy leaves nothing but its line in the log, and tells how far it is', async () => {
  const { paths, work } = await runSpace(says(learned))
  const files = async () =>
    (await readdir(paths.root, { recursive: true }))
      .filter((one) => !/^\.datacore\/(?:cache|state\/locks)\b/.test(one))
      .toSorted()
  const before = await files()
  const steps: unknown[] = []
  const onProgress: Work['onProgress'] = ({ stage, done, total }) =>
    void (stage === 'clone' && steps.push([done, total]))
  await spawnClones.run({ ...work, onProgress }, { from: 'architect', task: 'Read the clock.', rows: [1, 2, 3] })
  const log = ['execution_log.yaml', 'running', 'spawns'].map((name) => `.datacore/state/${name}`)
  expect((await files()).filter((one) => !before.includes(one))).toEqual(log)
  await indexNotes.run(work, {})
  expect(steps).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ])
  expect(await memoriesFor(work, 'architect')).toEqual([])
})
