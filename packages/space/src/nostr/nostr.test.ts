import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { listNostrKeys } from '@datacortex/export'
import { readDefinition, readDiscovery } from '@datacortex/protocols'
import { startRelay } from '@datacortex/testkit'
import { nip19 } from 'nostr-tools'
import { expect, test } from 'vitest'
import { agents, fresh, publisher, pubkey, secret, signed } from '../__fixtures__/nostr-publisher.ts'
import { agentContext } from '../agents/agent-context.ts'
import { chooseDefaultAgent } from './default-agent.ts'
import { findOnNostr, showOnNostr } from './find-on-nostr.ts'
import { addRelays, listRelays, removeRelays } from './nostr-relays.ts'
import { publishDiscovery } from './publish-discovery.ts'
import { publishOnNostr } from './publish-on-nostr.ts'

test('agents are planned, published once, published again only when they changed', async () => {
  await using one = await startRelay()
  await using two = await startRelay()
  const { work, paths, key } = await publisher([one.url])
  expect(key.pubkey).toBe(pubkey)
  expect(await listNostrKeys(paths)).toMatchObject([{ name: 'default', pubkey }])
  const input = { ids: ['translator', 'auditor'], url: 'https://agents.example.org/' }
  const plan = await publishOnNostr.run(work, input)
  expect(plan).toMatchObject({
    confirmed: false,
    plan: [{ action: 'publish' }, { action: 'publish' }],
    results: [{ status: 'planned', event: null }, {}],
  })
  expect(one.events()).toEqual([])
  const done = await publishOnNostr.run(work, { ...input, confirm: true })
  expect(done.results).toMatchObject([
    { id: 'auditor', status: 'published', relays: [one.url] },
    { id: 'translator', status: 'published' },
  ])
  const [event] = one.events().filter(({ tags }) => tags.some(([, value]) => value === 'translator'))
  expect(readDefinition(event as never)).toMatchObject({
    title: 'Translator',
    d: 'translator',
    version: 1,
    others: [
      ['r', 'https://agents.example.org/agents/translator/.well-known/agent-card.json'],
      ['i', `eip155:1:0x${'ab'.repeat(20)}:7`, ''],
    ],
  })
  const again = await publishOnNostr.run(work, { ...input, confirm: true })
  expect(again.results).toMatchObject([{ status: 'unchanged' }, { status: 'unchanged' }])
  // Another relay gets the very same events.
  await publishOnNostr.run(work, { ...input, relays: [one.url, two.url], confirm: true })
  expect(
    two
      .events()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(
    one
      .events()
      .map(({ id }) => id)
      .sort(),
  )
  // A lost journal makes nothing twice.
  await rm(join(paths.stateDirectory, 'nostr'), { recursive: true })
  expect((await publishOnNostr.run(work, { ...input, confirm: true })).results).toMatchObject([
    { status: 'unchanged' },
    { status: 'unchanged' },
  ])
  await writeFile(
    paths.agentsFile,
    JSON.stringify({ agents: { translator: { ...agents.translator, description: 'Translates all.', skills: [] } } }),
  )
  const changed = await publishOnNostr.run(
    { ...work, catalogue: fresh(paths).catalogue },
    { ids: ['translator'], url: input.url, confirm: true },
  )
  expect(changed).toMatchObject({ plan: [{ action: 'update' }], results: [{ status: 'published' }] })
  expect(one.events().map((one) => readDefinition(one as never))).toContainEqual(
    expect.objectContaining({ version: 2, description: 'Translates all.' }),
  )
})

test('what was signed before a process ended is sent on, the same event', async () => {
  let isDown = true
  await using relay = await startRelay({
    play: ({ message: [type], drop }) => {
      if (type === 'EVENT' && isDown) drop()
      return type === 'EVENT' && isDown
    },
  })
  const { work } = await publisher([relay.url])
  const input = { ids: ['auditor'], confirm: true }
  const first = await publishOnNostr.run(work, input)
  expect(first.results).toMatchObject([{ status: 'failed', failures: [{ code: 'NOSTR_RELAY_UNREACHABLE' }] }])
  expect(first.results[0]?.event).toMatch(/^[0-9a-f]{64}$/)
  isDown = false
  const second = await publishOnNostr.run(work, input)
  expect(second).toMatchObject({
    plan: [{ action: 'resume' }],
    results: [{ status: 'published', event: first.results[0]?.event }],
  })
  expect(relay.events()).toHaveLength(1)
})

test('a wrong passphrase, a missing key and a secret in a text are refused, and nothing is signed', async () => {
  await using relay = await startRelay()
  const { work, paths } = await publisher([relay.url])
  const input = { ids: ['auditor'], confirm: true }
  const nobody = { ...work, secrets: { passphrase: { prompt: () => Promise.resolve('wrong') } } }
  await expect(publishOnNostr.run(nobody, input)).rejects.toMatchObject({ code: 'EXPORT_PASSPHRASE_WRONG' })
  await expect(publishOnNostr.run(work, { ...input, key: 'other' })).rejects.toMatchObject({
    code: 'EXPORT_KEYSTORE_NOT_FOUND',
  })
  const nsec = nip19.nsecEncode(secret)
  const typed = await publishOnNostr.run(work, { ...input, key: nsec }).catch((error: unknown) => error)
  expect(typed).toMatchObject({ code: 'NOSTR_SECRET_REFUSED' })
  expect(CodedError.is(typed) && typed.message).not.toContain(nsec.slice(5, 20))
  await writeFile(
    paths.agentsFile,
    JSON.stringify({ agents: { auditor: { name: 'Auditor', description: `Key ${nsec}`, skills: [] } } }),
  )
  await expect(publishOnNostr.run({ ...work, catalogue: fresh(paths).catalogue }, input)).rejects.toMatchObject({
    code: 'NOSTR_SECRET_REFUSED',
  })
  expect(relay.events()).toEqual([])
})

test('agents are found by points and by meaning, and found agents are published unchanged', async () => {
  await using relay = await startRelay()
  const { work } = await publisher([relay.url])
  await expect(findOnNostr.run(work, {})).rejects.toMatchObject({ code: 'NOSTR_NOTHING_FOUND' })
  const audit = signed([
    ['title', 'Security Auditor'],
    ['description', 'Audits smart contracts for holes.'],
  ])
  const other = signed([
    ['title', 'Poet'],
    ['description', 'Writes verses.'],
  ])
  for (const event of [audit, other, signed([['title', 'security auditor']], 4199, secret)]) relay.plant(event)
  const points = await findOnNostr.run(work, { capabilities: 'security audit', scoring: 'tenex' })
  const first = { event: audit.id, score: 20, look_alike: true, verified_owner: false, relays: [relay.url] }
  expect(points.results).toContainEqual(expect.objectContaining(first))
  expect(points.findings).toMatchObject([{ code: 'DIRECTORY_LOOKS_ALIKE' }, { code: 'DIRECTORY_LOOKS_ALIKE' }])
  const meaning = await findOnNostr.run(work, { capabilities: 'somebody who makes poems', top: 1 })
  expect(meaning).toMatchObject({
    type: 'agent_discovery',
    data: { agentEventIds: [other.id], relays: [relay.url], message: 'Found 1 agent.' },
  })
  expect((await findOnNostr.run(work, {})).results).toHaveLength(3)
  // What was listed is kept, and the relay is not asked again for it.
  const asked = relay.messages.length
  expect((await findOnNostr.run(work, { keywords: 'verses' })).results[0]).toMatchObject({ name: 'Poet' })
  expect(relay.messages).toHaveLength(asked)
  expect((await showOnNostr.run(work, { reference: audit.id })).agent).toMatchObject({ name: 'Security Auditor' })

  const project = `31933:${pubkey}:shop`
  const { type, data, content } = meaning
  const reply = { project, discovery: { type, data, content }, confirm: true } as const
  const [published] = (await publishDiscovery.run(work, reply)).results
  expect((await publishDiscovery.run(work, reply)).results).toMatchObject([{ status: 'unchanged' }])
  const event = relay.events().find(({ kind }) => kind === 1111)
  expect(event?.tags).toEqual(
    expect.arrayContaining([
      ['render-type', 'agent_discovery'],
      ['a', project],
      ['A', project],
      ['K', '31933'],
      ['k', '31933'],
      ['P', pubkey],
      ['p', pubkey],
    ]),
  )
  expect(readDiscovery(event as never)).toEqual(JSON.parse(JSON.stringify({ type, data, content })))
  expect((await showOnNostr.run(work, { reference: published?.event ?? '' })).discovery?.data.agentEventIds).toEqual([
    other.id,
  ])
})

test('only the user and the default agent may look for others, whichever door they come through', async () => {
  await using relay = await startRelay()
  relay.plant(signed([['title', 'Poet']]))
  const { work } = await publisher([relay.url])
  const as = (id: string) => ({ ...work, caller: { kind: 'agent', id, chain: [id], parent: undefined } }) as const
  const client = { ...work, caller: { kind: 'client', rights: ['find', 'manage'] } } as const
  const refused = {
    code: 'SPACE_DISCOVERY_REFUSED',
    message: expect.stringContaining('Only the default agent can search') as unknown,
  }
  for (const one of [as('translator'), client, { ...work, caller: { kind: 'night' } } as const])
    await expect(findOnNostr.run(one, {})).rejects.toMatchObject(refused)
  await expect(chooseDefaultAgent.run(as('translator'), { agent: 'translator' })).rejects.toMatchObject({
    code: 'SPACE_RIGHT_MISSING',
  })
  expect(await chooseDefaultAgent.run(work, { agent: 'translator' })).toEqual({ agent: 'translator' })
  expect((await findOnNostr.run(as('translator'), {})).results).toHaveLength(1)
  await expect(findOnNostr.run(as('auditor'), {})).rejects.toMatchObject(refused)
  const remote = { ...as('translator').caller, client: 'ci/1' }
  await expect(findOnNostr.run({ ...work, caller: remote }, {})).rejects.toMatchObject(refused)
  await chooseDefaultAgent.run(work, { none: true })
  await expect(findOnNostr.run(as('translator'), {})).rejects.toMatchObject(refused)
})

test('relays are added, listed and removed; what is no relay is refused', async () => {
  const { work } = await publisher([])
  await expect(findOnNostr.run(work, {})).rejects.toMatchObject({ code: 'NOSTR_NO_RELAY' })
  expect(await addRelays.run(work, { urls: ['wss://relay.example.org/', 'wss://relay.example.org'] })).toMatchObject({
    added: ['wss://relay.example.org'],
  })
  expect(await addRelays.run(work, { urls: ['wss://relay.example.org'] })).toMatchObject({ added: [] })
  expect(await listRelays.run(work, {})).toEqual({ relays: ['wss://relay.example.org'] })
  for (const url of ['https://relay.example.org', 'relay', 'wss://ada:b4lloon@relay.example.org'])
    await expect(addRelays.run(work, { urls: [url] })).rejects.toMatchObject({
      code: 'CLI_USAGE',
      message: expect.not.stringContaining('b4lloon') as unknown,
    })
  await Promise.all(
    ['a', 'b', 'c'].map(async (name) => await addRelays.run(work, { urls: [`wss://${name}.example.org`] })),
  )
  expect((await listRelays.run(work, {})).relays).toHaveLength(4)
  await removeRelays.run(work, { urls: ['a', 'b', 'c'].map((name) => `wss://${name}.example.org`) })
  expect(await removeRelays.run(work, { urls: ['wss://relay.example.org'] })).toMatchObject({
    removed: ['wss://relay.example.org'],
    relays: [],
  })
})

test('the default agent is told when and how to look for others, and nobody else is', async () => {
  const { work, paths } = await publisher([])
  await writeFile(join(paths.root, 'notes.md'), '')
  const promptOf = async (agent: string) => (await agentContext.run(work, { agent, task: 'Audit the shop' })).prompt
  expect(await promptOf('auditor')).not.toContain('find_agent')
  await chooseDefaultAgent.run(work, { agent: 'auditor' })
  expect(await promptOf('auditor')).toContain('find_agent({ capabilities: "security audit" })')
  expect(await promptOf('translator')).not.toContain('find_agent')
})
