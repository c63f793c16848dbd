import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { agentRun } from './agent-run.ts'
import { trustAllow, trustRevoke } from './trust.ts'

const names = ['runners.tee']

test('a dry run says what the run would be refused for', async () => {
  const { paths, context } = await commandSpace({
    agents: { writer: {} },
    settings: { runners: { default: 'tee', tee: { plugin: 'runner-command', command: ['tee', '-a'] } } },
    executions: [{ id: 'taken', agent_id: 'writer' }],
  })
  const asked = { agent: 'writer', task: 'the tide', calledBy: 'user' }
  const refused = async (executionId?: string): Promise<readonly string[]> => {
    const { data } = await agentRun(context, { ...asked, executionId, dryRun: true })
    return Object(data).findings.map(({ code }: { readonly code: string }) => code)
  }
  await trustAllow(context, { names, yes: true })
  expect(await refused()).toEqual([])
  expect(await refused('new')).toEqual([])
  expect(await refused('taken')).toEqual(['EXECUTION_ID_TAKEN'])
  expect(await refused('a b')).toEqual(['EXECUTION_ID_INVALID'])
  await mkdir(join(paths.stateDirectory, 'running'), { recursive: true })
  await writeFile(join(paths.stateDirectory, 'running/under-way.json'), '{}')
  expect(await refused('under-way')).toEqual(['EXECUTION_ID_TAKEN'])
  expect(await refused('Under-Way')).toEqual(['EXECUTION_ID_TAKEN'])
  // The setting is allowed, and its command is another one now.
  await rm(join(paths.root, '.user/approved-commands'), { recursive: true })
  const both = ['EXECUTION_ID_TAKEN', 'MODULE_COMMAND_NOT_APPROVED']
  expect(await refused('taken')).toEqual(both)

  const { data, lines, exitCode = 0 } = await agentRun(context, { ...asked, executionId: 'taken', dryRun: true })
  expect(exitCode).toBe(0)
  expect(data).toMatchObject({ dry_run: true, findings: both.map((code) => ({ code, severity: 'error' })) })
  expect(lines.slice(0, 5)).toEqual([
    'would not run  writer by tee',
    expect.stringMatching(/^refused {4}EXECUTION_ID_TAKEN {2}There is an execution "taken" already/),
    expect.stringMatching(/^hint {7}/),
    expect.stringMatching(/^refused {4}MODULE_COMMAND_NOT_APPROVED .* runners.tee: you have not approved it/),
    expect.stringMatching(/^hint .*datacortex trust allow runners.tee$/),
  ])
  const hooks = {
    pre: [{ type: 'validate-preconditions', config: { required_files: ['style.md'], abort_on_failure: false } }],
  }
  await writeFile(paths.agentsFile, JSON.stringify({ agents: { writer: { name: 'W', description: 'd', hooks } } }))
  await trustAllow(context, { names, yes: true })
  const reported = await agentRun(context, { ...asked, dryRun: true })
  expect(reported.data).toMatchObject({ findings: [{ code: 'EXECUTION_PRECONDITION_MISSING', severity: 'warning' }] })
  expect(reported.lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^would run {2}writer by tee, /),
    expect.stringMatching(/^note {7}.*style\.md/),
  ])
  await trustRevoke(context, { names })
  await expect(agentRun(context, { ...asked, dryRun: true })).rejects.toMatchObject({ code: 'SPACE_RESTRICTED' })
  await expect(agentRun(context, asked)).rejects.toMatchObject({ code: 'SPACE_RESTRICTED' })
})
