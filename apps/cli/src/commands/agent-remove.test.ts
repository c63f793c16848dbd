import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { removalLines } from '../output/removal-lines.ts'
import { agentRemove } from './agent-remove.ts'

const registered = [{ chainId: '1', identityRegistry: '0x1', agentId: 7 }]
const agents = {
  writer: { spawns: ['tuner', 'keeper'] },
  'old-tuner': { alias: 'tuner' },
  tuner: { source: 'agents/tuner.md', erc8004: { chainRegistrations: registered } },
  keeper: {},
}

test('what it means that agents go is shown, and without a yes nobody goes', async () => {
  const { paths, context } = await commandSpace({ agents })
  const before = await readFile(paths.agentsFile, 'utf8')
  const { data, lines } = await agentRemove(context, { ids: ['tuner'], dryRun: true })
  expect(data).toMatchObject({ dry_run: true, removed: ['tuner'], taken_over: [] })
  expect(lines).toEqual([
    'agent      tuner  agents/tuner.md',
    'note       tuner is registered on chain 1 as 7; it stays there, and the number goes with the entry',
    'note       spawns of writer still names tuner',
    'note       old-tuner is an alias of tuner and leads nowhere then: datacortex agent remove old-tuner',
    'would remove 1 agent',
    'dry run    nothing was changed',
  ])
  await expect(agentRemove(context, { ids: ['tuner'] })).rejects.toMatchObject({
    code: 'CLI_ANSWER_NEEDED',
    message: expect.stringContaining('Take 1 agent out of agents.yaml?'),
  })
  expect(await readFile(paths.agentsFile, 'utf8')).toBe(before)
})

test('an agent of a module that takes the place of one is told', () => {
  expect(removalLines({ agents: [], named_by: [], taken_over: ['tuner'], dynamic: [] })).toEqual([
    'note       a module brings an agent tuner as well, which takes its place',
  ])
})

test('where no agent was made from a path nobody is asked', async () => {
  const { paths, context } = await commandSpace({ agents })
  await writeFile(`${paths.root}/a b`, '')
  const { data, lines } = await agentRemove(context, { ids: [], from: [`${paths.root}/a b`] })
  expect(data).toMatchObject({ removed: [] })
  expect(lines).toEqual([expect.stringMatching(/^nothing {4}no agent of this space was made from .*a b'$/)])
  await expect(agentRemove(context, { ids: [] })).rejects.toMatchObject({ code: 'CLI_USAGE' })
})
