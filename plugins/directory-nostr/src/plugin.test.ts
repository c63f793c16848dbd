import { fileURLToPath } from 'node:url'
import { npubOf } from '@datacortex/protocols'
import { startPlugin, startRelay, testDirectoryPlugin, testManifest } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { keyOf, signed } from './__fixtures__/signed.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
testManifest(directory)

const [ada, eve, owner] = ['ada', 'eve', 'owner'].map(keyOf) as [Uint8Array, Uint8Array, Uint8Array]
const options = { signal: new AbortController().signal, limit: 100 }
const reviewer = (ver: string, more: string[][] = []): string[][] => [
  ['title', 'Code Reviewer'],
  ['d', 'reviewer'],
  ['ver', ver],
  ...more,
]

testDirectoryPlugin(plugin, {
  directory,
  start: async () => {
    const relay = await startRelay()
    for (const [d, title] of Object.entries({ tides: 'Tide Watcher', poet: 'Poet', cook: 'Cook' }))
      relay.plant(
        signed(
          ada,
          [...reviewer('1'), ['t', d]].map(([name = '', value = '']) => [
            name,
            name === 'd' ? d : name === 'title' ? title : value,
          ]),
        ),
      )
    return Object.assign(relay, { settings: { relays: [relay.url] } })
  },
  broken: async () => {
    const relay = await startRelay({
      play: ({ message: [type, id], send }) => {
        if (type !== 'REQ') return false
        send(['EVENT', id, { kind: 4199, content: 'hello' }])
        send(['EOSE', id])
        return true
      },
    })
    return Object.assign(relay, { settings: { relays: [relay.url] } })
  },
  query: 'Who watches the tides?',
  unknown: () => 'f'.repeat(64),
})

test('finds, lists and shows definitions: the latest of each author, what was taken back never', async () => {
  await using relay = await startRelay()
  const [first, second] = [
    signed(ada, reviewer('1')),
    signed(
      ada,
      reviewer('2', [
        ['description', 'Reviews code.'],
        ['tool', 'read'],
        ['instructions', 'You review.'],
        ['r', 'https://agents.example.org/reviewer'],
        ['use-criteria', 'Before a merge\nlint: Finds slips.'],
        ['t', 'quality'],
      ]),
    ),
  ]
  const gone = signed(eve, [['title', 'Gone']])
  const deletion = signed(
    eve,
    [
      ['e', gone.id],
      ['k', '4199'],
      ['e', first.id],
    ],
    { kind: 5 },
  )
  const future = signed(ada, reviewer('9'), { at: 4_000_000_000 })
  for (const event of [first, second, gone, deletion, future]) relay.plant(event)
  await using started = await startPlugin(plugin, { directory, settings: { relays: [relay.url] } })
  const { agents, failures, cursor } = await started.list(options)
  expect(failures).toEqual([])
  expect(agents).toMatchObject([
    {
      id: expect.stringMatching(/^naddr1/) as unknown,
      name: 'Code Reviewer',
      description: 'Reviews code.',
      version: '2',
      skills: ['Before a merge', 'lint: Finds slips.'],
      tags: ['quality'],
      tools: ['read'],
      instructions: 'You review.',
      links: ['https://agents.example.org/reviewer'],
      hints: [relay.url],
      author: second.pubkey,
      hash: second.id,
      proofs: [{ kind: 'signature', holds: true }],
    },
  ])
  expect(await started.show?.(agents[0]?.id ?? '', options)).toEqual(agents[0])
  expect(await started.show?.(first.id, options)).toMatchObject({ version: '1', id: agents[0]?.id })
  expect(await started.show?.('f'.repeat(64), options)).toBeUndefined()
  expect((await started.find('who reviews code', options)).agents).toEqual(agents)
  const later = await started.list({ ...options, since: cursor })
  expect(later.withdrawn).toEqual([])
  const since = await started.list({ ...options, since: '1600000000' })
  expect(since.withdrawn).toContainEqual({ author: gone.pubkey, hash: gone.id })
})

test('a list that is longer than a page goes on where it stopped, and anew for who does not have it any more', async () => {
  await using relay = await startRelay()
  for (const d of ['a', 'b', 'c', 'd', 'e'])
    relay.plant(
      signed(ada, [
        ['title', d],
        ['d', d],
      ]),
    )
  await using started = await startPlugin(plugin, { directory, settings: { relays: [relay.url] } })
  await using another = await startPlugin(plugin, { directory, settings: { relays: [relay.url] } })
  const names: string[] = []
  let answer = await started.list({ ...options, limit: 2 })
  const { cursor } = answer
  for (let pages = 1; ; pages += 1) {
    names.push(...answer.agents.map(({ name }) => name))
    if (answer.more !== true) break
    expect(pages).toBeLessThan(3)
    answer = await started.list({ ...options, limit: 2, since: answer.cursor })
  }
  expect(names.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(answer.cursor).toMatch(/^\d+$/)
  expect(relay.messages.filter((text) => text.includes('"kinds":[4199,'))).toHaveLength(1)
  const anew = await another.list({ ...options, limit: 4, since: cursor })
  expect([anew.agents.length, anew.more]).toEqual([4, true])
  expect((await another.list({ ...options, limit: 4, since: anew.cursor })).agents).toHaveLength(1)
})

test('an owner is verified where both sides name each other, and reactions are told by whom', async () => {
  await using relay = await startRelay()
  const events = [signed(ada, reviewer('1')), signed(eve, reviewer('1'))]
  const [own, other] = [events[0]?.pubkey ?? '', events[1]?.pubkey ?? '']
  const list = signed(owner, [['p', own]], { kind: 14_199 })
  const profiles = [ada, eve].map((key) => signed(key, [['p', list.pubkey], ['bot']], { kind: 0, content: '{}' }))
  const reactions = ['+', '-'].map((content, index) =>
    signed(eve, [['e', events[0]?.id ?? '']], { kind: 7, content, at: 1_700_000_001 + index }),
  )
  for (const event of [...events, list, ...profiles, ...reactions]) relay.plant(event)
  await using started = await startPlugin(plugin, { directory, settings: { relays: [relay.url] } })
  const { agents } = await started.list(options)
  const proofs = (author: string) => agents.find((agent) => agent.author === author)?.proofs?.at(-1)
  expect(proofs(own)).toMatchObject({ kind: 'owner', holds: true })
  expect(proofs(other)).toEqual({
    kind: 'owner',
    holds: false,
    checked: `${npubOf(other)} names ${npubOf(list.pubkey)} as its owner, and ${npubOf(list.pubkey)} does not list it as its agent.`,
  })
  expect(agents.find(({ author }) => author === own)?.ratings).toMatchObject([{ by: other, value: -1, scale: [-1, 1] }])
})

test('a name that is too long for a reference, a key that is none and a reaction of the far future keep nothing back', async () => {
  await using relay = await startRelay()
  const own = signed(ada, reviewer('1'))
  const long = signed(eve, [
    ['title', 'Long'],
    ['d', 'x'.repeat(10_000)],
  ])
  const owners = Array.from({ length: 40 }, (_, index) => ['p', String(index + 10).repeat(32)])
  const profile = signed(eve, [['p', 'nobody'], ...owners], { kind: 0, content: '{}' })
  const reaction = signed(eve, [['e', own.id]], { kind: 7, content: '+', at: 9_000_000_000_000 })
  for (const event of [own, long, profile, reaction]) relay.plant(event)
  await using started = await startPlugin(plugin, { directory, settings: { relays: [relay.url] } })
  const { agents, failures } = await started.list(options)
  expect(failures).toEqual([])
  expect(agents.find(({ author }) => author === own.pubkey)?.ratings).toEqual([])
  const found = agents.find(({ author }) => author === long.pubkey)
  expect(found?.id).toMatch(/^nevent1/)
  expect(found?.proofs).toHaveLength(21)
})

test('services that announce themselves are found: ContextVM, NIP-89 and the draft of NIP-90', async () => {
  await using relay = await startRelay()
  const announced = [
    signed(ada, [['name', 'Weather']], {
      kind: 11_316,
      content: '{"serverInfo":{"name":"x"},"instructions":"Tells the weather."}',
    }),
    signed(ada, [], { kind: 11_317, content: '{"tools":[{"name":"forecast","description":"Of a day."},null]}' }),
    signed(ada, [], { kind: 11_318, content: '{"resources":[{"uri":"map:sea","name":"Sea map"}]}' }),
    signed(ada, [], { kind: 11_319, content: '{"resourceTemplates":[{"uriTemplate":"x","name":"Map of a port"}]}' }),
    signed(ada, [], { kind: 11_320, content: '{"prompts":[{"name":"plan-trip","description":"Plans a trip."}, 7]}' }),
    signed(
      eve,
      [
        ['d', 'v'],
        ['k', '5000'],
      ],
      { kind: 31_990, content: '{"name":"Vault","about":"Keeps texts."}' },
    ),
    signed(
      eve,
      [
        ['d', 'w'],
        ['n', 'text'],
        ['name', 'Writer'],
      ],
      { kind: 31_999, content: 'no json' },
    ),
    // An earlier version, which another relay may still have.
    signed(
      eve,
      [
        ['d', 'w'],
        ['name', 'Old writer'],
      ],
      { kind: 31_999, at: 1_600_000_000 },
    ),
    signed(eve, [['d', 'nameless']], { kind: 31_990, content: '[]' }),
  ]
  for (const event of announced) relay.plant(event)
  await using started = await startPlugin(plugin, { directory, settings: { relays: [relay.url] } })
  const { agents } = await started.list(options)
  expect(
    agents.map(({ name, tools, tags }) => [name, tools, tags]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  ).toEqual([
    ['Vault', ['kind 5000'], ['nip-89']],
    ['Weather', ['forecast'], ['contextvm']],
    ['Writer', ['text'], ['nip-90']],
  ])
  const skills = ['forecast: Of a day.', 'Sea map', 'Map of a port', 'plan-trip: Plans a trip.']
  const weather = agents.find(({ name }) => name === 'Weather')
  expect(weather?.skills).toEqual(skills)
  expect(await started.show?.(weather?.id ?? '', options)).toMatchObject({ tools: ['forecast'], skills })
  // What a server offers may change without the server.
  relay.plant(signed(ada, [], { kind: 11_317, content: '{"tools":[{"name":"storms"}]}', at: 1_750_000_000 }))
  const later = await started.list({ ...options, since: '1740000000' })
  expect(later.agents).toMatchObject([{ name: 'Weather', tools: ['storms'] }])
})

test('forged, tampered, oversized, future and repeated events: each has its code, and nothing of them is listed', async () => {
  const good = signed(ada, reviewer('1'))
  const other = signed(eve, [['title', 'Other']])
  const future = signed(ada, reviewer('9'), { at: 4_000_000_000 })
  const long = signed(eve, [['title', 'Long']], { content: 'x'.repeat(120_000) })
  const sent = [good, good, future, long, { ...other, sig: good.sig }, { ...other, content: 'tampered' }]
  await using relay = await startRelay({
    play: ({ message: [type, id, filter], send }) => {
      if (type !== 'REQ') return true
      if (JSON.stringify(filter).includes('4199')) for (const event of sent) send(['EVENT', id, event])
      send(['EOSE', id])
      return true
    },
  })
  await using started = await startPlugin(plugin, { directory, settings: { relays: [relay.url] } })
  for (const answer of [await started.list(options), await started.find('code reviewer', options)]) {
    expect(answer.agents.map(({ hash }) => hash)).toEqual([good.id])
    expect(new Set(answer.failures.map(({ code }) => code))).toEqual(new Set(['NOSTR_RELAY_WRONG']))
    expect(answer.notes?.map(({ at, code, message }) => [at, code, / (\d+) event/.exec(message)?.[1]])).toEqual([
      [relay.url, 'NOSTR_EVENT_REPEATED', '1'],
      [relay.url, 'NOSTR_EVENT_FUTURE', '1'],
    ])
  }
})

test('of five relays two hang: the answer comes with the reasons, and the cursor stays', async () => {
  const play = () => true
  await using one = await startRelay()
  await using two = await startRelay()
  await using three = await startRelay()
  await using hanging = await startRelay({ play })
  await using silent = await startRelay({ play })
  for (const relay of [one, two, three]) relay.plant(signed(ada, reviewer('1')))
  const relays = [one, hanging, two, silent, three].map(({ url }) => url)
  await using started = await startPlugin(plugin, { directory, settings: { relays, deadline_ms: 1000 } })
  const { agents, failures, cursor } = await started.list(options)
  expect(agents).toMatchObject([{ name: 'Code Reviewer', hints: [one.url, two.url, three.url] }])
  expect(failures.map(({ at, code }) => [at, code])).toEqual([
    [hanging.url, 'NOSTR_RELAY_SLOW'],
    [silent.url, 'NOSTR_RELAY_SLOW'],
  ])
  expect(cursor).toBeUndefined()
})

test('no relay, a relay that is not granted, and a secret key are codes', async () => {
  await using nowhere = await startPlugin(plugin, { directory })
  await expect(nowhere.list(options)).rejects.toMatchObject({ code: 'NOSTR_NO_RELAY' })
  await using away = await startPlugin(plugin, { directory, settings: { relays: ['ws://127.0.0.1:1'] } })
  expect((await away.list(options)).failures).toMatchObject([{ code: 'FETCH_UNREACHABLE' }])
  await expect(away.show?.('f'.repeat(64), options)).rejects.toMatchObject({ code: 'NOSTR_RELAY_UNREACHABLE' })
  await expect(away.show?.(`nsec1${'q'.repeat(58)}`, options)).rejects.toMatchObject({ code: 'NOSTR_SECRET_REFUSED' })
  await expect(startPlugin(plugin, { directory, settings: { relays: ['https://x.org'] } })).rejects.toThrow('wss://')
})
