import { startRelay } from '@datacortex/testkit'
import { nip19 } from 'nostr-tools'
import { expect, test } from 'vitest'
import { publisher, signed } from '../__fixtures__/nostr-publisher.ts'
import { importAgents } from '../agents/import-agents.ts'
import { showOnNostr } from './find-on-nostr.ts'

test('a team is shown with its lead first, and imported member by member; one that no relay has is named', async () => {
  await using relay = await startRelay()
  const { work } = await publisher([relay.url])
  const [poet, critic] = ['Poet', 'Critic'].map((title) =>
    signed([
      ['title', title],
      ['d', title],
    ]),
  )
  const missing = 'f'.repeat(64)
  const team = signed(
    [['d', 'verse'], ['title', 'Verse'], ...[critic?.id, missing, poet?.id, critic?.id].map((id) => ['e', id ?? ''])],
    34_199,
  )
  for (const event of [poet, critic, team]) relay.plant(event)
  const address = nip19.naddrEncode({ kind: 34_199, pubkey: team.pubkey, identifier: 'verse' })
  for (const reference of [address, nip19.neventEncode({ id: team.id })])
    expect(await showOnNostr.run(work, { reference })).toMatchObject({
      team: { title: 'Verse', members: [{ name: 'Critic' }, { name: 'Poet' }], missing: [missing] },
    })
  const done = await importAgents.run(work, { from: [address] })
  expect(done).toMatchObject({
    imported: [{ id: 'critic' }, { id: 'poet' }],
    disabled: true,
    findings: [{ code: 'SPACE_NOSTR_MEMBER_MISSING', subject: missing, severity: 'warning' }],
  })
  expect(await importAgents.run(work, { from: [address] })).toMatchObject({
    imported: [],
    unchanged: [{ id: 'critic' }, { id: 'poet' }],
  })
  const back = signed([['a', `34199:${team.pubkey}:verse`]], 5)
  relay.plant(back)
  await expect(showOnNostr.run(work, { reference: address })).rejects.toMatchObject({ code: 'NOSTR_NOTHING_FOUND' })
})
