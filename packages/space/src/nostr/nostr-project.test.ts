import { startRelay } from '@datacortex/testkit'
import { nip19 } from 'nostr-tools'
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { expect, test } from 'vitest'
import { publisher, pubkey, secret, signed } from '../__fixtures__/nostr-publisher.ts'
import { addToProject, showProject } from './nostr-project.ts'

test('several agents are added to a project by one event, which keeps what stood there', async () => {
  await using relay = await startRelay()
  const { work } = await publisher([relay.url])
  const project = `31933:${pubkey}:shop`
  const [one, two] = [
    signed([
      ['title', 'Poet'],
      ['d', 'poet'],
    ]),
    signed([['title', 'Auditor']]),
  ]
  for (const event of [
    one,
    two,
    signed(
      [
        ['d', 'shop'],
        ['title', 'Shop'],
        ['repo', 'x'],
        ['p', pubkey],
      ],
      31_933,
      secret,
    ),
  ])
    relay.plant(event)
  const agents = [
    nip19.naddrEncode({ kind: 4199, pubkey: one.pubkey, identifier: 'poet' }),
    two.id,
    nip19.npubEncode(one.pubkey),
  ]
  const plan = await addToProject.run(work, { project, agents })
  expect(plan).toMatchObject({ confirmed: false, added: [`agent ${one.id}`, `agent ${two.id}`, `p ${one.pubkey}`] })
  await addToProject.run(work, { project, agents, confirm: true })
  expect((await addToProject.run(work, { project, agents, confirm: true })).added).toEqual([])
  expect(relay.events().filter(({ kind }) => kind === 31_933)).toHaveLength(1)
  expect(await showProject.run(work, { project })).toMatchObject({
    title: 'Shop',
    agents: [
      { key: pubkey, leads: true },
      { key: one.pubkey, leads: false },
    ],
    definitions: [one.id, two.id],
  })
  // Its owner took all out elsewhere: what was signed here before is not the last word.
  const [before] = relay.events().filter(({ kind }) => kind === 31_933)
  const emptied = { kind: 31_933, tags: [['d', 'shop']], content: '', created_at: (before?.created_at ?? 0) + 5 }
  relay.plant(structuredClone(finalizeEvent(emptied, secret)))
  await addToProject.run(work, { project, agents: agents.slice(1, 2), confirm: true })
  relay.plant(structuredClone(finalizeEvent({ ...emptied, created_at: emptied.created_at + 5 }, secret)))
  const back = await addToProject.run(work, { project, agents: agents.slice(1, 2), confirm: true })
  expect(back.results).toMatchObject([{ status: 'published' }])
  expect((await showProject.run(work, { project })).definitions).toEqual([two.id])
  const others = `31933:${one.pubkey}:shop`
  await expect(addToProject.run(work, { project: others, agents })).rejects.toMatchObject({
    code: 'SPACE_NOSTR_PROJECT_OTHERS',
  })
  await expect(addToProject.run(work, { project, agents: ['f'.repeat(64)] })).rejects.toMatchObject({
    code: 'SPACE_NOSTR_AGENT_UNKNOWN',
  })
  const agent = {
    ...work,
    caller: { kind: 'agent', id: 'translator', chain: ['translator'], parent: undefined },
  } as const
  await expect(addToProject.run(agent, { project, agents, confirm: true })).rejects.toMatchObject({
    code: 'SPACE_RIGHT_MISSING',
  })
})

test('a key that a browser keeps signs what was shown, and nothing else is sent', async () => {
  await using relay = await startRelay()
  const { work } = await publisher([relay.url])
  const other = signed([['title', 'Poet']])
  relay.plant(other)
  const asked = { project: `31933:${pubkey}:shop`, agents: [other.id] }
  const { unsigned } = await addToProject.run(work, { ...asked, signed_by: { pubkey } })
  expect(unsigned).toMatchObject({
    kind: 31_933,
    pubkey,
    tags: [
      ['d', 'shop'],
      ['title', 'shop'],
      ['agent', other.id],
    ],
  })
  const sign = (draft: Parameters<typeof finalizeEvent>[0], key = secret) => ({
    ...structuredClone(finalizeEvent(draft, key)),
  })
  const { pubkey: _, ...draft } = unsigned
  const wrong = [
    undefined,
    {},
    sign({ ...draft, content: 'more' }),
    sign({ ...draft, created_at: draft.created_at + 7200 }),
    { ...sign(draft), sig: '0'.repeat(128) },
    sign(draft, generateSecretKey()),
  ]
  for (const event of wrong)
    await expect(
      addToProject.run(work, { ...asked, signed_by: { pubkey, event }, confirm: true }),
    ).rejects.toMatchObject({ code: 'EXPORT_SIGNED_OTHER' })
  expect(relay.events().filter(({ kind }) => kind === 31_933)).toEqual([])
  const event = sign(draft)
  await addToProject.run(work, { ...asked, signed_by: { pubkey, event }, confirm: true })
  expect(relay.events().filter(({ kind }) => kind === 31_933)).toEqual([event])
})
