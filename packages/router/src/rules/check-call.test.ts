import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownPaths, spacePaths } from '@datacortex/platform'
import { type Registry, readRegistry } from '@datacortex/registry'
import { checkCall, checkDelegate, checkSpawn } from './check-spawn.ts'

async function registryWith(rule: string): Promise<Registry> {
  const root = await mkdtemp(join(tmpdir(), 'router-rules-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const paths = ownPaths(spacePaths(root))
  await mkdir(dirname(paths.agentsFile), { recursive: true })
  const text = `agents:
  boss: {name: Boss, description: Leads, skills: [], spawns: [writer], delegates_to: [writer]}
  writer: {name: Writer, description: Writes, skills: [], ${rule}}
  old-writer: {alias: writer}
`
  await writeFile(paths.agentsFile, text)
  return await readRegistry(paths)
}

test.each([
  ['can_be_called_by: {boss: true}', { field: 'can_be_called_by', reason: 'should be a list of texts but is a map' }],
  ['can_be_called_by: [{agent: boss}]', { field: 'can_be_called_by[0]', reason: 'should be text but is a map' }],
  [
    'can_be_called_by: [[boss], {agent: boss}]',
    { field: 'can_be_called_by[0]', reason: 'should be text but is a list' },
  ],
  ['called_by: {boss: true}', { field: 'called_by', reason: 'should be a list of texts but is a map' }],
  ['can_be_called_by: {called_by: [], only: boss}', { field: 'can_be_called_by.only', reason: 'is none of called_by' }],
])('callers that can not be read are not anybody: %s', async (rule, why) => {
  const registry = await registryWith(rule)
  const refused = (caller: string): unknown =>
    expect.objectContaining({
      code: 'ROUTER_CALL_REFUSED',
      message: `${caller} may not call writer: the rule is \`can_be_called_by\` of writer, which has nothing that can be read.`,
      hint: expect.stringMatching(
        /^Write it in the entry of writer as a list of ids, such as `can_be_called_by: \[user\]`/,
      ),
      details: {
        rule: 'can_be_called_by',
        caller,
        agent: 'writer',
        allowed: [],
        unread: expect.arrayContaining([why]),
      },
    })
  for (const caller of ['user', 'boss', 'nightshift', 'a-script'])
    for (const agent of ['writer', 'old-writer'])
      expect(() => checkCall(registry, { caller, agent })).toThrow(refused(caller))
  expect(() => checkSpawn(registry, { caller: 'boss', agent: 'writer' })).toThrow(refused('boss'))
  expect(() => checkDelegate(registry, { caller: 'boss', agent: 'writer' })).toThrow(refused('boss'))
})

test('the hint says how it is written now', async () => {
  const registry = await registryWith('can_be_called_by: [{agent: boss}]')
  expect(() => checkCall(registry, { caller: 'user', agent: 'writer' })).toThrow(
    expect.objectContaining({
      hint: 'Write it in the entry of writer as a list of ids, such as `can_be_called_by: [user]`. Now can_be_called_by[0] should be text but is a map; can_be_called_by names nobody in a way that can be read.',
    }),
  )
})

test('callers that can be read count, also beside some that can not', async () => {
  const registry = await registryWith('can_be_called_by: [{agent: boss}, user]')
  expect(checkCall(registry, { caller: 'user', agent: 'writer' }).agent.id).toBe('writer')
  expect(() => checkCall(registry, { caller: 'boss', agent: 'writer' })).toThrow(
    expect.objectContaining({
      code: 'ROUTER_CALL_REFUSED',
      message: 'boss may not call writer: the rule is `can_be_called_by` of writer, which has user.',
    }),
  )
})

test.each(['can_be_called_by: []', 'can_be_called_by: ', 'can_be_called_by: [null]', 'reads: 5'])(
  'nothing written still means anybody: %s',
  async (rule) => {
    const registry = await registryWith(rule)
    expect(checkCall(registry, { caller: 'a-script', agent: 'writer' }).agent.id).toBe('writer')
  },
)

test.each(['{boss: true}', '[{agent: boss}]', '5', '[[boss]]'])(
  'spawns and delegates_to that can not be read name nobody: %s',
  async (value) => {
    const registry = await registryWith(`spawns: ${value}, delegates_to: ${value}`)
    expect(() => checkSpawn(registry, { caller: 'writer', agent: 'boss' })).toThrow(
      expect.objectContaining({ code: 'ROUTER_SPAWN_REFUSED' }),
    )
    expect(() => checkDelegate(registry, { caller: 'writer', agent: 'boss' })).toThrow(
      expect.objectContaining({ code: 'ROUTER_DELEGATE_REFUSED' }),
    )
  },
)
