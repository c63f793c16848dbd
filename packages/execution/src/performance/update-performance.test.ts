import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type RegistryEditor, readRegistry, updateRegistry } from '@datacortex/registry'
import { agentsText, registrySpace, registryText } from '../evaluations/__fixtures__/registry-space.ts'
import { execution } from '../log/__fixtures__/execution.ts'
import { giveFeedback } from '../evaluations/give-feedback.ts'
import { appendToLog } from '../log/append-to-log.ts'
import { updatePerformance } from './update-performance.ts'

test('writes what the log shows and leaves every other byte alone', async () => {
  const paths = await registrySpace()
  await appendToLog(paths, {
    executions: [
      execution('1', { skill: 'draft' }),
      execution('2', { agent_id: 'scribe', status: 'failed' }),
      execution('3', { agent_id: 'planner' }),
      execution('4', { agent_id: 'critic' }),
      execution('5', { agent_id: 'nobody' }),
    ],
  })
  const { updated, unknown, unchanged } = await updatePerformance(paths)
  expect([[...updated].sort(), unknown, unchanged]).toEqual([['critic', 'planner', 'writer'], ['nobody'], []])
  const after = await agentsText(paths)
  const before = registryText.split('\n')
  // Lines that are gone, and lines that are new.
  expect(before.filter((line) => !after.split('\n').includes(line))).toMatchInlineSnapshot(`
    [
      "      total_executions: 1",
      "      success_rate: 1",
      "  critic: {name: Critic, description: Judges, skills: []}",
    ]
  `)
  expect(
    after
      .split('\n')
      .filter((line) => !before.includes(line))
      .join('\n'),
  ).toMatchInlineSnapshot(`
    "      total_executions: 2
          success_rate: 0.5
          avg_duration_ms: 45000
          last_execution: 2025-12-21T10:15:32.000Z
          skill_metrics:
            draft:
              executions: 1
              success_rate: 1
      critic: {name: Critic, description: Judges, skills: [], performance: {total_executions: 1, success_rate: 1, avg_duration_ms: 45000, last_execution: 2025-12-21T10:15:32.000Z}}
            performance:
              total_executions: 1
              success_rate: 1
              avg_duration_ms: 45000
              last_execution: 2025-12-21T10:15:32.000Z"
  `)
  const { agents } = await readRegistry(paths)
  expect(agents.get('writer')?.entry.performance).toMatchObject({ total_executions: 2, success_rate: 0.5 })
  expect(agents.get('planner')?.entry.performance).toMatchObject({ total_executions: 1 })

  expect(await updatePerformance(paths)).toMatchObject({ updated: [] })
  expect(await agentsText(paths)).toBe(after)
})

test('only the agents that were asked for, and nothing on a dry run', async () => {
  const paths = await registrySpace()
  await appendToLog(paths, { executions: [execution('1'), execution('2', { agent_id: 'critic' })] })
  expect(await updatePerformance(paths, { dryRun: true })).toMatchObject({ updated: ['critic', 'writer'] })
  expect(await agentsText(paths)).toBe(registryText)
  const { updated, performance } = await updatePerformance(paths, { agentIds: ['scribe'] })
  expect([updated, [...performance.keys()]]).toEqual([['writer'], ['writer']])
  expect((await readRegistry(paths)).agents.get('critic')?.entry.performance).toBeUndefined()
})

test('an entry that the registry refuses to edit is a finding, and the others are written', async () => {
  const paths = await registrySpace()
  const text = registryText.replace('      success_rate: 1\n', '      x-note: mine\n')
  await writeFile(paths.agentsFile, text)
  await appendToLog(paths, { executions: [execution('1'), execution('2', { agent_id: 'critic' })] })
  const { updated, findings } = await updatePerformance(paths)
  expect(updated).toEqual(['critic'])
  expect(findings).toMatchObject([{ code: 'EXECUTION_PERFORMANCE_NOT_WRITTEN', subject: 'writer' }])
  expect(await agentsText(paths)).toContain('      x-note: mine\n')
})

test('an agent of a module is known and gets its figures, though it has no entry in agents.yaml', async () => {
  const paths = await registrySpace()
  await appendToLog(paths, { executions: [execution('1', { agent_id: 'file-reader' })] })
  const registry = await readRegistry(paths)
  const entry = { name: 'File reader', description: 'Reads', skills: [] }
  const agents = new Map([...registry.agents, ['file-reader', { id: 'file-reader', entry, module: 'files' }] as const])
  const options = { agentIds: ['file-reader'], registry: { ...registry, agents } }
  const update = await updatePerformance(paths, options)
  expect(update).toMatchObject({ updated: [], unchanged: [], unwritten: ['file-reader'], unknown: [], findings: [] })
  expect(update.performance.get('file-reader')).toMatchObject({ total_executions: 1, success_rate: 1 })
  expect(await agentsText(paths)).toBe(registryText)
  expect(await updatePerformance(paths)).toMatchObject({ unwritten: [], unknown: ['file-reader'] })
})

test('an empty log changes nothing', async () => {
  const paths = await registrySpace()
  expect(await updatePerformance(paths)).toMatchObject({ updated: [], unknown: [] })
  expect(await agentsText(paths)).toBe(registryText)
})

test('with an agent of a ring of ratings the others of the ring are brought in step, and nobody else', async () => {
  const paths = await registrySpace()
  const outside = 'performance: {reputation: {score: 90, feedback_count: 1, positive_rate: 1}}'
  const names = ['c', 'd', 'e', 'f']
  const entries = names.map((id) => `  ${id}: {name: ${id}, description: Rates${id === 'f' ? `, ${outside}` : ''}}\n`)
  await writeFile(paths.agentsFile, `agents:\n${entries.join('')}`)
  await appendToLog(paths, { executions: names.map((id) => execution(`r${id}`, { agent_id: id })) })
  const rate = async (of: string, by: string): Promise<unknown> => {
    const evaluation = { id: `eval-${of}`, execution_id: `r${of}`, evaluated_agent: of, evaluator_agent: by, tags: [] }
    const scores = { task_completion: 100, output_quality: 100, efficiency: 100 }
    await appendToLog(paths, { evaluations: [{ ...evaluation, timestamp: '2025-12-21T10:15:32.000Z', scores }] })
    return (await updatePerformance(paths, { agentIds: [of] })).updated
  }
  expect([await rate('c', 'd'), await rate('d', 'e')]).toEqual([['c'], ['d']])
  expect(await rate('e', 'c')).toEqual(['e', 'd', 'c'])
  const { agents } = await readRegistry(paths)
  const scores = names.map((id) => agents.get(id)?.entry.performance?.reputation?.score)
  expect(scores).toEqual([undefined, undefined, undefined, 90])
})

const fromChain = { score: 65, feedback_count: 2, positive_rate: 0.5 }

/** As `chain reputation --record` does it. */
function record(editor: RegistryEditor): void {
  const entry = editor.get('writer')
  if (entry === undefined) throw new Error('There is no writer.')
  editor.setAgent('writer', { ...entry, performance: { ...entry.performance, reputation: fromChain } })
}

test('a reputation that was recorded from a chain stays until the log has a rating of the agent', async () => {
  const paths = await registrySpace()
  const written = async () => (await readRegistry(paths)).agents.get('writer')?.entry.performance
  await updateRegistry(paths, record)
  await appendToLog(paths, { executions: [execution('1'), execution('2')] })
  const { updated, performance } = await updatePerformance(paths, { agentIds: ['writer'] })
  expect(updated).toEqual(['writer'])
  expect(performance.get('writer')).toMatchObject({ total_executions: 2, reputation: fromChain })
  expect(await written()).toMatchObject({ total_executions: 2, reputation: fromChain })
  expect(await updatePerformance(paths)).toMatchObject({ updated: [], unchanged: ['writer'] })

  await giveFeedback(paths, { execution_id: '1', verdict: 'positive' })
  await updatePerformance(paths)
  expect((await written())?.reputation).toEqual({ score: 58.3, feedback_count: 1, positive_rate: 1 })
})

test('one that is recorded while an update waits for the file stays, too', async () => {
  const paths = await registrySpace()
  await appendToLog(paths, { executions: [execution('1'), execution('2')] })
  const registry = await readRegistry(paths)
  let updating: Promise<unknown> | undefined
  await updateRegistry(paths, (editor) => {
    // It knows the registry as it was before.
    updating = updatePerformance(paths, { agentIds: ['writer'], registry })
    record(editor)
  })
  await updating
  const { agents } = await readRegistry(paths)
  expect(agents.get('writer')?.entry.performance).toMatchObject({ total_executions: 2, reputation: fromChain })
})
