import { expect, test } from 'vitest'
import { registryOf } from '../__fixtures__/registry-of.ts'
import { checkCall, spawnDepth, checkDelegate, checkSpawn } from './check-spawn.ts'

// As in DIP-0016 §11.1, and DIP-0021's former names.
const registry = registryOf({
  executor: {
    spawns: ['old-researcher', 'writer', 'open', 'removed'],
    can_be_called_by: ['nightshift', 'user'],
    delegates_to: ['expert'],
  },
  researcher: { spawns: [], can_be_called_by: ['old-executor', 'user'], delegates_to: [] },
  'old-researcher': { deprecated: true, alias: 'researcher', note: 'Renamed.' },
  'old-executor': { alias: 'executor' },
  writer: { can_be_called_by: ['user'] },
  open: { spawns: ['*'], can_be_called_by: [] },
  expert: { delegates_to: ['executor', 'expert'] },
  twin: { spawns: ['twin', 'open'] },
  removed: { removed: true, note: 'Absorbed into executor' },
})

test('what the rules allow', () => {
  expect(checkSpawn(registry, { caller: 'executor', agent: 'researcher' })).toMatchObject({
    agent: { id: 'researcher' },
    notes: [],
    chain: ['executor', 'researcher'],
  })
  // By former names on either side.
  expect(checkSpawn(registry, { caller: 'old-executor', agent: 'old-researcher' })).toMatchObject({
    agent: { id: 'researcher' },
    notes: ['old-researcher is deprecated; use researcher. Renamed.'],
    chain: ['executor', 'researcher'],
  })
  expect(checkCall(registry, { caller: 'user', agent: 'writer' }).agent.id).toBe('writer')
  expect(checkCall(registry, { caller: 'nightshift', agent: 'executor' }).agent.id).toBe('executor')
  // Absent and empty lists of callers mean anybody, also one that has no entry.
  expect(checkCall(registry, { caller: 'a-script', agent: 'open' }).agent.id).toBe('open')
  expect(checkCall(registry, { caller: 'a-script', agent: 'expert' }).agent.id).toBe('expert')
  expect(checkSpawn(registry, { caller: 'open', agent: 'expert' }).chain).toEqual(['open', 'expert'])
  expect(checkSpawn(registry, { caller: 'user', agent: 'writer', chain: ['user'] }).chain).toEqual(['writer'])
  expect(checkDelegate(registry, { caller: 'executor', agent: 'expert' }).chain).toEqual(['executor', 'expert'])
})

test('spawns: an agent that is not listed', () => {
  expect(() => checkSpawn(registry, { caller: 'executor', agent: 'expert' })).toThrow(
    expect.objectContaining({
      code: 'ROUTER_SPAWN_REFUSED',
      message:
        'executor may not start expert: the rule is `spawns` of executor, which has old-researcher, writer, open, removed.',
      details: { rule: 'spawns', caller: 'executor', agent: 'expert', allowed: expect.any(Array) },
    }),
  )
})

test.each(['researcher', 'writer'])('spawns: an empty or absent list means none (%s)', (caller) => {
  expect(() => checkSpawn(registry, { caller, agent: 'open' })).toThrow(
    expect.objectContaining({
      code: 'ROUTER_SPAWN_REFUSED',
      message: `${caller} may not start open: the rule is \`spawns\` of ${caller}, which is empty.`,
    }),
  )
})

test('a list of which something could not be read is not said to be empty', () => {
  const agents = new Map(registry.agents)
  const own = agents.get('writer')
  if (own === undefined) throw new Error('It is not there.')
  agents.set('writer', { ...own, unread: [{ field: 'spawns[0]', reason: 'should be text but is a map' }] })
  expect(() => checkSpawn({ ...registry, agents }, { caller: 'writer', agent: 'open' })).toThrow(
    "writer may not start open: the rule is `spawns` of writer, which has something that can't be read.",
  )
})

test('can_be_called_by: a caller that is not listed, also if it may spawn the agent', () => {
  const refused = expect.objectContaining({
    code: 'ROUTER_CALL_REFUSED',
    message: 'executor may not call writer: the rule is `can_be_called_by` of writer, which has user.',
  })
  expect(() => checkSpawn(registry, { caller: 'executor', agent: 'writer' })).toThrow(refused)
  expect(() => checkCall(registry, { caller: 'executor', agent: 'writer' })).toThrow(refused)
  for (const caller of ['nightshift', 'cron', 'a-script'])
    expect(
      () =>
        checkSpawn(registry, { caller: 'user', agent: 'writer' }) && checkCall(registry, { caller, agent: 'writer' }),
    ).toThrow(expect.objectContaining({ code: 'ROUTER_CALL_REFUSED', details: expect.objectContaining({ caller }) }))
})

test('delegates_to: an agent that is only among spawns, and an absent list', () => {
  expect(() => checkDelegate(registry, { caller: 'executor', agent: 'researcher' })).toThrow(
    expect.objectContaining({
      code: 'ROUTER_DELEGATE_REFUSED',
      message: 'executor may not hand over to researcher: the rule is `delegates_to` of executor, which has expert.',
    }),
  )
  expect(() => checkDelegate(registry, { caller: 'writer', agent: 'open' })).toThrow(
    expect.objectContaining({ code: 'ROUTER_DELEGATE_REFUSED' }),
  )
})

test('cycles: by way of others, by handing over, by former names', () => {
  expect(() => checkSpawn(registry, { caller: 'open', agent: 'twin', chain: ['twin', 'open'] })).toThrow(
    expect.objectContaining({
      code: 'ROUTER_SPAWN_CYCLE',
      message: 'twin is not started: it runs already, twin → open → twin.',
    }),
  )
  expect(() =>
    checkSpawn(registry, { caller: 'executor', agent: 'researcher', chain: ['old-researcher', 'executor'] }),
  ).toThrow(expect.objectContaining({ code: 'ROUTER_SPAWN_CYCLE' }))
  expect(() => checkSpawn(registry, { caller: 'open', agent: 'expert', chain: ['expert'] })).toThrow(
    expect.objectContaining({ code: 'ROUTER_SPAWN_CYCLE' }),
  )
  expect(() => checkDelegate(registry, { caller: 'expert', agent: 'expert' })).toThrow(
    expect.objectContaining({ code: 'ROUTER_SPAWN_CYCLE' }),
  )
  // `*` is no leave to start oneself.
  expect(() => checkSpawn(registry, { caller: 'open', agent: 'open' })).toThrow(
    expect.objectContaining({ code: 'ROUTER_SPAWN_CYCLE' }),
  )
})

test('an agent does not escape the rules by the name of a clock; `user` stays the person', () => {
  const named = registryOf({ cron: { spawns: [] }, user: { spawns: [] }, open: {} })
  expect(() => checkSpawn(named, { caller: 'cron', agent: 'open', chain: ['cron'] })).toThrow(
    expect.objectContaining({ code: 'ROUTER_SPAWN_REFUSED' }),
  )
  expect(checkSpawn(named, { caller: 'user', agent: 'open' }).chain).toEqual(['open'])
  expect(checkSpawn(named, { caller: 'scheduler', agent: 'open' }).chain).toEqual(['open'])
  const spawning = registryOf({ cron: { spawns: ['open'] }, open: {} })
  expect(checkSpawn(spawning, { caller: 'cron', agent: 'open' }).chain).toEqual(['cron', 'open'])
})

test('depth: an agent that may start itself stops at the limit', () => {
  let chain: readonly string[] = ['twin']
  while (chain.length < spawnDepth) ({ chain } = checkSpawn(registry, { caller: 'twin', agent: 'twin', chain }))
  expect(() => checkSpawn(registry, { caller: 'twin', agent: 'twin', chain })).toThrow(
    expect.objectContaining({
      code: 'ROUTER_SPAWN_DEPTH',
      message: 'twin is not started: twin → twin → twin → twin → twin → twin would be deeper than 5 agents.',
    }),
  )
  expect(() => checkSpawn(registry, { caller: 'user', agent: 'open', maxDepth: 0 })).toThrow(
    expect.objectContaining({ code: 'ROUTER_SPAWN_DEPTH' }),
  )
})

test('agents that are not there, and callers without an entry that want to start one', () => {
  expect(() => checkSpawn(registry, { caller: 'executor', agent: 'removed' })).toThrow(
    expect.objectContaining({
      code: 'REGISTRY_AGENT_REMOVED',
      message: 'The agent "removed" was removed: Absorbed into executor.',
    }),
  )
  expect(() => checkCall(registry, { caller: 'user', agent: 'nobody' })).toThrow(
    expect.objectContaining({ code: 'REGISTRY_AGENT_NOT_FOUND' }),
  )
  expect(() => checkSpawn(registry, { caller: 'nobody', agent: 'open' })).toThrow(
    expect.objectContaining({ code: 'REGISTRY_AGENT_NOT_FOUND' }),
  )
})

test('names that differ only in their Unicode form are the same', () => {
  const agents = registryOf({
    'boss\u00e9': { spawns: ['cafe\u0301'] },
    'caf\u00e9': { can_be_called_by: ['bosse\u0301'] },
  })
  expect(checkSpawn(agents, { caller: 'bosse\u0301', agent: 'cafe\u0301', chain: [] }).agent.id).toBe('caf\u00e9')
})
