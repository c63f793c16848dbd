import { planRun } from '@datacortex/execution'
import { readCatalogue } from '@datacortex/registry'
import { expect, test, vi } from 'vitest'
import { commandSpace } from './__fixtures__/command-space.ts'
import { bundledPlugins } from './bundled-plugins.ts'
import { agentRun } from './commands/agent-run.ts'
import { trustApprove, trustRevoke } from './commands/trust.ts'
import { runRefusals } from './run-refusals.ts'

const names = ['runners.tee']

test('a dry run says what the run would be refused for', async () => {
  const { paths, context } = await commandSpace({
    agents: { writer: {} },
    settings: { runners: { default: 'tee', tee: { plugin: 'runner-command', command: ['tee', '-a'] } } },
    executions: [{ id: 'taken', agent_id: 'writer' }],
  })
  vi.stubEnv('DATACORTEX_CONFIG_DIR', `${paths.root}/user`)
  const catalogue = await readCatalogue(paths, { bundledDirectory: bundledPlugins() })
  const plan = await planRun(paths, { catalogue, agent: 'writer', task: 'the tide' })
  const { signal } = context
  const refused = async (executionId?: string): Promise<readonly string[]> =>
    (await runRefusals(paths, { plan, executionId, signal })).map(({ code }) => code)
  await trustApprove(context, { names, yes: true })
  expect(await refused()).toEqual([])
  expect(await refused('new')).toEqual([])
  expect(await refused('taken')).toEqual(['EXECUTION_ID_TAKEN'])
  await trustRevoke(context, { names })
  const both = ['EXECUTION_ID_TAKEN', 'MODULE_COMMAND_NOT_APPROVED']
  expect(await refused('taken')).toEqual(both)

  const asked = { id: 'writer', task: 'the tide', calledBy: 'user' }
  const { data, lines, exitCode = 0 } = await agentRun(context, { ...asked, executionId: 'taken', dryRun: true })
  expect(exitCode).toBe(0)
  expect(data).toMatchObject({ dry_run: true, findings: both.map((code) => ({ code, severity: 'error' })) })
  expect(lines.slice(0, 5)).toEqual([
    'would not run  writer by tee',
    expect.stringMatching(/^refused {4}EXECUTION_ID_TAKEN {2}There is an execution "taken" already/),
    expect.stringMatching(/^hint {7}/),
    expect.stringMatching(/^refused {4}MODULE_COMMAND_NOT_APPROVED .* runners.tee: you have not approved it/),
    expect.stringMatching(/^hint .*datacortex trust approve runners.tee$/),
  ])
  // As the run itself.
  await expect(agentRun(context, asked)).rejects.toMatchObject({ code: 'MODULE_COMMAND_NOT_APPROVED' })
})
