import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '@datacortex/platform'
import { workSpace } from '../__fixtures__/work-space.ts'
import { evaluateRun } from '../agents/evaluate-run.ts'
import { giveFeedback } from '../agents/give-feedback.ts'
import { runAgent } from '../agents/run-agent.ts'
import { showAgent } from '../agents/show-agent.ts'
import type { Caller } from '../caller/caller.ts'
import { openSpaceSources } from '../parts/open-space-sources.ts'
import type { Work } from '../work.ts'
import { catalogueFor } from './catalogue-with.ts'
import { createAgent } from './create-agent.ts'

const parent = { runtime: { tools: ['Read', 'Write'] }, spawns: ['helper'], sources: ['journals', 'reports'] }
const command = [
  process.execPath,
  '-e',
  'process.stdin.resume(); console.log("may use:", process.env.DATACORTEX_TOOLS)',
]
const settings = { runners: { default: 'own', own: { plugin: 'runner-command', command } } }

async function childSpace() {
  const { paths, work } = await workSpace({ agents: { architect: parent, helper: {} }, settings })
  const capabilities = ['tools:Read', 'sources:journals']
  await createAgent.run(work, { id: 'solver', parent: 'architect', primer: 'You solve.', capabilities })
  const caller: Caller = { kind: 'agent', id: 'architect/solver', chain: ['architect/solver'], parent: 'exec-1' }
  const yes = async (): Promise<boolean> => await Promise.resolve(true)
  const mine: Work = { ...work, ask: { confirm: yes, mayRun: yes } }
  return { paths, work: mine, own: { ...mine, caller, catalogue: catalogueFor(work, caller) } }
}

test('a source that is not its own is not asked in its run, and the reason says so', async () => {
  const { paths, work, own } = await childSpace()
  const entry = {
    type: 'internal',
    module: 'source-files',
    tool: 'read',
    layers: ['research'],
    content_type: 'documents',
  }
  const both = { journals: { ...entry, description: 'Journals' }, reports: { ...entry, description: 'Reports' } }
  await mkdir(dirname(paths.sourcesFile), { recursive: true })
  await writeFile(paths.sourcesFile, JSON.stringify({ sources: both }))
  const readyFor = async (one: Work) => {
    await using sources = await openSpaceSources(one, { modules: [], settings: await readSettings(paths) })
    const { ready, skipped } = await sources.eligible('research')
    return { ready: ready.map(({ id }) => id), reason: skipped.find(({ source }) => source === 'reports')?.reason }
  }
  expect((await readyFor(work)).ready).toEqual(expect.arrayContaining(['journals', 'reports']))
  expect(await readyFor(own)).toEqual({
    ready: ['journals'],
    reason: 'it is not among the sources of architect/solver',
  })
})

test('its program is handed its tools and not those of its parent, and it starts nobody that it may not', async () => {
  const { work, own } = await childSpace()
  expect(await runAgent.run(work, { agent: 'architect/solver', task: 'Do it.' })).toMatchObject({
    text: expect.stringMatching(/^may use: Read\s*$/),
  })
  await expect(runAgent.run(own, { agent: 'helper', task: 'Help.' })).rejects.toMatchObject({
    code: expect.stringMatching(/^ROUTER_\w+_REFUSED$/),
  })
})

test('its runs are evaluated and judged like those of others, by its path', async () => {
  const { work } = await childSpace()
  const ran = await runAgent.run(work, { agent: 'architect/solver', task: 'Do it.' })
  const id = 'execution_id' in ran ? ran.execution_id : ''
  const scores = { task_completion: 90, output_quality: 80, efficiency: 70 }
  expect(await evaluateRun.run(work, { execution_id: id, evaluator_agent: 'helper', scores })).toMatchObject({
    evaluated_agent: 'architect/solver',
    evaluator_agent: 'helper',
  })
  expect(await giveFeedback.run(work, { execution_id: id, verdict: 'positive' })).toMatchObject({
    agent_id: 'architect/solver',
    verdict: 'positive',
  })
  const { performance } = await showAgent.run(work, { agent: 'architect/solver' })
  expect(performance).toMatchObject({ total_executions: 1, reputation: { feedback_count: 2, positive_rate: 1 } })
})
