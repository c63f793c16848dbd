import type { AgentCaller, ClientCaller, Space, UserCaller } from '@datacortex/space'
import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { spaceOf } from '../context.ts'

const space = {
  agents: { boss: { spawns: ['writer'] }, writer: { can_be_called_by: ['boss'] }, other: {}, open: {} },
  settings: { runners: { default: 'tee', tee: { plugin: 'runner-command', command: ['tee'] } } },
}
const reader: ClientCaller = { kind: 'client', rights: ['run', 'read'] }
const other: AgentCaller = { kind: 'agent', id: 'other', chain: ['other'], parent: undefined }

async function planned(
  asked: { readonly agent: string; readonly called_by?: string },
  caller: AgentCaller | ClientCaller | UserCaller,
): Promise<Awaited<ReturnType<Space['run']>>> {
  const { context } = await commandSpace(space)
  return await (await spaceOf(context)).as(caller).run({ ...asked, task: 'the tide', dry_run: true })
}

test('a person may speak for an agent, and nobody who comes by the network or is one', async () => {
  const asked = { agent: 'writer', called_by: 'boss' }
  expect(await planned(asked, { kind: 'user' })).toMatchObject({ dry_run: true, agent: 'writer', runner: 'tee' })
  const refused = (caller: string): object => ({ code: 'ROUTER_CALL_REFUSED', details: { caller } })
  await expect(planned(asked, reader)).rejects.toMatchObject(refused('user'))
  await expect(planned(asked, other)).rejects.toMatchObject({
    code: 'ROUTER_SPAWN_REFUSED',
    details: { caller: 'other' },
  })
})

test('what an agent would be given is shown to clients that may read', async () => {
  const runner: ClientCaller = { kind: 'client', rights: ['run'] }
  await expect(planned({ agent: 'open' }, runner)).rejects.toMatchObject({ code: 'SPACE_RIGHT_MISSING' })
  expect(await planned({ agent: 'open' }, reader)).toMatchObject({ parts: expect.any(Array) })
})
